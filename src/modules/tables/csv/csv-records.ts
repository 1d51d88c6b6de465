import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse';
import { DomainError } from '#kernel/errors.js';
import { tableLimits } from '../domain/table-limits.js';

/** The cells of one record, and the line on which it ends. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The reason why the rest of a file cannot be read. */
export class CsvBroken extends Error {
  override name = 'CsvBroken';

  constructor(
    message: string,
    /** Number of the line that cannot be read. */
    readonly line?: number,
  ) {
    super(message);
  }
}

const mostBytes = 100 * 1024 * 1024;

/**
 * Parses records while the file arrives. What is read before a defect comes before the error.
 * @throws CsvBroken for invalid CSV, invalid UTF-8 or a file above the size limit
 */
export async function* csvRecords(source: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord> {
  const parsed: CsvRecord[] = [];
  const parser = parse({
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: 10 * tableLimits.rowBytes,
    on_record: (cells, { lines }) => void parsed.push({ cells: cells as readonly string[], line: lines }),
  });
  // Each call rejects with its error.
  parser.on('error', () => undefined).resume();
  let last = 1;
  const records = function* (): Generator<CsvRecord> {
    last = parsed.at(-1)?.line ?? last;
    yield* parsed.splice(0);
  };
  let broken: CsvBroken | undefined;
  try {
    for await (const text of texts(source)) {
      const problem = await problemOf((done) => parser.write(text, done));
      yield* records();
      if (problem !== undefined) throw brokenBy(problem);
    }
  } catch (error) {
    if (!(error instanceof CsvBroken)) throw error;
    broken = error;
  }
  const problem = await problemOf((done) => parser.end(done));
  yield* records();
  if (broken === undefined && problem !== undefined) broken = brokenBy(problem);
  if (broken !== undefined) throw new CsvBroken(broken.message, broken.line ?? last + 1);
}

async function problemOf(work: (done: (error?: Error | null) => void) => unknown): Promise<Error | undefined> {
  return new Promise((resolve) => work((error) => resolve(error ?? undefined)));
}

function brokenBy(error: Error): CsvBroken {
  if (!(error instanceof CsvError)) throw error;
  return new CsvBroken(error.message, Number(error['lines']));
}

/** The text of a file, up to the end of the last line before a byte that is no UTF-8. */
async function* texts(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let pending: Uint8Array = Buffer.alloc(0);
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > mostBytes) throw new CsvBroken(`The file is larger than ${mostBytes / 1024 / 1024} MiB`);
    const bytes = pending.length === 0 ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length) : Buffer.concat([pending, chunk]);
    const whole = bytes.subarray(0, wholeCharacters(bytes));
    const isReadable = isUtf8(whole);
    yield (isReadable ? whole : readableLines(whole)).toString('utf8');
    if (!isReadable) throw notUtf8();
    pending = bytes.subarray(whole.length);
  }
  if (pending.length > 0) throw notUtf8();
}

function notUtf8(): CsvBroken {
  return new CsvBroken('The file must be UTF-8');
}

/** The number of bytes without the beginning of a character that the next ones end. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function readableLines(bytes: Buffer): Buffer {
  let end = 0;
  for (;;) {
    const next = bytes.indexOf('\n', end) + 1;
    if (next === 0 || !isUtf8(bytes.subarray(end, next))) return bytes.subarray(0, end);
    end = next;
  }
}

/** Rejects a file whose known size is above the limit. @throws DomainError too-large */
export function requireImportable(bytes: number): void {
  if (bytes > mostBytes)
    throw new DomainError('too-large', 'PAYLOAD_TOO_LARGE', `The file must not be larger than ${mostBytes / 1024 / 1024} MiB`);
}
