import { deepestJson, jsonSize, type Json } from '#kernel/json.js';
import { isHighSurrogate } from '#kernel/text/whole-characters.js';
import { Turn } from './turn.js';

/** Values that are written at once, in bytes: below a millisecond. */
const pieceBytes = 64 * 1024;

/** A value is worth writing in pieces from this size on, in bytes. */
export const largeJsonBytes = 256 * 1024;
/** How deep a value is nested has been checked before. */
const anyDepth = 2 * deepestJson;

/** Whether a value takes so long to write that other work must have its turn meanwhile. */
export function isLargeJson(value: unknown): value is object | string {
  const mayBe = typeof value === 'string' || (typeof value === 'object' && value !== null);
  return mayBe && jsonSize(value as Json, largeJsonBytes, anyDepth) > largeJsonBytes;
}

/** The text that `JSON.stringify` makes of plain data, written in pieces between which other work has its turn. */
export async function writeJson(value: object | string): Promise<string> {
  const turn = await Turn.begin();
  const texts: string[] = [];
  for (const text of piecesOf(value)) {
    texts.push(text);
    if (turn.isOver) await turn.yield();
  }
  return texts.join('');
}

function* piecesOf(value: object | string): Generator<string> {
  if (typeof value === 'string') yield* piecesOfText(value);
  else if ('toJSON' in value || jsonSize(value as Json, pieceBytes, anyDepth) <= pieceBytes) yield JSON.stringify(value);
  else if (Array.isArray(value)) yield* piecesOfList(value as readonly unknown[]);
  else yield* piecesOfObject(value);
}

/** Small items that follow each other are written together. */
function* piecesOfList(items: readonly unknown[]): Generator<string> {
  let opening = '[';
  for (let from = 0, to = 0; from < items.length; from = to) {
    let bytes = 0;
    for (; to < items.length && bytes < pieceBytes; to += 1) {
      const size = jsonSize(items[to] as Json, pieceBytes, anyDepth);
      if (size > pieceBytes && isLong(items[to])) break;
      bytes += size;
    }
    yield opening;
    opening = ',';
    if (to > from) yield JSON.stringify(items.slice(from, to)).slice(1, -1);
    else yield* piecesOf(items[to++] as object | string);
  }
  yield ']';
}

function* piecesOfObject(value: object): Generator<string> {
  let opening = '{';
  for (const key of Object.keys(value)) {
    const member = (value as Readonly<Record<string, unknown>>)[key];
    const text = isLong(member) ? '' : (JSON.stringify(member) as string | undefined);
    if (text === undefined) continue;
    yield `${opening}${JSON.stringify(key)}:${text}`;
    opening = ',';
    if (isLong(member)) yield* piecesOf(member);
  }
  yield opening === '{' ? '{}' : '}';
}

/** A text is cut so that no pair of surrogates is divided: half of one would be escaped. */
function* piecesOfText(text: string): Generator<string> {
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = from + pieceBytes;
    if (isHighSurrogate(text.charCodeAt(to - 1))) to += 1;
    const piece = JSON.stringify(text.slice(from, to));
    yield piece.slice(from === 0 ? 0 : 1, to >= text.length ? undefined : -1);
  }
}

/** Whether a member may take several pieces. */
function isLong(value: unknown): value is object | string {
  return typeof value === 'string' ? value.length > pieceBytes : typeof value === 'object' && value !== null;
}
