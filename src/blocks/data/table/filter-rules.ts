import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { numberIn } from '#engine/values/coerce.js';
import { plainText } from '#engine/values/json-text.js';
import { isFilled } from '../../fields/blank.js';
import { refused } from '../../fields/field.js';

/** The part of a column that the values of rules depend on. */
interface TypedColumn {
  readonly name: string;
  readonly type: string;
}

const emptiness: ReadonlyMap<string, boolean> = new Map([
  ['isEmpty', true],
  ['isNotEmpty', false],
]);

/**
 * The filter that the rows of an editor describe: `{column, operator, value, logicalOperator}`, with text values. *and* binds closer
 * than *or*. Rows without column and value do not count, and neither does their
 * operator.
 * @throws BlockFailure for an incomplete row: without it, the filter would select more rows than the author meant
 */
export function filterOfRules(rules: readonly Json[], columns: readonly TypedColumn[]): JsonObject {
  const groups: JsonObject[][] = [[]];
  for (const [index, rule] of rules.entries()) {
    if (!isJsonObject(rule)) throw refused(`Rule ${index + 1} of the filter`, 'must have a column, an operator and a value');
    const column = columnOf(rule, index);
    if (column === undefined) continue;
    if (rule['logicalOperator'] === 'or' && groups.at(-1)?.length !== 0) groups.push([]);
    groups.at(-1)?.push(conditionOf(column, rule, columns));
  }
  const parts = groups.filter(({ length }) => length > 0).map((group) => ({ $and: group }));
  return parts.length === 0 ? {} : { $or: parts };
}

function columnOf({ column, value }: JsonObject, index: number): string | undefined {
  if (typeof column === 'string' && column !== '') return column;
  if (isFilled(column) || isFilled(value)) throw refused(`Rule ${index + 1} of the filter`, 'must have a column');
  return undefined;
}

function conditionOf(column: string, { operator = 'eq', value = '' }: JsonObject, columns: readonly TypedColumn[]): JsonObject {
  const name = plainText(operator);
  const isEmpty = emptiness.get(name);
  if (isEmpty !== undefined) return { [column]: { $empty: isEmpty } };
  const type = columns.find((each) => each.name === column)?.type ?? 'string';
  const isList = name === 'in' || name === 'nin';
  const wanted = isList ? listIn(value).map((item) => typed(item, type)) : typed(value, type);
  return { [column]: { [`$${name}`]: wanted } };
}

function listIn(value: Json): readonly Json[] {
  if (Array.isArray(value)) return value as readonly Json[];
  return plainText(value)
    .split(',')
    .map((item) => item.trim());
}

/** A text as a value of the type of its column. A value that does not fit stays as it is; reading the filter refuses it. */
function typed(value: Json, type: string): Json {
  if (type === 'string') return plainText(value);
  if (typeof value !== 'string') return value;
  if (value === 'null') return null;
  if (type === 'number') return numberIn(value) ?? value;
  return type === 'boolean' && (value === 'true' || value === 'false') ? value === 'true' : value;
}
