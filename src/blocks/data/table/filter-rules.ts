import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { numberIn } from '#engine/values/coerce.js';
import { plainText } from '#engine/values/json-text.js';
import { isFilled, refused } from '../data-fields.js';

/** A column, as far as the values of rules depend on it. */
interface TypedColumn {
  readonly name: string;
  readonly type: string;
}

const emptiness: ReadonlyMap<string, boolean> = new Map([
  ['isEmpty', true],
  ['isNotEmpty', false],
]);

/**
 * The filter that the rows of an editor stand for: `{column, operator, value, logicalOperator}`, values being texts. *and* binds
 * closer than *or*. Rows without column and value say nothing.
 * @throws BlockFailure for a row that says half of something: left out, the rest would find more rows than its author meant
 */
export function filterOfRules(rules: readonly Json[], columns: readonly TypedColumn[]): JsonObject {
  const groups: JsonObject[][] = [[]];
  for (const [index, rule] of rules.entries()) {
    if (!isJsonObject(rule)) throw refused(`Rule ${index + 1} of the filter`, 'must have a column, an operator and a value');
    if (rule['logicalOperator'] === 'or' && groups.at(-1)?.length !== 0) groups.push([]);
    const column = columnOf(rule, index);
    if (column !== undefined) groups.at(-1)?.push(conditionOf(column, rule, columns));
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

/** What a text stands for in a column of a type; what does not fit stays, and is refused where the filter is read. */
function typed(value: Json, type: string): Json {
  if (type === 'string') return plainText(value);
  if (typeof value !== 'string') return value;
  if (value === 'null') return null;
  if (type === 'number') return numberIn(value) ?? value;
  return type === 'boolean' && (value === 'true' || value === 'false') ? value === 'true' : value;
}
