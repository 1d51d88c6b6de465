import { Readable } from 'node:stream';
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
}

const mostBytes = 100 * 1024 * 1024;

/** Parses records while the file arrives. @throws CsvBroken for invalid CSV, invalid UTF-8 or a file above the size limit */
export async function* csvRecords(source: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord> {
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: 10 * tableLimits.rowBytes,
  });
  try {
    for await (const { record, info } of Readable.from(texts(source)).compose(parser)) {
      yield { cells: record as readonly string[], line: (info as { lines: number }).lines };
    }
  } catch (error) {
    throw error instanceof CsvError ? new CsvBroken(error.message) : error;
  }
}

async function* texts(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new CsvBroken(`The file is larger than ${mostBytes / 1024 / 1024} MiB`);
    yield decoded(() => decoder.decode(chunk, { stream: true }));
  }
  yield decoded(() => decoder.decode());
}

function decoded(decode: () => string): string {
  try {
    return decode();
  } catch {
    throw new CsvBroken('The file must be UTF-8');
  }
}

/** Rejects a file whose known size is above the limit. @throws DomainError too-large */
export function requireImportable(bytes: number): void {
  if (bytes > mostBytes)
    throw new DomainError('too-large', 'PAYLOAD_TOO_LARGE', `The file must not be larger than ${mostBytes / 1024 / 1024} MiB`);
}
