import { isJsonObject, type Json } from '#kernel/json.js';
import { callStarts, liveTriggers } from './call-starts.js';
import type { WorkflowDocument } from '../document.js';

/** An input that a workflow declares. */
export interface DeclaredInput {
  /** Name of the input. */
  readonly name: string;
  /** Type of the input: `string`, `number`, `boolean`, `object`, `array` or `file[]`. */
  readonly type: string;
  /** Description of the input. Absent if it has none. */
  readonly description?: string;
}

/** The inputs that the start of a workflow declares. Entries without a name are ignored. */
export function declaredInputs(document: WorkflowDocument): readonly DeclaredInput[] {
  const [start] = callStarts(liveTriggers(document));
  const format = start?.subBlocks['inputFormat']?.value;
  const entries = typeof format === 'string' ? parsed(format) : format;
  return Array.isArray(entries) ? (entries as readonly Json[]).flatMap(declaredInput) : [];
}

function declaredInput(entry: Json): readonly DeclaredInput[] {
  if (!isJsonObject(entry)) return [];
  const { name, type, description } = entry;
  if (typeof name !== 'string' || name.trim() === '') return [];
  const described = typeof description === 'string' && description !== '' ? { description } : {};
  return [{ name: name.trim(), type: typeof type === 'string' ? type : 'string', ...described }];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
