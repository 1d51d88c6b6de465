import type { Json } from '#kernel/json.js';
import { coerce, numberIn } from '#engine/values/coerce.js';
import { parseJson, plainText } from '#engine/values/json-text.js';
import { isFilled } from './blank.js';
import { Field, refused } from './field.js';
import { schemaOf } from './field-set.js';
import { keyValueRows } from './key-value-rows.js';
import type { FieldsSchema, ValueSchema } from './schema.js';

const holds = { 'x-holds': ['references', 'secrets'] } as const;

/** Text with data put in; a number or a truth value counts as its text. */
export function text(description: string, more: ValueSchema = {}): Field<string> {
  const schema = { description, type: ['string', 'number', 'boolean'], ...holds, ...more };
  return new Field({ schema, read: (written, inputs) => inputs.text(written) });
}

/** Text without blanks at its ends. */
export function line(description: string, more: ValueSchema = {}): Field<string> {
  return text(description, more).convert((value) => value.trim());
}

/** JSON as text with data put in, or the value itself with data put into its texts; undefined for an empty field. */
export function json(description: string, more: ValueSchema = {}): Field<Json | undefined> {
  const schema = { description, contentMediaType: 'application/json', ...holds, ...more };
  const isEmpty = (written: Json | undefined): written is undefined | null => (written ?? '') === '';
  return new Field({ schema, read: (written, inputs) => (isEmpty(written) ? undefined : inputs.json(written)) });
}

/** JavaScript as the author wrote it, empty where there is none. The block binds its placeholders. */
export function javascript(description: string, more: ValueSchema = {}): Field<string> {
  const schema = { description, type: 'string', contentMediaType: 'text/javascript', ...holds, ...more };
  return new Field({ schema, read: (written) => (typeof written === 'string' ? written : '') });
}

/** A number, or text with data put in that is one; null for anything else. */
export function number(description: string, more: ValueSchema = {}): Field<number | null> {
  const schema = { description, type: ['number', 'string'], ...holds, ...more };
  return new Field({ schema, read: (written, inputs) => numberIn(inputs.text(written)) });
}

interface Bounds {
  readonly default: number;
  readonly minimum: number;
  readonly maximum: number;
}

/** A whole number that is brought within its bounds; the default for anything that is no number. */
export function boundedNumber(description: string, bounds: Bounds): Field<number> {
  const { default: fallback, minimum, maximum } = bounds;
  return number(description, { ...bounds }).convert((value) => Math.min(maximum, Math.max(minimum, Math.floor(value ?? fallback))));
}

/** A number, or text that is one as it is written; the default for an absent field, null for anything else. */
export function writtenNumber(description: string, more: ValueSchema & { readonly default?: number } = {}): Field<number | null> {
  const { default: fallback = null } = more;
  const schema = { description, type: ['number', 'string'], ...more };
  return new Field({ schema, read: (written) => asNumber(coerce('number', written ?? fallback)) });
}

function asNumber(value: Json): number | null {
  return typeof value === 'number' ? value : null;
}

/** One of several words, as it is written; the default, if there is one, for anything else. */
export function choice<const Word extends string>(
  description: string,
  words: readonly Word[],
  more: ValueSchema & { readonly default: Word },
): Field<Word>;
export function choice<const Word extends string>(description: string, words: readonly Word[], more?: ValueSchema): Field<Word | undefined>;
export function choice(description: string, words: readonly string[], more: ValueSchema = {}): Field<unknown> {
  const schema = { description, type: 'string', enum: words, ...more };
  return new Field({ schema, read: (written) => words.find((word) => word === written) ?? more['default'] });
}

/** A value that is taken as it is written. */
export function asWritten(schema: ValueSchema): Field<Json | undefined> {
  return new Field({ schema, read: (written) => written });
}

/** What a list of words lets an author choose; continues the name of a field. */
export function oneOf(words: readonly string[]): string {
  return `must be one of ${words.join(', ')}`;
}

/** True or false, as it is written. */
export function flag(description: string, more: ValueSchema = {}): Field<boolean> {
  const schema = { description, type: ['boolean', 'string'], enum: [true, false, 'true', 'false'], default: false, ...more };
  return new Field({ schema, read: isTrue });
}

export function isTrue(written: Json | undefined): boolean {
  return coerce('boolean', written ?? false) === true;
}

type Entry = Readonly<Record<string, Field<unknown> | ValueSchema>>;

/** Entries with these fields, or the JSON text of such a list, as written; null for anything else. An empty field has no entries. */
export function list(description: string, entry: Entry, more: ValueSchema = {}): Field<readonly Json[] | null> {
  const schema = { description, type: ['array', 'string'], contentMediaType: 'application/json', items: schemaOf(entry), ...more };
  return new Field({ schema, read: entriesIn });
}

/** The entries of a list as written. */
export function entriesIn(written: Json | undefined): readonly Json[] | null {
  const entries = typeof written === 'string' ? (isFilled(written) ? parseJson(written) : []) : (written ?? []);
  return Array.isArray(entries) ? (entries as readonly Json[]) : null;
}

/** Rows of a key and a value, both with data put in. Rows without a key do not count. */
export function rows(description: string, more: ValueSchema = {}): Field<readonly (readonly [key: string, value: string])[]> {
  const cells = schemaOf({ Key: text('A row without a name does not count.'), Value: text('References and secrets are put in.') });
  const row = { anyOf: [cellsIn(cells), cells], description: '`{cells: {Key, Value}}` or `{Key, Value}`.' };
  const schema = {
    description,
    type: ['array', 'object', 'string'],
    items: row,
    additionalProperties: text('References and secrets are put in.').schema,
    ...more,
  };
  return new Field({
    schema,
    read: (written, inputs, name) =>
      isOpenText(written)
        ? filledRows(inputs.json(written), name)
        : keyValueRows(written).map(([key, value]) => [inputs.text(key), inputs.text(value)]),
  });
}

/** A text that is no table before data is put in, such as `<start.headers>` or `{"X-Count": <start.count>}`. */
function isOpenText(written: Json | undefined): written is string {
  return typeof written === 'string' && isFilled(written) && typeof parseJson(written) !== 'object';
}

function filledRows(table: Json, name: string): readonly (readonly [string, string])[] {
  if (typeof table !== 'object' && table !== '') throw refused(name, 'must be a table: a list of rows, an object, or one of them as JSON');
  return keyValueRows(table).map(([key, value]) => [key, plainText(value)]);
}

function cellsIn(cells: FieldsSchema): FieldsSchema {
  return { type: 'object', properties: { cells }, required: ['cells'] };
}
