import { createReadStream } from 'node:fs';

/**
 * The lines of a file, with at most a megabyte in memory. Each line ends with a line feed. Bytes that are not text, and a truncated last line,
 * are thrown as the error that `broken` creates.
 */
export async function* wholeLines(file: string, broken: (message: string) => Error): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const decode = (chunk?: Buffer): string => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch {
      throw broken('The file has bytes that are not UTF-8');
    }
  };
  let rest = '';
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    const lines = (rest + decode(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '' || decode() !== '') throw broken('The last line is truncated: it has no line feed');
  return undefined;
}
