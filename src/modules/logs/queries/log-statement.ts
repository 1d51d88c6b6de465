import { createHash } from 'node:crypto';
import { leftBy, type LogAccess } from './log-access.js';
import { filterConditions, type Bind, type RowFilter } from './log-filter.js';

export type LogOrder = 'asc' | 'desc';

/** A place in the order of (start, id). */
export interface LogPosition {
  /** ISO 8601. */
  readonly startedAt: string;
  readonly id: string;
}

/** Entries that are wanted. */
export interface LogRequest {
  readonly filter: RowFilter;
  readonly order: LogOrder;
  readonly limit: number;
  /** Only what comes behind it. */
  readonly after?: LogPosition | undefined;
}

export interface MonthRequest extends LogRequest {
  /** The table of the month. */
  readonly month: string;
}

export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** Each connection plans it once. */
export interface PreparedStatement extends Statement {
  readonly name: string;
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

/** A statement, or a part of one. */
export type Text = (bind: Bind) => string;

/**
 * The first entries on the way of an access, after at most `visits` rows of each of its values. When they are fewer than asked for and the
 * way went on, a last row follows that tells how far it was looked (`is_frontier`).
 */
export function walkText(request: MonthRequest, access: LogAccess, visits: number): Text {
  return (bind) => {
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
  };
}

/** The first entries among the rows that an access finds, of which `most` are read at most. Each row tells how many were (`visited`); without an entry there is one of nulls. */
export function gatherText(request: MonthRequest, access: LogAccess, most: number): Text {
  return (bind) => {
    const one = `select l.* from ${request.month} l where ${access.condition(bind)} ${indexOrder(access)} limit ${most}`;
    const rest = [...filterConditions(request.filter, leftBy(request.filter, access), bind), ...behind(request, bind)];
    const where = rest.length === 0 ? '' : `where ${rest.join(' and ')}`;
    return `with found as materialized (select l.* from ${forEach(access, one, bind)} limit ${most})
      select * from (select count(*)::int as visited from found) v
      left join lateral (select ${columns} from found l ${where} ${pageOrder(request)} limit ${request.limit}) l on true`;
  };
}

/** Asks several things at once. Each row tells by `part` which of them it answers. */
export function together(texts: readonly Text[]): Statement {
  return statement((bind) => texts.map((text, part) => `select ${part} as part, t.* from (${text(bind)}) t`).join(' union all '));
}

/** The outermost starts of a workspace in each month. It is prepared: planning it takes several times as long as what it does. */
export function edgesStatement(months: readonly string[], workspaceId: string): PreparedStatement {
  const edge = (month: string, order: LogOrder): string =>
    `(select l.started_at from ${month} l where l.workspace_id = $1 order by l.workspace_id ${order}, l.started_at ${order}, l.id ${order} limit 1)`;
  const edges = months.map((month) => `select '${month}' as month, ${edge(month, 'asc')} as oldest, ${edge(month, 'desc')} as newest`);
  const text = `select month, oldest, newest from (${edges.join(' union all ')}) e where oldest is not null`;
  return { name: `log_edges_${createHash('md5').update(text).digest('hex')}`, text, values: [workspaceId] };
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

export function statement(text: Text): Statement {
  const values: unknown[] = [];
  return { text: text((value) => `$${values.push(value)}`), values };
}
