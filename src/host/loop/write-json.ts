import { jsonSize, type Json } from '#kernel/json.js';
import { Turn } from './turn.js';

/** Values that are written at once, in bytes: below a millisecond. */
const pieceBytes = 64 * 1024;

/** A value is worth writing in pieces from this size on, in bytes. */
export const largeJsonBytes = 1024 * 1024;

/** Whether a value takes so long to write that other work must have its turn meanwhile. */
export function isLargeJson(value: unknown): value is object {
  return typeof value === 'object' && value !== null && jsonSize(value as Json, largeJsonBytes) > largeJsonBytes;
}

/** The text that `JSON.stringify` makes of plain data, written in pieces between which other work has its turn. */
export async function writeJson(value: object): Promise<string> {
  const turn = new Turn();
  const texts: string[] = [];
  for (const text of piecesOf(value)) {
    texts.push(text);
    if (turn.isOver) await turn.yield();
  }
  return texts.join('');
}

function* piecesOf(value: object): Generator<string> {
  if ('toJSON' in value || jsonSize(value as Json, pieceBytes) <= pieceBytes) yield JSON.stringify(value);
  else if (Array.isArray(value)) yield* piecesOfList(value as readonly unknown[]);
  else yield* piecesOfObject(value);
}

/** Small items that follow each other are written together. */
function* piecesOfList(items: readonly unknown[]): Generator<string> {
  let opening = '[';
  for (let from = 0, to = 0; from < items.length; from = to) {
    let bytes = 0;
    for (; to < items.length && bytes < pieceBytes; to += 1) {
      const size = jsonSize(items[to] as Json, pieceBytes);
      if (size > pieceBytes && isStructure(items[to])) break;
      bytes += size;
    }
    yield opening;
    opening = ',';
    if (to > from) yield JSON.stringify(items.slice(from, to)).slice(1, -1);
    else yield* piecesOf(items[to++] as object);
  }
  yield ']';
}

function* piecesOfObject(value: object): Generator<string> {
  let opening = '{';
  for (const key of Object.keys(value)) {
    const member = (value as Readonly<Record<string, unknown>>)[key];
    const text = isStructure(member) ? '' : (JSON.stringify(member) as string | undefined);
    if (text === undefined) continue;
    yield `${opening}${JSON.stringify(key)}:${text}`;
    opening = ',';
    if (isStructure(member)) yield* piecesOf(member);
  }
  yield opening === '{' ? '{}' : '}';
}

function isStructure(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
