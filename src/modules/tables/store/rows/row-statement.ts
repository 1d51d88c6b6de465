import { isKeyed } from '../../domain/column.js';
import { isEverything, type Condition, type SortKey } from '../../domain/condition.js';
import { fieldType } from '../../domain/row-field.js';
import { rowsAsOf } from './as-of.js';
import { emptyKey } from '../cell-key.js';
import { conditionSql, sortSql } from '../condition-sql.js';
import { keyLookFor, type KeyLook } from './row-source.js';
import { SqlValues } from '../sql-values.js';
import { rowColumns } from './stored-row.js';
import { versionSql } from '../tables.js';

/** The filter, the order and the start of a selection of rows. */
export interface RowSelection {
  readonly tableId: string;
  readonly workspaceId: string;
  readonly condition: Condition;
  /** Rows with equal keys come in the order of insertion, or in its reverse if the first key is descending. */
  readonly sort: readonly SortKey[];
  /** The time of the state to read, ISO 8601, UTC. Undefined reads the present state. */
  readonly asOf?: string | undefined;
  /** Only rows after this position. It excludes a sort. */
  readonly after?: number | undefined;
}

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Below this number of keys, finding rows by their keys is faster than scanning the rows. */
const fewKeys = 5000;

/** Asks whether a lookup finds few keys. Needed for lookups whose keys are not in the order of the page. */
export function probeStatement(tableId: string, look: KeyLook): Statement {
  const values = new SqlValues();
  const place = values.add(tableId);
  const keys = `select 1 from table_key k where k.table_id = ${place} and ${look.sql(values)} limit ${fewKeys + 1}`;
  return { text: `select count(*) <= ${fewKeys} as few from (${keys}) k`, values: values.list };
}

/** The lookup that a selection should use. `needsProbe`: only if it finds few keys. */
export function lookOf(
  selection: RowSelection,
  { counts }: Pick<PageBounds, 'counts'>,
): { readonly look: KeyLook; readonly needsProbe: boolean } | undefined {
  const { condition, asOf } = selection;
  const look = asOf === undefined ? keyLookFor(condition) : undefined;
  if (look === undefined) return undefined;
  if (look.isOneKey) return { look, needsProbe: false };
  // A page in the order of the same keys is bounded by them anyway.
  const order = keyOrderOf(selection)?.columnId;
  const isAlong = order === look.column.id && boundsOn(condition, order).length > 0 && (!counts || countedKeys(selection) !== undefined);
  return isAlong ? undefined : { look, needsProbe: true };
}

/** The start and the length of a page. */
export interface PageBounds {
  readonly limit: number;
  readonly offset: number;
  /** Whether the total number of rows is requested. */
  readonly counts: boolean;
  /** Ends the page before the row that begins after so many bytes of cells, so a page has at least one row. Undefined: no such end. */
  readonly mostBytes?: number | undefined;
}

/** One row with a page of rows, their total number (null if not requested), and the version of the table at that time. */
export function answerStatement(selection: RowSelection, look: KeyLook | undefined, page: PageBounds): Statement {
  const values = new SqlValues();
  const version = versionSql(values.add(selection.tableId), values.add(selection.workspaceId));
  const total = page.counts ? `(${countSql(selection, look, values)})` : 'null';
  const rows = boundedSql(pageSql(selection, look, page, values), page, values);
  return { text: `select ${version} as version, ${total} as total, (${rows}) as page`, values: values.list };
}

/**
 * The rows as one JSON value, with whether they end before the page does, up to the bytes that a page may have. Only the sizes of the rows behind are computed: large cells stay where
 * they are stored until they become part of the answer.
 */
function boundedSql(rows: string, { mostBytes }: PageBounds, values: SqlValues): string {
  if (mostBytes === undefined) return `select json_build_object('rows', coalesce(json_agg(p), '[]'), 'isCut', false) from (${rows}) p`;
  const before = `coalesce(sum(octet_length(r.data::text)) over (rows between unbounded preceding and 1 preceding), 0)`;
  const fits = `r.before < ${values.add(mostBytes)}`;
  return `select json_build_object('rows', coalesce(json_agg(r) filter (where ${fits}), '[]'), 'isCut', coalesce(not bool_and(${fits}), false))
          from (select r.*, ${before} as before from (${rows}) r) r`;
}

function pageSql(selection: RowSelection, look: KeyLook | undefined, page: PageBounds, values: SqlValues): string {
  const { sort } = selection;
  const inKeyOrder = look === undefined && selection.asOf === undefined ? keyOrderOf(selection) : undefined;
  if (inKeyOrder !== undefined) return keyOrderSql(selection, inKeyOrder, page, values);
  const source = sourceSql(selection, look, values);
  const isInKeys = look?.isOneKey === true && sort.length === 0;
  const order = isInKeys ? 'k.tie' : orderSql(sort);
  const limits = `limit ${values.add(page.limit)} offset ${values.add(page.offset)}`;
  return `select ${rowColumns} from ${source} order by ${order} ${limits}`;
}

function countSql(selection: RowSelection, look: KeyLook | undefined, values: SqlValues): string {
  const { tableId, condition, asOf } = selection;
  if (asOf === undefined && isEverything(condition))
    return `select row_count::float8 from table_size where table_id = ${values.add(tableId)}`;
  const keys = countedKeys(selection);
  if (keys !== undefined)
    return `select count(*)::float8 from table_key k where k.table_id = ${values.add(tableId)} and ${keys.sql(values)}`;
  return `select count(*)::float8 from ${sourceSql({ ...selection, after: undefined }, look, values)}`;
}

/** Locks rows in the order of their positions. It waits for concurrent changes and then checks the condition again. */
export function lockStatement(selection: RowSelection, look: KeyLook | undefined, limit: number): Statement {
  const values = new SqlValues();
  const source = sourceSql(selection, look, values);
  return {
    text: `select ${rowColumns} from ${source} order by r.position limit ${values.add(limit)} for update of r`,
    values: values.list,
  };
}

/** A lookup with as many keys as there are matching rows, so that the keys can be counted. */
function countedKeys({ condition, asOf }: RowSelection): KeyLook | undefined {
  const look = asOf === undefined && condition.kind !== 'all' ? keyLookFor(condition) : undefined;
  return look?.isExact === true ? look : undefined;
}

function sourceSql(selection: RowSelection, look: KeyLook | undefined, values: SqlValues): string {
  const { tableId, condition, asOf, after } = selection;
  const place = values.add(tableId);
  const from =
    asOf !== undefined
      ? `(${rowsAsOf(values, { place, asOf })}) r where true`
      : look === undefined
        ? `table_row r where r.table_id = ${place}`
        : `table_key k join table_row r on r.table_id = k.table_id and r.id = k.row_id where k.table_id = ${place} and ${look.sql(values)}`;
  const filter = isEverything(condition) ? '' : ` and (${conditionSql(condition, values)})`;
  const behind = after === undefined ? '' : ` and r.position > ${values.add(after)}`;
  return from + filter + behind;
}

function orderSql(sort: readonly SortKey[]): string {
  return [...sort.map(sortSql), `r.position ${sort[0]?.direction ?? 'asc'}`].join(', ');
}

/** The indexed column of a sort by a single key. */
function keyOrderOf({ sort }: RowSelection): { readonly columnId: string; readonly key: SortKey } | undefined {
  const [key] = sort;
  if (sort.length !== 1 || key === undefined || 'system' in key.field) return undefined;
  const { column } = key.field;
  return isKeyed(column) && column.type !== 'json' ? { columnId: column.id, key } : undefined;
}

/**
 * Rows in the order of the keys of a column. Those with and without a value are read separately, each in order, so that nothing is
 * sorted.
 */
function keyOrderSql(
  selection: RowSelection,
  { columnId, key }: { readonly columnId: string; readonly key: SortKey },
  { limit, offset }: PageBounds,
  values: SqlValues,
): string {
  const type = fieldType(key.field);
  const isEmptyFirst = key.direction === 'desc' && type !== 'number' && type !== 'date';
  const place = values.add(selection.tableId);
  const column = values.add(columnId);
  const filter = isEverything(selection.condition) ? '' : ` and (${conditionSql(selection.condition, values)})`;
  const range = keyRange(selection.condition, columnId, values);
  const most = values.add(limit + offset);
  const arm = (number: number, keys: string): string =>
    `(select ${number} as arm, k.key, k.tie, ${rowColumns} from table_key k join table_row r on r.table_id = k.table_id and r.id = k.row_id
      where k.table_id = ${place} and k.column_id = ${column} and ${keys}${filter}
      order by k.key ${key.direction}, k.tie ${key.direction} limit ${most})`;
  const withValue = arm(isEmptyFirst ? 1 : 0, `k.key < '${emptyKey}'${range}`);
  // An empty cell is never within bounds.
  const arms = range === '' ? `${withValue} union all ${arm(isEmptyFirst ? 0 : 1, `k.key = '${emptyKey}'`)}` : withValue;
  return `select id, position, data, created_ms, updated_ms from (${arms}) a
    order by arm, key ${key.direction}, tie ${key.direction} limit ${values.add(limit)} offset ${values.add(offset)}`;
}

/** The bounds that the condition sets on the same column. The scan of the keys starts and ends there. */
function keyRange(condition: Condition, columnId: string, values: SqlValues): string {
  return boundsOn(condition, columnId)
    .map((part) => ` and ${keyLookFor(part)?.sql(values) ?? 'true'}`)
    .join('');
}

function boundsOn(condition: Condition, columnId: string): readonly Condition[] {
  const parts = condition.kind === 'all' ? condition.parts : [condition];
  return parts.filter((part) => part.kind === 'compare' && 'column' in part.field && part.field.column.id === columnId);
}
