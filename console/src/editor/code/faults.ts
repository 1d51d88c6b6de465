import { parseCode } from '../../../../src/engine/texts/syntax.js';
import { findPlaceholders, type Knows } from '../../../../src/engine/texts/template.js';
import type { CodeLanguage } from './code-language.js';

/** Where a text stops being what its field takes. */
export interface CodeFault {
  readonly message: string;
  readonly offset: number;
}

/** Longer texts are checked by the server alone. */
const longest = 200_000;

/** Returns the first fault of a text, found as the engine finds it; undefined if there is none. */
export function faultIn(text: string, language: CodeLanguage, knows: Knows): CodeFault | undefined {
  if (text.trim() === '' || text.length > longest) return undefined;
  if (language === 'json') return jsonFault(text, knows);
  return parseCode(text, findPlaceholders(text, knows), language === 'expression' ? 'expression' : 'body').fault;
}

/** A text that does not look like JSON is one reference, or plain text. */
function jsonFault(text: string, knows: Knows): CodeFault | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  const masked = findPlaceholders(text, knows).reduce((rest, { index, placeholder: { raw } }) => {
    // A number of the same length: it fits in the place of a value and inside of a text.
    return rest.slice(0, index) + '1'.repeat(raw.length) + rest.slice(index + raw.length);
  }, text);
  try {
    JSON.parse(masked);
    return undefined;
  } catch (error) {
    const { message } = error as Error;
    const offset = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
    return {
      message: message.replace(/ in JSON at position.*$| \(line.*$/s, '').replace(/^Unexpected/, 'Unexpected'),
      offset: Math.min(offset, text.length),
    };
  }
}
