/** Rows of texts, as the clipboards of spreadsheets and CSV files have them. */
export type Texts = readonly (readonly string[])[];

/**
 * Reads text whose cells are separated by tabs or commas. A cell in quotation marks contains separators and line breaks; two
 * quotation marks in it are one. The line break at the end begins no row.
 */
export function readDelimited(text: string, separator: '\t' | ','): Texts {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const source = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n');
  while (at < source.length) {
    const [quoted, behind] = source[at] === '"' ? quotedFrom(source, at) : ['', at];
    const [plain, end] = plainFrom(source, behind, separator);
    row.push(quoted + plain);
    at = end;
    if (source[at] === separator) {
      at += 1;
      if (at === source.length) row.push('');
      if (at < source.length && source[at] === '\n') row.push('');
      else continue;
    }
    rows.push(row);
    row = [];
    at += 1;
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

/** Writes rows for the clipboard, as spreadsheets read them. */
export function writeTabbed(rows: Texts): string {
  const cell = (text: string): string => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => row.map(cell).join('\t')).join('\n');
}

function plainFrom(text: string, start: number, separator: string): readonly [cell: string, end: number] {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '\n') end += 1;
  return [text.slice(start, end), end];
}

function quotedFrom(text: string, start: number): readonly [cell: string, end: number] {
  let cell = '';
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return [cell + text.slice(at), text.length];
    cell += text.slice(at, quote);
    at = quote + 1;
    if (text[at] !== '"') return [cell, at];
    cell += '"';
    at += 1;
  }
}

/** Where the first record of a CSV file ends, with its line break. */
export function endOfFirstRecord(text: string): number {
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === '\n' && !isQuoted) return at + 1;
    else if (text[at] === '\r' && !isQuoted && text[at + 1] !== '\n') return at + 1;
  }
  return text.length;
}
