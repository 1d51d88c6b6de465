import { csvField, withFormula, withoutFormula } from '#edge/answer/csv-field.js';
import { isTooDeep, maxDepth, parseJson } from '#edge/body/parse-json.js';
import { DomainError, invalid, invalidField } from '#kernel/errors.js';
import type { Json } from '#kernel/json.js';
import type { Column } from '../domain/column.js';
import { convertCell, losesDigits } from '../domain/convert-cell.js';

/** A cell in CSV. A text that a spreadsheet would run as a formula is prefixed with an apostrophe. */
export function csvCell({ type }: Pick<Column, 'type'>, cell: Json | undefined): string {
  if (cell === undefined || cell === null) return '';
  const text = type === 'json' ? JSON.stringify(cell) : String(cell as string | number | boolean);
  return csvField(type === 'string' ? withoutFormula(text) : text);
}

/**
 * Converts a text to the type of a column. A text that cannot be converted is returned unchanged, and the row validation rejects it.
 * @throws DomainError invalid for JSON that a request body must not contain either
 */
export function cellOfCsv({ name, type }: Pick<Column, 'name' | 'type'>, text: string): Json {
  if (text === '') return null;
  if (type === 'string') return withFormula(text);
  if (type === 'json') return jsonOf(name, text);
  if (type === 'number' && losesDigits(text))
    throw invalidField([name], `${name}: a number does not keep the digits of ${shown(text)}`, 'invalid_type');
  return convertCell(text, type) ?? text;
}

function shown(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** In a column of JSON, a text that is no JSON is the value itself. */
function jsonOf(name: string, text: string): Json {
  const bytes = Buffer.from(text);
  if (isTooDeep(bytes)) throw invalidField([name], `${name} must not be nested deeper than ${maxDepth}`, 'too_deep');
  try {
    return parseJson(bytes, 'anything');
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'INVALID_JSON') return text;
    throw invalid(
      (error.details ?? []).map(({ path, message, code }) => ({ path: [name, ...path], message: `${name}: ${message}`, code })),
    );
  }
}
