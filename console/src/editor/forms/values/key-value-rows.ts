import { isJsonObject, type Json, type JsonObject } from '../../../../../src/kernel/json.js';

export type Row = readonly [key: string, value: string];

/** Returns the rows of a table of keys and values in any of its forms; undefined for a value that is none, such as a reference. */
export function readRows(value: Json | undefined): readonly Row[] | undefined {
  const written = typeof value === 'string' && value !== '' ? parsed(value) : value;
  if (written === undefined && typeof value === 'string' && value !== '') return undefined;
  if (written === undefined || written === null || written === '') return [];
  if (isJsonObject(written)) return Object.entries(written).map(([key, each]) => [key, shown(each)]);
  if (!Array.isArray(written) || !(written as readonly Json[]).every(isJsonObject)) return undefined;
  return (written as readonly JsonObject[]).map((row) => {
    const cells = isJsonObject(row['cells']) ? row['cells'] : row;
    return [shown(cells['Key']), shown(cells['Value'])];
  });
}

/** Returns the rows in the form that the value had: an object stays one as long as its keys differ. */
export function writeRows(rows: readonly Row[], before: Json | undefined): Json {
  const filled = rows.filter(([key, value]) => key !== '' || value !== '');
  const isDistinct = new Set(filled.map(([key]) => key)).size === filled.length && filled.every(([key]) => key !== '');
  if (isJsonObject(before) && isDistinct) return Object.fromEntries(filled);
  const former = Array.isArray(before) ? (before as readonly Json[]).filter(isJsonObject) : [];
  return filled.map(([Key, Value], index) => {
    const row = former[index];
    if (row !== undefined && !isJsonObject(row['cells'])) return { ...row, Key, Value };
    return { id: String(index + 1), ...row, cells: { ...(row?.['cells'] as JsonObject | undefined), Key, Value } };
  });
}

/** Returns the rows of a pasted text: lines `name: value` or `name=value`, or a query string. Undefined for any other text. */
export function pastedRows(text: string): readonly Row[] | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length === 1 && /^\??[^=&\s:]+=[^&]*(?:&[^=&]+=[^&]*)+$/.test(text.trim())) {
    return [...new URLSearchParams(text.trim().replace(/^\?/, ''))];
  }
  const rows = lines
    .map((line) => /^\s*([^:=\s][^:=]*?)\s*[:=]\s*(.*?)\s*$/.exec(line))
    .map((match) => match && ([match[1] ?? '', match[2] ?? ''] as const));
  return lines.length > 0 && rows.every((row) => row !== null) ? rows : undefined;
}

function shown(value: Json | undefined): string {
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
