import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { inStableOrder, isSameJson } from './files/stable-order.js';

/** Receives the path of a list member whose empty secret may be that of several members, or of none. */
export type OnUnclear = (path: readonly string[]) => void;

/**
 * `wanted` with the secrets that a server has and does not export: where `wanted` equals the export, the present value is kept, and so is
 * what an export never contains. `exported` is `present` without its secrets.
 */
export function withKeptSecrets(wanted: Json, exported: Json, present: Json, onUnclear: OnUnclear): Json {
  if (isSameJson(wanted, exported)) return present;
  if (isList(wanted) && isList(exported) && isList(present)) return listWithSecrets(wanted, stored(exported, present), onUnclear);
  if (typeof wanted === 'string' && typeof exported === 'string' && typeof present === 'string')
    return textWithSecrets([wanted, exported, present], onUnclear);
  if (!isJsonObject(wanted) || !isJsonObject(exported) || !isJsonObject(present)) return wanted;
  const entries = Object.entries(wanted).map(([key, each]): [string, Json] => {
    const [known, held] = [exported[key], present[key]];
    if (known === undefined || held === undefined) return [key, each];
    return [key, withKeptSecrets(each, known, held, (path) => onUnclear([key, ...path]))];
  });
  const unexported = Object.entries(present).filter(([key]) => exported[key] === undefined && !Object.hasOwn(wanted, key));
  return Object.fromEntries([...entries, ...unexported]);
}

/** Lists of tools may be given as their JSON text. */
function textWithSecrets(texts: readonly [wanted: string, exported: string, present: string], onUnclear: OnUnclear): string {
  const [wanted, exported, present] = texts.map(structureIn);
  if (wanted === undefined || exported === undefined || present === undefined) return texts[0];
  return JSON.stringify(withKeptSecrets(wanted, exported, present, onUnclear));
}

function structureIn(text: string): Json | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** A member of a list on the server, with and without its secrets. */
interface Stored {
  readonly exported: Json;
  readonly present: Json;
}

function stored(exported: readonly Json[], present: readonly Json[]): readonly Stored[] {
  return exported.map((each, index) => ({ exported: each, present: present[index] ?? null }));
}

/**
 * Members are the same when they are equal without secrets, else when no other has their title, name and type, else when no other is equal
 * but for the title. Their order may change.
 */
function listWithSecrets(wanted: readonly Json[], members: readonly Stored[], onUnclear: OnUnclear): Json {
  const matches = new Map<number, Stored>();
  for (const keyOf of [contentKey, nameKey, untitledKey]) match(wanted, members, { matches, keyOf });
  const used = new Set(matches.values());
  const lost = new Set(members.filter((each) => !used.has(each)).flatMap(({ exported, present }) => emptied(exported, present)));
  return wanted.map((each, index) => {
    const found = matches.get(index);
    const onUnclearHere: OnUnclear = (path) => onUnclear([String(index), ...path]);
    if (found !== undefined) return withKeptSecrets(each, found.exported, found.present, onUnclearHere);
    if (hasEmpty(each, lost)) onUnclearHere([]);
    return each;
  });
}

interface Matching {
  readonly matches: Map<number, Stored>;
  /** Undefined for what it cannot tell apart. */
  readonly keyOf: (member: Json) => string | undefined;
}

/** Members with the same key are matched in their order, if both sides have as many of them. */
function match(wanted: readonly Json[], members: readonly Stored[], { matches, keyOf }: Matching): void {
  const used = new Set(matches.values());
  const free = Map.groupBy(
    members.filter((each) => !used.has(each)),
    ({ exported }) => keyOf(exported),
  );
  const open = Map.groupBy(
    [...wanted.keys()].filter((index) => !matches.has(index)),
    (index) => keyOf(wanted[index] ?? null),
  );
  for (const [key, indices] of open) {
    const same = free.get(key) ?? [];
    const isClear = key !== undefined && same.length === indices.length && (keyOf === contentKey || same.length === 1);
    if (isClear) for (const [place, index] of indices.entries()) matches.set(index, same[place] as Stored);
  }
}

function contentKey(member: Json): string {
  return JSON.stringify(inStableOrder(member));
}

const naming = ['id', 'type', 'name', 'title', 'toolId'];

function nameKey(member: Json): string | undefined {
  if (!isJsonObject(member)) return undefined;
  const names = naming.filter((field) => typeof member[field] === 'string').map((field) => [field, member[field]]);
  return names.length === 0 ? undefined : JSON.stringify(names);
}

/** A tool with another title is still the same, as long as it does the same in the same place. */
function untitledKey(member: Json): string | undefined {
  if (!isJsonObject(member) || typeof member['title'] !== 'string') return undefined;
  const { title: _, ...rest } = member;
  return contentKey(rest);
}

/** The names of fields that the export has emptied, at any depth. */
function emptied(exported: Json, present: Json): readonly string[] {
  return fieldsOf(present).flatMap(([key, held]) => {
    const known = (exported as JsonObject)[key] ?? null;
    return known === null && held !== null ? [key] : emptied(known, held);
  });
}

function hasEmpty(member: Json, fields: ReadonlySet<string>): boolean {
  return fieldsOf(member).some(([key, inner]) => (inner === null && fields.has(key)) || hasEmpty(inner, fields));
}

function fieldsOf(value: Json): readonly [string, Json][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
