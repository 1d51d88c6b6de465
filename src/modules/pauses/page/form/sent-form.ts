import type { Form } from '#edge/body/form-body.js';
import { parseJson } from '#edge/body/parse-json.js';
import type { Json } from '#kernel/json.js';
import type { PageField, PageProblem } from '../pause-page.js';

/** A prefix that separates the field names of authors from our own. */
export const fieldPrefix = 'field.';

/** The typed texts of a form, by field name. */
export function typedValues(form: Form): ReadonlyMap<string, string> {
  const fields = [...form].filter(([name]) => name.startsWith(fieldPrefix));
  return new Map(fields.map(([name, value]) => [name.slice(fieldPrefix.length), value]));
}

/** The parts of a form that can be sent again with another key: the answer, without its person. */
export function carriedFields(form: Form): ReadonlyMap<string, string> {
  return new Map([...form].filter(([name]) => name === 'contextId' || name.startsWith(fieldPrefix)));
}

/** The answer that a form contains. */
export interface SentAnswer {
  readonly input: Json;
  /** Fields that could not be read; they are not in the input. */
  readonly problems: readonly PageProblem[];
}

/** Reads a form. The answer is checked against its fields later. Browsers send no unticked box, so an absent box means no. */
export function readAnswer(fields: readonly PageField[], typed: ReadonlyMap<string, string>): SentAnswer {
  const [first] = fields;
  if (first?.type === 'free') return { input: freeAnswer(typed.get(first.name) ?? ''), problems: [] };
  const read = fields.map((field) => [field.name, valueOf(field, typed.get(field.name) ?? '')] as const);
  const input = Object.fromEntries(read.filter((entry): entry is [string, Json] => entry[1] !== undefined));
  const broken = read.filter(([, value]) => value === undefined);
  return { input, problems: broken.map(([field]) => ({ field, message: `${field} must be JSON` })) };
}

/** Texts stay texts; the check of the answer converts numbers. Undefined for a field that must be JSON and is not. */
function valueOf({ type }: PageField, text: string): Json | undefined {
  if (type === 'boolean') return text === 'true';
  if (type === 'string') return withLineBreaks(text);
  return type === 'number' || text.trim() === '' ? text : jsonIn(text);
}

/** As an object, so that the text is not parsed as JSON again. */
function freeAnswer(text: string): Json {
  return text.trim() === '' ? {} : (jsonIn(text) ?? { value: withLineBreaks(text) });
}

/** Browsers send line breaks as CR LF. */
function withLineBreaks(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function jsonIn(text: string): Json | undefined {
  try {
    return parseJson(Buffer.from(text));
  } catch {
    return undefined;
  }
}
