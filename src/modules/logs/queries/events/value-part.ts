import { isJsonObject, jsonSize, type Json } from '#kernel/json.js';
import { readPath } from '#engine/texts/reference.js';
import { shortened } from './shown-event.js';

/** A part of a value of an event. */
export interface ValuePart {
  /** What the value is. */
  readonly kind: 'text' | 'list' | 'object' | 'value';
  /** Number of characters of a text, of members of a list or an object; 1 for any other value. */
  readonly length: number;
  /** About how many bytes the whole value takes as JSON. */
  readonly bytes: number;
  /** Place of the first character or member of this part. */
  readonly offset: number;
  /** The part: a text, a list or an object with the members from `offset` on. Members above 8 KB are left out in their turn. */
  readonly part: Json;
  /** The `offset` of the next part; null when this is the last one. */
  readonly nextOffset: number | null;
}

export interface PartAsked {
  readonly offset: number;
  /** Characters or members at most. */
  readonly limit: number;
}

/** Characters or members of one part. */
export const mostOfPart = 65_536;
/** Members together in one part, in bytes. */
const mostBytes = 256 * 1024;
const step = /^(?:\.?([^.[\]]+)|\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\])/;

/** The steps of a path such as `output.rows[3]["a.b"]`. @returns undefined for a text that is no path */
export function stepsOf(path: string): readonly string[] | undefined {
  const steps: string[] = [];
  for (let rest = path; rest !== '';) {
    const match = step.exec(rest);
    if (match === null) return undefined;
    const [all, name, index, quoted] = match;
    steps.push(name ?? index ?? unquoted(quoted ?? ''));
    rest = rest.slice(all.length);
  }
  return steps;
}

/** @returns undefined when there is no value at the path */
export function partAt(value: Json, steps: readonly string[], asked: PartAsked): ValuePart | undefined {
  const found = readPath(value, steps);
  return found === undefined ? undefined : partOf(found, asked);
}

/** The bounds of a part of a text. It contains both halves of a character or none: strict parsers of JSON refuse a half. */
function wholeCharacters(text: string, { offset, limit }: PartAsked): { readonly from: number; readonly to: number } {
  const from = isWithinCharacter(text, offset) ? offset - 1 : offset;
  const to = Math.min(from + limit, text.length);
  if (!isWithinCharacter(text, to)) return { from, to };
  return { from, to: to - from > 1 ? to - 1 : to + 1 };
}

function isWithinCharacter(text: string, index: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, index - 1), index + 1));
}

function partOf(value: Json, { offset, limit }: PartAsked): ValuePart {
  const bytes = jsonSize(value, Number.POSITIVE_INFINITY);
  if (typeof value === 'string') {
    const { from, to } = wholeCharacters(value, { offset, limit });
    return { kind: 'text', length: value.length, bytes, offset: from, part: value.slice(from, to), nextOffset: nextOf(to, value.length) };
  }
  if (Array.isArray(value)) {
    const part = within(value.slice(offset, offset + limit).map((member: Json): [string, Json] => ['', member]));
    return {
      kind: 'list',
      length: value.length,
      bytes,
      offset,
      part: part.map(([, member]) => member),
      nextOffset: nextOf(offset + part.length, value.length),
    };
  }
  if (!isJsonObject(value)) return { kind: 'value', length: 1, bytes, offset: 0, part: value, nextOffset: null };
  const members = Object.entries(value);
  const part = within(members.slice(offset, offset + limit));
  return {
    kind: 'object',
    length: members.length,
    bytes,
    offset,
    part: Object.fromEntries(part),
    nextOffset: nextOf(offset + part.length, members.length),
  };
}

/** The first members, without their large parts, that have room in one part: at least one. */
function within(members: readonly (readonly [string, Json])[]): (readonly [string, Json])[] {
  const shown: (readonly [string, Json])[] = [];
  let left = mostBytes;
  for (const [name, member] of members) {
    const short = shortened(member);
    left -= jsonSize(short, mostBytes) + name.length;
    if (left < 0 && shown.length > 0) break;
    shown.push([name, short]);
  }
  return shown;
}

function nextOf(end: number, length: number): number | null {
  return end < length ? end : null;
}

function unquoted(text: string): string {
  return text.replaceAll(/\\(.)/g, '$1');
}
