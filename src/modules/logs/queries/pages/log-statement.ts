import { leftBy, type LogAccess } from './log-access.js';
import { filterConditions, type Bind, type RowFilter } from './log-filter.js';

export type LogOrder = 'asc' | 'desc';

/** A place in the order of (start, id). */
export interface LogPosition {
  /** ISO 8601. */
  readonly startedAt: string;
  readonly id: string;
}

/** A request for entries. */
export interface LogRequest {
  readonly filter: RowFilter;
  readonly order: LogOrder;
  readonly limit: number;
  /** Only entries after this place. */
  readonly after?: LogPosition | undefined;
}

/** The tables and the ids of the rows of some months. */
export interface MonthsRange {
  readonly tables: readonly string[];
  /** The range of ids of their runs, without the second id; undefined if one of the tables is the default partition. */
  readonly ids: readonly [from: string, to: string] | undefined;
}

export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

const columns = [
  'id',
  'workspace_id',
  'workflow_id',
  'deployment_version',
  'level',
  'trigger',
  'trigger_source',
  'status',
  'started_at',
  'ended_at',
  'duration_ms',
  'cost',
  'models',
  'caller_execution_id',
  'error',
]
  .map((column) => `l.${column}`)
  .join(', ');

/**
 * The first entries along an access path, from at most `visits` rows. If they are fewer than requested and rows remain, the last row of the
 * result is the last row that was read (`is_frontier`).
 */
export function walkStatement(request: LogRequest, access: LogAccess, visits: number): Statement {
  return statement((bind) => {
    const left = filterConditions(request.filter, leftBy(request.filter, access), bind);
    const [order, limit] = [pageOrder(request), `limit ${bind(request.limit)}`];
    const along = (what: string, most: string): string => rowsOf(access, behind(request, bind), bind, { what, order, most });
    const entries = `select ${columns}, false as is_frontier`;
    if (left.length === 0) return `${entries} from (${along('l.*', limit)}) l`;
    const most = bind(visits);
    const matching = `${entries} from (${along('l.*', `limit ${most}`)}) l where ${left.join(' and ')} ${limit}`;
    // Reads the index only, so that rows which the walk has passed are not read again.
    const last = `select l.id from (${along('l.started_at, l.id', `limit ${most}`)}) l offset ${most}::bigint - 1`;
    const frontier = `select ${columns}, true as is_frontier from execution_log l where l.id = (${last})`;
    return `select * from ((${matching}) union all (${frontier})) l ${limit}`;
  });
}

/**
 * The first entries among all rows of an access path, or among those of some months, if these rows are fewer than `most`. Each row contains
 * the number of rows that were read (`visited`, at most `most`). Without an entry the result is one row of nulls.
 */
export function gatherStatement(request: LogRequest, access: LogAccess, most: number, months?: MonthsRange): Statement {
  return statement((bind) => {
    const [order, limit] = [pageOrder(request), `limit ${bind(request.limit)}`];
    const rest = [...filterConditions(request.filter, leftBy(request.filter, access), bind), ...behind(request, bind)];
    const where = rest.length === 0 ? '' : `where ${rest.join(' and ')}`;
    const { within, from } = months === undefined ? allMonths : inMonths(months, access, bind);
    const rows = { what: 'l.*', order: indexOrder(access), most: `limit ${bind(most)}`, from };
    return `with found as materialized (${rowsOf(access, within, bind, rows)})
      select * from (select count(*)::int as visited from found) v
      left join lateral (select ${columns} from found l ${where} ${order} ${limit}) l on true`;
  });
}

const allMonths = { within: [], from: 'execution_log' };

/** A range of ids makes one statement for all months. Where the access path has no order, the planner would prefer the index of ids to it, so the tables are named. */
function inMonths({ tables, ids }: MonthsRange, { order }: LogAccess, bind: Bind): { within: readonly string[]; from: string } {
  if (order !== null && ids !== undefined) return { ...allMonths, within: [`l.id >= ${bind(ids[0])} and l.id < ${bind(ids[1])}`] };
  return { within: [], from: `(${tables.map((table) => `select * from ${table}`).join(' union all ')})` };
}

/** Number of rows of an access path, counted up to `most`. */
export function countStatement(access: LogAccess, most: number): Statement {
  return statement((bind) => {
    const rows = { what: access.order ?? 'l.id', order: indexOrder(access), most: `limit ${bind(most)}`, inTurn: true };
    return `select count(*)::int as count from (${rowsOf(access, [], bind, rows)}) l`;
  });
}

/** The earliest and the latest start of a workspace in each table. */
export function edgesStatement(tables: readonly string[], workspaceId: string): Statement {
  return statement((bind) => {
    const id = bind(workspaceId);
    const edge = (table: string, order: LogOrder): string =>
      `(select l.started_at from ${table} l where l.workspace_id = ${id} order by l.workspace_id ${order}, l.started_at ${order}, l.id ${order} limit 1)`;
    const edges = tables.map((table) => `select '${table}' as table, ${edge(table, 'asc')} as oldest, ${edge(table, 'desc')} as newest`);
    return `select e.table, oldest, newest from (${edges.join(' union all ')}) e where oldest is not null`;
  });
}

export function logStatement(id: string): Statement {
  return statement((bind) => `select ${columns} from execution_log l where l.id = ${bind(id)}`);
}

export function byIdsStatement(ids: readonly string[]): Statement {
  return statement((bind) => `select ${columns} from execution_log l where l.id = any(${bind(ids)}::uuid[])`);
}

/** The run with this id, before the latest ones whose callers chose it, at most one in each of the workspaces. */
export function executionStatement(executionId: string, workspaceIds: readonly string[], isOurs: boolean): Statement {
  return statement((bind) => {
    const scope = `l.workspace_id = any(${bind(workspaceIds)}::uuid[])`;
    const id = bind(executionId);
    const chosen = `(select distinct on (l.workspace_id) l.* from execution_log l where l.caller_execution_id = ${id} and ${scope} order by l.workspace_id, l.started_at desc limit 2)`;
    const own = `(select l.* from execution_log l where l.id = ${id}::text::uuid and ${scope})`;
    const isOwn = isOurs ? `l.id = ${id}::text::uuid desc, ` : '';
    return `select ${columns} from (${isOurs ? `${chosen} union all ${own}` : chosen}) l order by ${isOwn}started_at desc limit 2`;
  });
}

function behind({ filter, order, after }: LogRequest, bind: Bind): readonly string[] {
  const dates = filterConditions(filter, ['startDate', 'endDate'], bind);
  if (after === undefined) return dates;
  return [...dates, `(l.started_at, l.id) ${order === 'desc' ? '<' : '>'} (${bind(after.startedAt)}, ${bind(after.id)})`];
}

interface Rows {
  readonly what: string;
  readonly order: string;
  readonly most: string;
  readonly from?: string;
  /** The lists are concatenated and not merged in order. */
  readonly inTurn?: boolean;
}

/** The rows of an access. Several conditions become sorted lists that the database merges, reading each only as far as needed. */
function rowsOf(
  { conditions }: LogAccess,
  further: readonly string[],
  bind: Bind,
  { what, order, most, from = allMonths.from, inTurn = false }: Rows,
): string {
  const lists = conditions.map(
    (condition) => `select ${what} from ${from} l where ${[condition(bind), ...further].join(' and ')} ${order} ${most}`,
  );
  return lists.length === 1
    ? lists.join('')
    : `select * from (${lists.map((list) => `(${list})`).join(' union all ')}) l ${inTurn ? '' : order} ${most}`;
}

function pageOrder({ order }: LogRequest): string {
  return `order by l.started_at ${order}, l.id ${order}`;
}

function indexOrder({ order }: LogAccess): string {
  return order === null ? '' : `order by ${order}`;
}

export function statement(text: (bind: Bind) => string): Statement {
  const values: unknown[] = [];
  return { text: text((value) => `$${values.push(value)}`), values };
}
