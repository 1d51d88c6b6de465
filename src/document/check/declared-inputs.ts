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
  /** Whether the workflow refuses starts without the input. Absent if it does not. */
  readonly required?: boolean;
  /** The values that are allowed. Absent if all are. */
  readonly enum?: readonly Json[];
  /** The value of an input that is not sent, as `default` declares it. Absent if it has none. */
  readonly default?: Json;
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
  const { name, type, description, required, enum: choices, default: preset } = entry;
  if (typeof name !== 'string' || name.trim() === '') return [];
  const described = typeof description === 'string' && description !== '' ? { description } : {};
  return [
    {
      name: name.trim(),
      type: typeof type === 'string' ? type : 'string',
      ...described,
      ...(required === true || required === 'true' ? { required: true } : {}),
      ...(Array.isArray(choices) ? { enum: choices as readonly Json[] } : {}),
      ...(preset === undefined || preset === null ? {} : { default: preset }),
    },
  ];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
