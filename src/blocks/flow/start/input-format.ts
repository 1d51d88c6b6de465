import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { coerce } from '#engine/values/coerce.js';
import type { FieldOption } from '#engine/pause.js';
import { parseJson } from '#engine/values/json-text.js';

export interface InputField {
  readonly name: string;
  readonly type: string;
  /** Used where the caller sends no value. */
  readonly fallback: Json | undefined;
  /** For the people or programs that fill it in. */
  readonly description: string | null;
  readonly isRequired: boolean;
  /** The label that people see; null if there is none. */
  readonly title: string | null;
  /** The values to choose from; null for any. */
  readonly options: readonly FieldOption[] | null;
  /** The values that are allowed; null if all are. */
  readonly choices: readonly Json[] | null;
}

/** The fields that a start declares, from its `inputFormat`. Entries without a name do not count. */
export function inputFields(inputFormat: Json | undefined): readonly InputField[] {
  const list = typeof inputFormat === 'string' ? parseJson(inputFormat) : inputFormat;
  if (!Array.isArray(list)) return [];
  return (list as readonly Json[]).flatMap((entry) => {
    if (!isJsonObject(entry)) return [];
    const { name, type, value, description, required, title, options, enum: choices } = entry;
    const preset = Object.hasOwn(entry, 'default') ? entry['default'] : value;
    if (typeof name !== 'string' || name.trim() === '') return [];
    return [
      {
        name: name.trim(),
        type: typeof type === 'string' ? type : 'string',
        // Editors keep empty text for a field without a default.
        fallback: preset === '' ? undefined : preset,
        description: typeof description === 'string' && description !== '' ? description : null,
        isRequired: coerce('boolean', required ?? false) === true,
        title: typeof title === 'string' && title.trim() !== '' ? title.trim() : null,
        options: optionsIn(options),
        choices: Array.isArray(choices) ? (choices as readonly Json[]) : null,
      },
    ];
  });
}

/** A list of values, or of objects with a value and a label. Entries that are neither do not count. */
function optionsIn(list: Json | undefined): readonly FieldOption[] | null {
  if (!Array.isArray(list)) return null;
  const options = (list as readonly Json[]).flatMap((entry) => {
    const { value, label = value } = isJsonObject(entry) ? entry : { value: entry };
    const isValue = (typeof value === 'string' && value !== '') || typeof value === 'number';
    return isValue ? [{ value, label: typeof label === 'string' && label !== '' ? label : String(value) }] : [];
  });
  return options.length === 0 ? null : options;
}

/** The declared fields with their values, of the declared type where possible. A field that is not sent and has no default is left out. */
export function readFields(fields: readonly InputField[], sent: JsonObject): JsonObject {
  const entries = fields.map(({ name, type, fallback }): [string, Json | undefined] => {
    const value = sentValue(sent, name);
    const known = value ?? fallback ?? value;
    return [name, known === undefined ? undefined : coerce(type, known)];
  });
  return Object.fromEntries(entries.filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

/** The value of a declared field: in `input` if there is one, else at the top level. Null if it was sent without a value. */
export function sentValue(sent: JsonObject, name: string): Json | undefined {
  const inner = isJsonObject(sent['input']) ? sent['input'] : {};
  const isSent = Object.hasOwn(inner, name) || Object.hasOwn(sent, name);
  return own(inner, name) ?? own(sent, name) ?? (isSent ? null : undefined);
}

function own(record: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
