import { assertNever } from '#kernel/assert-never.js';
import type { Json } from '#kernel/json.js';
import { isId } from '#kernel/ids.js';
import type { Condition, Field, SortKey } from '../domain/condition.js';
import { fieldType } from '../domain/row-field.js';
import { orderedCharacters } from './cell-key.js';
import type { SqlValues } from './sql-values.js';

type Of<Kind extends Condition['kind']> = Extract<Condition, { readonly kind: Kind }>;

/** A condition as SQL on a row `r`. It is null, and thus not true, where a cell is empty. */
export function conditionSql(condition: Condition, values: SqlValues): string {
  switch (condition.kind) {
    case 'all':
      return joined(condition.parts, 'and', values) ?? 'true';
    case 'any':
      return joined(condition.parts, 'or', values) ?? 'false';
    case 'not':
      return `(${conditionSql(condition.part, values)}) is not true`;
    case 'among':
      return amongSql(condition, values);
    case 'compare':
      return compareSql(condition, values);
    case 'like':
      return likeSql(condition, values);
    case 'null':
      return `${textSql(condition.field)} is null`;
    case 'empty':
      return `coalesce(${textSql(condition.field)}, '') = ''`;
    default:
      return assertNever(condition);
  }
}

/** Texts by code points without case, numbers and dates with empty cells last, of everything else those last that are first the other way round. */
export function sortSql({ field, direction }: SortKey): string {
  const type = fieldType(field);
  if (type === 'number') return `${numberSql(field)} ${direction} nulls last`;
  if (type === 'date') return `${momentSql(field)} ${direction} nulls last`;
  const text = textSql(field);
  if (type !== 'string' || 'system' in field) return `${text} collate "C" ${direction}`;
  return `lower(left(${text}, ${orderedCharacters}) collate "pg_c_utf8") collate "C" ${direction}`;
}

function joined(parts: readonly Condition[], by: 'and' | 'or', values: SqlValues): string | undefined {
  return parts.length === 0 ? undefined : parts.map((part) => `(${conditionSql(part, values)})`).join(` ${by} `);
}

function amongSql({ field, values: wanted }: Of<'among'>, values: SqlValues): string {
  if ('system' in field && field.system === 'id') {
    return `r.id = any(${values.add((wanted as readonly string[]).filter(isId))}::uuid[])`;
  }
  const type = fieldType(field);
  if (type === 'date') return `${momentSql(field)} = any(${momentsOf(field, wanted, values)})`;
  if (type === 'string') return `${textSql(field)} = any(${values.add(wanted)}::text[])`;
  return `${jsonSql(field)} = any(${values.add(wanted.map((value) => JSON.stringify(value)))}::jsonb[])`;
}

function momentsOf(field: Field, wanted: readonly Json[], values: SqlValues): string {
  return `${values.add(wanted)}::${'system' in field ? 'timestamptz' : 'text'}[]`;
}

function compareSql({ field, by, value }: Of<'compare'>, values: SqlValues): string {
  if (fieldType(field) === 'number') return `${numberSql(field)} ${by} ${values.add(String(value))}::numeric`;
  return `${momentSql(field)} ${by} ${values.add(value)}${'system' in field ? '::timestamptz' : ''}`;
}

function likeSql({ field, pieces, ignoresCase }: Of<'like'>, values: SqlValues): string {
  const pattern = pieces.map((piece) => piece.replace(/[\\%_]/g, '\\$&')).join('%');
  return `${textSql(field)} collate "pg_c_utf8" ${ignoresCase ? 'ilike' : 'like'} ${values.add(pattern)}`;
}

const systemColumns = { id: 'r.id', createdAt: 'r.created_at', updatedAt: 'r.updated_at' } as const;

function textSql(field: Field): string {
  return 'system' in field ? `${systemColumns[field.system]}::text` : `(r.data->>${cellName(field)})`;
}

function jsonSql(field: Field): string {
  if ('system' in field) throw new Error('Only cells are json');
  return `(r.data->${cellName(field)})`;
}

/** Guarded, so that nothing fails should a cell ever be of another type than its column. */
function numberSql(field: Field): string {
  return `(case when jsonb_typeof(${jsonSql(field)}) = 'number' then ${textSql(field)}::numeric end)`;
}

function momentSql(field: Field): string {
  if ('system' in field) return systemColumns[field.system];
  const text = textSql(field);
  return `(case when length(${text}) = 10 then ${text} || 'T00:00:00.000Z' else ${text} end collate "C")`;
}

/** Ids of columns are made by us. That they look like it is checked once more where they become SQL. */
function cellName({ column: { id } }: Extract<Field, { readonly column: unknown }>): string {
  if (!/^c\d+$/.test(id)) throw new Error(`${id} is no id of a column`);
  return `'${id}'`;
}
