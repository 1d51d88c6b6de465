/** Rows of cells as text. Each value follows the name of its column, so that a row is understandable without the others. */
export function tableText(rows: readonly (readonly unknown[])[]): string {
  const [head = [], ...body] = rows;
  const names = head.map(cellText);
  if (body.length === 0) return names.filter((name) => name !== '').join('; ');
  return body
    .map((row) => rowText(row, names))
    .filter((line) => line !== '')
    .join('\n');
}

function rowText(row: readonly unknown[], names: readonly string[]): string {
  return row
    .map((value, column) => ({ name: names[column] ?? '', text: cellText(value) }))
    .filter(({ text }) => text !== '')
    .map(({ name, text }) => (name === '' ? text : `${name}: ${text}`))
    .join('; ');
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return (value instanceof Date ? value.toISOString() : String(value as string | number | boolean)).replaceAll(/\s+/g, ' ').trim();
}
