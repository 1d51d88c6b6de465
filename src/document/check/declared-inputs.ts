import { isJsonObject, type Json } from '#kernel/json.js';
import { callStarts, liveTriggers } from './call-starts.js';
import type { WorkflowDocument } from '../document.js';

/** One field that a workflow asks its callers for. */
export interface DeclaredInput {
  readonly name: string;
  /** What it is to be: a text, a number, a boolean, an object, a list or files. */
  readonly type: string;
  readonly description?: string;
}

/** The inputs that the start of a workflow declares. Entries without a name do not count. */
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
