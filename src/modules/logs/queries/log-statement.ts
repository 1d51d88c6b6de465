import { leftBy, type LogAccess } from './log-access.js';
import { filterConditions, type Bind, type RowFilter } from './log-filter.js';

export type LogOrder = 'asc' | 'desc';

/** A place in the order of (start, id). */
export interface LogPosition {
  /** ISO 8601. */
  readonly startedAt: string;
  readonly id: string;
}

/** Entries of one month that are wanted. */
export interface MonthRequest {
  /** The table of the month. */
  readonly month: string;
  readonly filter: RowFilter;
  readonly order: LogOrder;
  readonly limit: number;
  /** Only what comes behind it. */
  readonly after?: LogPosition | undefined;
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
  'status',
  'started_at',
  'ended_at',
  'duration_ms',
  'cost',
  'caller_execution_id',
  'error',
]
  .map((column) => `l.${column}`)
  .join(', ');

/**
 * The first entries on the way of an access, after at most `visits` rows of each of its values. When they are fewer than asked for and the
 * way went on, a last row follows that tells how far it was looked (`is_frontier`).
 */
export function walkStatement(request: MonthRequest, access: LogAccess, visits: number): Statement {
  return statement((bind) => {
    const left = filterConditions(request.filter, leftBy(request.filter, access), bind);
    const [order, limit] = [pageOrder(request), `limit ${request.limit}`];
    const visited = (most: string): string =>
      `select l.* from ${request.month} l where ${placed(request, access, bind).join(' and ')} ${order} ${most}`;
    const found = (rows: string, isFrontier: boolean, most: string): string =>
      `(select ${columns}, ${isFrontier} as is_frontier from ${forEach(access, rows, bind)} ${order} ${most})`;
    if (left.length === 0) return found(visited(limit), false, limit);
    const matching = `select l.* from (${visited(`limit ${visits}`)}) l where ${left.join(' and ')} ${order} ${limit}`;
    const frontier = visited(`offset ${visits - 1} limit 1`);
    return `select * from (${found(matching, false, limit)} union all ${found(frontier, true, 'limit 1')}) l ${limit}`;
  });
}

/** Entries among the rows that an access finds, which are fewer than `most`: all of these are read. */
export function collectStatement(request: MonthRequest, access: LogAccess, most: number): Statement {
  return statement((bind) => {
    const one = `select l.* from ${request.month} l where ${access.condition(bind)} ${indexOrder(access)} limit ${most}`;
    const rest = [...filterConditions(request.filter, leftBy(request.filter, access), bind), ...behind(request, bind)];
    const where = rest.length === 0 ? '' : `where ${rest.join(' and ')}`;
    return `with found as materialized (select l.* from ${forEach(access, one, bind)} limit ${most})
      select ${columns} from found l ${where} ${pageOrder(request)} limit ${request.limit}`;
  });
}

/** The outermost start of a workspace in each month: the newest for newest first. */
export function edgesStatement(months: readonly string[], workspaceId: string, order: LogOrder): Statement {
  return statement((bind) => {
    const id = bind(workspaceId);
    const edges = months.map(
      (month) =>
        `select '${month}' as month, (select l.started_at from ${month} l where l.workspace_id = ${id} order by l.workspace_id ${order}, l.started_at ${order}, l.id ${order} limit 1) as edge`,
    );
    return `select month, edge from (${edges.join(' union all ')}) e where edge is not null order by edge ${order}`;
  });
}

export function logStatement(id: string): Statement {
  return statement((bind) => `select ${columns} from execution_log l where l.id = ${bind(id)}`);
}

export function byIdsStatement(ids: readonly string[]): Statement {
  return statement((bind) => `select ${columns} from execution_log l where l.id = any(${bind(ids)}::uuid[])`);
}

/** The latest run that is known under `executionId` in one of the workspaces: under the id that its caller chose, or else under ours. */
export function executionStatement(executionId: string, workspaceIds: readonly string[], isOurs: boolean): Statement {
  return statement((bind) => {
    const scope = `l.workspace_id = any(${bind(workspaceIds)}::uuid[])`;
    const id = bind(executionId);
    const chosen = `(select l.* from execution_log l where l.caller_execution_id = ${id} and ${scope} order by l.started_at desc limit 1)`;
    const own = `(select l.* from execution_log l where l.id = ${id}::text::uuid and ${scope})`;
    return `select ${columns} from (${isOurs ? `${chosen} union all ${own}` : chosen}) l order by started_at desc limit 1`;
  });
}

/** The conditions that an index in the order of pages settles. */
function placed(request: MonthRequest, access: LogAccess, bind: Bind): readonly string[] {
  return [access.condition(bind), ...behind(request, bind)];
}

function behind({ filter, order, after }: MonthRequest, bind: Bind): readonly string[] {
  const dates = filterConditions(filter, ['startDate', 'endDate'], bind);
  if (after === undefined) return dates;
  return [...dates, `(l.started_at, l.id) ${order === 'desc' ? '<' : '>'} (${bind(after.startedAt)}, ${bind(after.id)})`];
}

export function forEach({ values }: LogAccess, select: string, bind: Bind): string {
  return values === undefined ? `(${select}) l` : `${values(bind)} cross join lateral (${select}) l`;
}

function pageOrder({ order }: MonthRequest): string {
  return `order by l.started_at ${order}, l.id ${order}`;
}

export function indexOrder({ order }: LogAccess): string {
  return order === null ? '' : `order by ${order}`;
}

export function statement(text: (bind: Bind) => string): Statement {
  const values: unknown[] = [];
  return { text: text((value) => `$${values.push(value)}`), values };
}
