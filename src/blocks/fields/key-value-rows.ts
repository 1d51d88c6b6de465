import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { parseJson } from '#engine/values/json-text.js';

/**
 * The rows of a table field, as written: `[{cells: {Key, Value}}]` as editors keep it, `[{Key, Value}]`, a plain object, or the
 * JSON text of one of these. Rows without a key do not count.
 */
export function keyValueRows(field: Json | undefined): readonly (readonly [key: string, value: Json])[] {
  const table = typeof field === 'string' ? parseJson(field) : field;
  const rows = Array.isArray(table) ? (table as readonly Json[]).flatMap(readRow) : isJsonObject(table) ? Object.entries(table) : [];
  return rows.filter(([key]) => key.trim() !== '');
}

function readRow(row: Json): readonly (readonly [string, Json])[] {
  if (!isJsonObject(row)) return [];
  const cells: JsonObject = isJsonObject(row['cells']) ? row['cells'] : row;
  const key = cells['Key'] ?? cells['key'];
  return typeof key === 'string' ? [[key, cells['Value'] ?? cells['value'] ?? '']] : [];
}
