import type { Form } from '#edge/body/form-body.js';
import { parseJson } from '#edge/body/parse-json.js';
import type { Json } from '#kernel/json.js';
import type { PageField, PageProblem } from '../pause-page.js';

/** Keeps the names of fields, which anybody may choose, apart from our own. */
export const fieldPrefix = 'field.';

/** What was typed into the fields of a form, by their names. */
export function typedValues(form: Form): ReadonlyMap<string, string> {
  const fields = [...form].filter(([name]) => name.startsWith(fieldPrefix));
  return new Map(fields.map(([name, value]) => [name.slice(fieldPrefix.length), value]));
}

/** What of a form can be sent again by somebody else: the answer, without who gives it. */
export function carriedFields(form: Form): ReadonlyMap<string, string> {
  return new Map([...form].filter(([name]) => name === 'contextId' || name.startsWith(fieldPrefix)));
}

/** An answer as a form stands for it. */
export interface SentAnswer {
  readonly input: Json;
  /** What could not be read, and is not in the input. */
  readonly problems: readonly PageProblem[];
}

/** Reads a form, and leaves it to others to hold it against its fields. A box that is not ticked is not sent, and means no. */
export function readAnswer(fields: readonly PageField[], typed: ReadonlyMap<string, string>): SentAnswer {
  const [first] = fields;
  if (first?.type === 'free') return { input: freeAnswer(typed.get(first.name) ?? ''), problems: [] };
  const read = fields.map((field) => [field.name, valueOf(field, typed.get(field.name) ?? '')] as const);
  const input = Object.fromEntries(read.filter((entry): entry is [string, Json] => entry[1] !== undefined));
  const broken = read.filter(([, value]) => value === undefined);
  return { input, problems: broken.map(([field]) => ({ field, message: `${field} must be JSON` })) };
}

/** Texts stay texts, and whoever checks the answer makes numbers of them. Undefined for what is no JSON where there must be some. */
function valueOf({ type }: PageField, text: string): Json | undefined {
  if (type === 'boolean') return text === 'true';
  if (type === 'string') return withLineBreaks(text);
  return type === 'number' || text.trim() === '' ? text : jsonIn(text);
}

/** As an object, so that nobody looks for JSON in it once more. */
function freeAnswer(text: string): Json {
  return text.trim() === '' ? {} : (jsonIn(text) ?? { value: withLineBreaks(text) });
}

/** Browsers send line breaks as networks have them. */
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
