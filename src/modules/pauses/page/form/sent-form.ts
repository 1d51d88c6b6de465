import type { Form } from '#edge/body/form-body.js';
import { parseJson } from '#edge/body/parse-json.js';
import type { Json } from '#kernel/json.js';
import type { PageField, PageProblem } from '../pause-page.js';

/** A prefix that separates the field names of authors from our own. */
const fieldPrefix = 'field.';

/** The name under which a form sends a field. Parsers of forms with files would read brackets as lists. */
export function sentName(field: string): string {
  return fieldPrefix + field.replaceAll(/[%[\]]/g, encodeURIComponent);
}

/** The field that was sent under a name; undefined for our own fields. */
export function fieldOf(name: string): string | undefined {
  return name.startsWith(fieldPrefix) ? name.slice(fieldPrefix.length).replaceAll(/%(25|5B|5D)/g, decodeURIComponent) : undefined;
}

/** The typed texts of a form, by field name. A field with files is empty. */
export function typedValues(form: Form, files: readonly { readonly field: string }[] = []): ReadonlyMap<string, string> {
  const sent = [...form, ...files.map(({ field }) => [field, ''] as const)];
  return new Map(sent.flatMap(([name, value]) => toPair(fieldOf(name), value)));
}

function toPair(field: string | undefined, value: string): readonly [string, string][] {
  return field === undefined ? [] : [[field, value]];
}

/**
 * The parts of a form that can be sent again with another key: the answer, without its person. Files cannot be sent again by the page, so
 * with files it is a draft, which is shown and not taken.
 */
export function carriedFields(form: Form, files: readonly { readonly field: string }[] = []): ReadonlyMap<string, string> {
  const sent = [...form].filter(([name]) => name === 'contextId' || name === 'draft' || name.startsWith(fieldPrefix));
  if (files.length === 0) return new Map(sent);
  const draft = sent.map(([name, value]) => [name === 'contextId' ? 'draft' : name, value] as const);
  return new Map([...draft, ...files.map(({ field }) => [field, ''] as const)]);
}

/** The answer that a form contains. */
export interface SentAnswer {
  readonly input: Json;
  /** Fields that could not be read; they are not in the input. */
  readonly problems: readonly PageProblem[];
}

/** The problems of fields whose files are not kept, because the answer was not taken. */
export function lostFiles(fields: readonly PageField[], typed: ReadonlyMap<string, string>): readonly PageProblem[] {
  return fields
    .filter(({ name, type }) => type === 'file[]' && typed.has(name))
    .map(({ name }) => ({
      field: name,
      message: `The files of ${name} were not kept, because the answer was not taken. Choose them again.`,
    }));
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
