import { isJsonObject, type Json, type JsonObject } from '../../../../../src/kernel/json.js';

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
