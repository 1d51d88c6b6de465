import type { Variable } from '../../../../src/document/document.js';
import type { Json } from '../../../../src/kernel/json.js';

/** What is typed is JSON where it can be: `3` is a number and `[1]` a list. A number that would lose digits stays a text. */
export function variableValue(text: string, { type }: Pick<Variable, 'type'>): Pick<Variable, 'type' | 'value'> {
  if (type === 'string') return { type, value: text };
  try {
    const value = JSON.parse(text) as Json;
    if (typeof value === 'number' && String(value) !== text.trim()) return { type: 'plain', value: text };
    const shape = Array.isArray(value) ? 'array' : typeof value;
    return { type: value === null ? 'plain' : shape, value };
  } catch {
    return { type: 'plain', value: text };
  }
}
