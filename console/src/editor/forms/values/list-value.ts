import { isJsonObject, type Json, type JsonObject } from '../../../../../src/kernel/json.js';
import { choicesOf, propertiesOf, type FieldSchema } from './field-schema.js';

/** A list as an author wrote it: as a value, or as its JSON text. */
export interface ListValue {
  readonly entries: readonly JsonObject[];
  readonly isText: boolean;
}

/** Returns the entries of a list; undefined for a value that is none, such as a reference. */
export function readList(value: Json | undefined): ListValue | undefined {
  const isText = typeof value === 'string' && value !== '';
  const list = isText ? parsed(value) : (value ?? []);
  if (list === '') return { entries: [], isText: false };
  if (!Array.isArray(list) || !(list as readonly Json[]).every(isJsonObject)) return undefined;
  return { entries: list as readonly JsonObject[], isText };
}

/** Whether entries may have more than their fields show. Such a list is also edited as JSON. */
export function hasMore({ additionalProperties }: FieldSchema): boolean {
  return additionalProperties === true;
}

/** Whether the fields of an entry show all that is in it. */
export function isShown(entry: JsonObject, items: FieldSchema): boolean {
  const properties = propertiesOf(items);
  return Object.entries(entry).every(([name, value]) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (schema === undefined) return false;
    const choices = choicesOf(schema);
    return choices.length === 0 || choices.some((choice) => choice === value);
  });
}

/** Returns an entry to begin with: what must be chosen is the first choice. */
export function newEntry(items: FieldSchema): JsonObject {
  const properties = propertiesOf(items);
  const required = Array.isArray(items['required']) ? (items['required'] as readonly string[]) : [];
  const chosen = required.flatMap((name) =>
    choicesOf(properties[name] ?? {})
      .slice(0, 1)
      .map((choice) => [name, choice] as const),
  );
  const named = ['name', 'title'].find((name) => Object.hasOwn(properties, name));
  return { ...Object.fromEntries(chosen), ...(named !== undefined && { [named]: '' }) };
}

/** Whether an entry is the branch that is taken when it is reached. */
export function isElse({ title }: JsonObject): boolean {
  return typeof title === 'string' && title.trim().toLowerCase() === 'else';
}

/** Returns the place of a new entry: the last one, before a branch that would be taken in any case. */
export function placeOfNew(entries: readonly JsonObject[]): number {
  const last = entries.at(-1);
  return last !== undefined && isElse(last) ? entries.length - 1 : entries.length;
}

/** Returns a list in the form in which it was written. */
export function writeList(entries: readonly JsonObject[], isText: boolean): Json {
  return isText ? JSON.stringify(entries) : entries;
}

export function withEntry(entries: readonly JsonObject[], index: number, change: JsonObject): readonly JsonObject[] {
  return entries.map((entry, at) => (at === index ? { ...entry, ...change } : entry));
}

/** Returns the entries with one of them moved up or down by one place. */
export function moved(entries: readonly JsonObject[], index: number, by: -1 | 1): readonly JsonObject[] {
  const [from, to] = [entries[index], entries[index + by]];
  if (from === undefined || to === undefined) return entries;
  return entries.with(index, to).with(index + by, from);
}

/** Returns the template of the handles of entries, such as `condition-<id>`; undefined for a block whose handles are fixed. */
export function handleTemplate(handles: readonly string[]): string | undefined {
  return handles.find((handle) => handle.includes('<id>'));
}

/** Returns an id that no entry of the block has: handles of branches are made of it. */
export function freshId(blockId: string, entries: readonly JsonObject[]): string {
  const taken = new Set(entries.map(({ id }) => id));
  for (let number = entries.length + 1; ; number += 1) {
    const id = `${blockId}-${number}`;
    if (!taken.has(id)) return id;
  }
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
