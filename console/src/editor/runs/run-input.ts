import { declaredInputs, type DeclaredInput } from '../../../../src/document/check/declared-inputs.js';
import type { WorkflowDocument } from '../../../../src/document/document.js';
import { isJsonObject, type Json, type JsonObject } from '../../../../src/kernel/json.js';

/** The input of a test run as the user has written it. */
export interface WrittenInput {
  /** Whether the whole input is written as JSON, although there is a form. */
  readonly isJson: boolean;
  /** What is written in the form, by the names of the fields. */
  readonly fields: Readonly<Record<string, string>>;
  readonly json: string;
}

/** Problems by the names of their fields; that of the whole input is under `wholeInput`. */
export type InputProblems = ReadonlyMap<string, string>;

export type ReadInput = { readonly input: Json } | { readonly problems: InputProblems };

export const nothingWritten: WrittenInput = { isJson: false, fields: {}, json: '' };

/** No field of a form has an empty name. */
export const wholeInput = '';

const simpleTypes: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'object', 'array']);

/** The fields of the form for the start of a draft; undefined when the input is written as JSON. */
export function formFields(document: WorkflowDocument): readonly DeclaredInput[] | undefined {
  const inputs = declaredInputs(document);
  return inputs.length > 0 && inputs.every(({ type }) => simpleTypes.has(type)) ? inputs : undefined;
}

/** The input that is sent. A field without text is left out, so that its default counts. */
export function readInput(fields: readonly DeclaredInput[] | undefined, written: WrittenInput): ReadInput {
  if (fields === undefined || written.isJson) return readWhole(written.json);
  const values: [string, Json][] = [];
  const problems = new Map<string, string>();
  for (const { name, type } of fields) {
    const text = Object.hasOwn(written.fields, name) ? (written.fields[name] ?? '') : '';
    if (type === 'string' ? text === '' : text.trim() === '') continue;
    const read = valueOf(type, text);
    if ('problem' in read) problems.set(name, read.problem);
    else values.push([name, read.value]);
  }
  return problems.size > 0 ? { problems } : { input: Object.fromEntries(values) };
}

/** An input as a user would have written it: in the form, if the form has all of it. */
export function writtenFrom(fields: readonly DeclaredInput[] | undefined, input: Json): WrittenInput {
  const json = JSON.stringify(input, null, 2);
  if (fields === undefined || !isJsonObject(input)) return { isJson: true, fields: {}, json };
  const texts = Object.entries(input).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const);
  const written = { isJson: false, fields: Object.fromEntries(texts), json };
  const read = readInput(fields, written);
  return 'input' in read && isSame(read.input, input) ? written : { ...written, isJson: true };
}

function isSame(read: Json, input: JsonObject): boolean {
  if (!isJsonObject(read) || Object.keys(read).length !== Object.keys(input).length) return false;
  return Object.entries(input).every(([name, value]) => Object.hasOwn(read, name) && JSON.stringify(read[name]) === JSON.stringify(value));
}

function readWhole(text: string): ReadInput {
  if (text.trim() === '') return { input: {} };
  const read = parsed(text, 'JSON, such as {"name": "Ada"}');
  return 'problem' in read ? { problems: new Map([[wholeInput, read.problem]]) } : { input: read.value };
}

type ReadValue = { readonly value: Json } | { readonly problem: string };

function valueOf(type: string, text: string): ReadValue {
  if (type === 'string') return { value: text };
  if (type === 'boolean') return { value: text === 'true' };
  if (type === 'number') {
    const number = Number(text);
    return Number.isFinite(number) ? { value: number } : { problem: 'Enter a number, such as 12.5.' };
  }
  const [wanted, fits] =
    type === 'array'
      ? ['a list, such as [1, 2]', Array.isArray as (value: Json) => boolean]
      : ['an object, such as {"name": "Ada"}', isJsonObject];
  const read = parsed(text, wanted);
  return 'problem' in read || fits(read.value) ? read : { problem: `Enter ${wanted}.` };
}

function parsed(text: string, wanted: string): ReadValue {
  try {
    return { value: JSON.parse(text) as Json };
  } catch (error) {
    return { problem: `Enter ${wanted}: ${error instanceof Error ? error.message : String(error)}.` };
  }
}
