import { checkAnswer } from '../../../src/engine/values/check-answer.js';
import { parseJson } from '../../../src/engine/values/json-text.js';
import type { ResumeField } from '../../../src/engine/pause.js';
import { isJsonObject, type Json } from '../../../src/kernel/json.js';

/** What a person has entered in a field: a text, a decision, files, or nothing yet. */
export type FieldValue = string | boolean | readonly File[] | undefined;
export type FieldValues = Readonly<Record<string, FieldValue>>;

/** An answer that can be sent, or what is wrong with its fields. */
export interface ReadAnswer {
  readonly input: Readonly<Record<string, Json>>;
  readonly files: ReadonlyMap<string, readonly File[]>;
  /** By field name. */
  readonly problems: ReadonlyMap<string, string>;
}

/** The form as it is first shown. A question that can be answered with yes or no begins without an answer. */
export function firstValues(fields: readonly ResumeField[]): FieldValues {
  return Object.fromEntries(fields.map((field) => [field.name, firstValue(field)]));
}

function firstValue({ type, value }: ResumeField): FieldValue {
  if (type === 'file[]') return undefined;
  if (type === 'boolean') return typeof value === 'boolean' ? value : undefined;
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}

/** Reads and checks a form as the server does, so that no answer is sent that it would refuse. */
export function readAnswer(fields: readonly ResumeField[], values: FieldValues): ReadAnswer {
  const input: Record<string, Json> = {};
  const files = new Map<string, readonly File[]>();
  const problems = new Map<string, string>();
  for (const field of fields) {
    const { name } = field;
    const value = values[name];
    if (Array.isArray(value)) {
      const chosen = value as readonly File[];
      if (chosen.length > 0) files.set(name, chosen);
    } else if (typeof value === 'boolean') input[name] = value;
    else if (typeof value === 'string') {
      const read = textValue(field, value);
      if (read === undefined) problems.set(name, `${name} must be JSON`);
      else input[name] = read;
    }
  }
  const named = Object.fromEntries([...files].map(([name, chosen]) => [name, chosen.map((file) => ({ name: file.name }))]));
  for (const { path, message } of checkAnswer(fields, { ...input, ...named }).problems) {
    const field = String(path[0]);
    if (!problems.has(field)) problems.set(field, message);
  }
  return { input, files, problems };
}

function textValue({ type }: ResumeField, text: string): Json | undefined {
  const isJson = type === 'object' || type === 'array';
  return isJson && text.trim() !== '' ? parseJson(text) : text;
}

/** The answer to a question without a form: an object as it is, anything else as a value. */
export function freeAnswer(text: string): Readonly<Record<string, Json>> {
  if (text.trim() === '') return {};
  const read = parseJson(text);
  if (read === undefined) return { value: text };
  return isJsonObject(read) ? read : { value: read };
}

/** The field that two buttons take the place of: approve, or reject. */
export function decisionField(fields: readonly ResumeField[]): ResumeField | undefined {
  return fields.find(({ name, type }) => type === 'boolean' && /^(approved?|approval)$/i.test(name));
}
