import { createReadStream } from 'node:fs';

/**
 * The lines of a file, each of which ends with a line feed, a megabyte in memory at a time. Bytes that are no text, and a last line that
 * was cut, are thrown as what `broken` makes of their description.
 */
export async function* wholeLines(file: string, broken: (message: string) => Error): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const decode = (chunk?: Buffer): string => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch {
      throw broken('The file has bytes that are no UTF-8 text');
    }
  };
  let rest = '';
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    const lines = (rest + decode(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '' || decode() !== '') throw broken('The last line was cut: it has no line feed');
  return undefined;
}
