import { framesOf, type ReadStream } from './stream-reader.js';

/** A part of a text, and when it arrived. */
interface Piece {
  readonly atMs: number;
  readonly text: string;
}

/** What is not as the model wrote it, in tokens. */
export interface Faults {
  lost: number;
  duplicated: number;
  reordered: number;
}

/** The chunks of a run. */
export function chunksOf(stream: ReadStream): readonly Piece[] {
  return textsOf(stream, (data) => (data as { chunk?: string }).chunk);
}

/** The pieces of an answer in chat completions. */
export function deltasOf(stream: ReadStream): readonly Piece[] {
  return textsOf(stream, (data) => (data as { choices?: { delta?: { content?: string } }[] }).choices?.[0]?.delta?.content);
}

function textsOf(stream: ReadStream, textOf: (data: unknown) => string | undefined): readonly Piece[] {
  if (stream.status !== 200) throw new Error(`A stream was refused with ${stream.status}`);
  return framesOf(stream).flatMap(({ atMs, data }) => {
    const text = data === '[DONE]' ? undefined : textOf(JSON.parse(data));
    return text === undefined || text === '' ? [] : [{ atMs, text }];
  });
}

/** How long each number of a counting model took from the provider to the reader, in ms. */
export function delaysOf(pieces: readonly Piece[], sentAtMs: readonly number[]): readonly number[] {
  const delays: number[] = [];
  let rest = '';
  for (const [index, { atMs, text }] of pieces.entries()) {
    const words = (rest + text).split(' ');
    // The last word may go on in the next piece, if that does not begin with a blank.
    const isWhole = pieces[index + 1]?.text.startsWith(' ') ?? true;
    rest = isWhole ? '' : (words.pop() ?? '');
    for (const word of words) if (word !== '') delays.push(atMs - (sentAtMs[Number(word) - 1] ?? Number.NaN));
  }
  if (delays.some(Number.isNaN)) throw new Error('A token was not sent by the provider');
  return delays;
}

/** Compares a text with the one of a model that counts to a number. */
export function faultsIn(pieces: readonly Piece[], most: number): Faults {
  const words = pieces
    .map(({ text }) => text)
    .join('')
    .split(' ')
    .filter((word) => word !== '')
    .map(Number);
  const seen = new Set<number>();
  const faults: Faults = { lost: 0, duplicated: 0, reordered: 0 };
  let last = 0;
  for (const word of words) {
    if (seen.has(word)) faults.duplicated += 1;
    else if (word < last) faults.reordered += 1;
    seen.add(word);
    last = Math.max(last, word);
  }
  for (let number = 1; number <= most; number += 1) if (!seen.has(number)) faults.lost += 1;
  return faults;
}
