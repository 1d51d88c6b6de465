import type { Response } from 'express';
import type { Page } from '#kernel/page.js';
import { csvField, withoutFormula } from './csv-field.js';
import { pipeToCaller } from './pipe-to-caller.js';

export const fileFormats = ['jsonl', 'csv'] as const;
export type FileFormat = (typeof fileFormats)[number];

/** The columns of a CSV file: the value of each for an entry. Texts are untrusted and are written safe to open in a spreadsheet. */
export type CsvColumns<View> = Readonly<Record<string, (view: View) => string | number | null>>;

export interface PagedFile<View> {
  /** Without the extension. */
  readonly name: string;
  readonly format: FileFormat;
  readonly page: (cursor: string | undefined) => Promise<Page<View>>;
  /** An entry as a line of JSON. */
  readonly line: (view: View) => object;
  readonly columns: CsvColumns<View>;
}

const mediaTypes: Readonly<Record<FileFormat, string>> = { jsonl: 'application/x-ndjson', csv: 'text/csv; charset=utf-8' };

/**
 * Answers with all entries of a list, with one page in memory at a time. A refusal comes before the first byte. A later failure, and `ended`, cut the
 * connection, so that the caller does not mistake half a file for a whole one.
 */
export async function sendPages<View>(response: Response, file: PagedFile<View>, ended?: AbortSignal): Promise<void> {
  const first = await file.page(undefined);
  response.setHeader('Content-Type', mediaTypes[file.format]);
  response.setHeader('Content-Disposition', `attachment; filename="${file.name}.${file.format}"`);
  await pipeToCaller(parts(first, file), response, ended === undefined ? {} : { ended });
}

/** A caller has a minute for each part, so a page of large entries is several. */
const partCharacters = 256 * 1024;

async function* parts<View>(first: Page<View>, { format, page, line, columns }: PagedFile<View>): AsyncGenerator<string> {
  const write = format === 'csv' ? (view: View) => record(view, columns) : (view: View) => `${JSON.stringify(line(view))}\n`;
  if (format === 'csv') yield `${Object.keys(columns).join(',')}\r\n`;
  for (let current = first; ; current = await page(current.nextCursor)) {
    let text = '';
    for (const view of current.data) {
      text += write(view);
      if (text.length < partCharacters) continue;
      yield text;
      text = '';
    }
    if (text !== '') yield text;
    if (current.nextCursor === null) return;
  }
}

function record<View>(view: View, columns: CsvColumns<View>): string {
  const cells = Object.values(columns).map((cell) => cell(view));
  return `${cells.map((cell) => csvField(typeof cell === 'string' ? withoutFormula(cell) : String(cell ?? ''))).join(',')}\r\n`;
}
