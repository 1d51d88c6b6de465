import { accesses, asksForKinds, kindAccess, type LogAccess } from './log-access.js';
import { filterConditions, type Bind, type RowFilter } from './log-filter.js';
import { forEach, indexOrder, statement, type Statement } from './log-statement.js';

/** So many rows are read at once rather than walked past. Nobody counts further. */
export const fewRows = 2000;
/** So many kinds narrow nothing. */
const mostKinds = 500;

/** Runs that are alike in what few values say. */
interface Kind {
  readonly level: string;
  readonly trigger: string;
  readonly models: readonly string[];
}

/** What `countStatement` answers for a month. */
export interface CountRow {
  readonly month: string;
  /** For each of the accesses that are known without asking. */
  readonly counts: readonly number[];
  /** The kinds that match; null when they narrow nothing. */
  readonly kinds: readonly Kind[] | null;
  readonly of_kinds: number;
}

export interface CountedAccess {
  readonly access: LogAccess;
  readonly count: number;
}

/** Whether any part of a filter has an index that tells how many rows it leaves. */
export function canCount(filter: RowFilter): boolean {
  return accesses(filter).length > 0 || asksForKinds(filter);
}

/** How many rows each part of the filter leaves in each of the months, counted up to `fewRows`. */
export function countStatement(months: readonly string[], filter: RowFilter): Statement {
  const one = asksForKinds(filter) ? countsWithKinds : plainCounts;
  return statement((bind) =>
    months.map((month) => `select '${month}' as month, c.* from (${one(month, filter, bind)}) c`).join(' union all '),
  );
}

export function countedAccesses(filter: RowFilter, { counts, kinds, of_kinds: ofKinds }: CountRow): readonly CountedAccess[] {
  const known = accesses(filter).map((access, index) => ({ access, count: counts[index] ?? 0 }));
  if (kinds === null) return known;
  const values = (bind: Bind): string =>
    `json_to_recordset(${bind(JSON.stringify(kinds))}::json) as v(level text, trigger text, models text[])`;
  return [...known, { access: kindAccess(filter, values, kinds.length), count: ofKinds }];
}

function plainCounts(month: string, filter: RowFilter, bind: Bind): string {
  const counts = accesses(filter).map((access) => countOf(month, access, bind));
  return `select array[${counts.join(', ')}]::int[] as counts, null::json as kinds, 0 as of_kinds`;
}

/** Kinds are found one by one, each by a step along their index. */
function countsWithKinds(month: string, filter: RowFilter, bind: Bind): string {
  const { workspaceId, level, triggers, model } = filter;
  const scope = filterConditions({ workspaceId, level }, ['workspaceId', 'level'], bind).join(' and ');
  // What is fixed must not stand in the comparison of rows as well: the step would not go straight to its place.
  const steps = level === undefined ? ['level', 'trigger', 'models'] : ['trigger', 'models'];
  const of = (row: string): string => steps.map((column) => `${row}.${column}`).join(', ');
  const next = (further = ''): string =>
    `select l.level, l.trigger, l.models from ${month} l where ${scope} ${further} order by l.workspace_id, ${of('l')} limit 1`;
  const wanted = ['true', ...filterConditions({ workspaceId, triggers, model }, ['triggers', 'model'], bind)].join(' and ');
  const isFew = `(select count(*) from kind) < ${mostKinds}`;
  const counts = accesses(filter).map((access) => countOf(month, access, bind));
  const ofKinds = countOf(
    month,
    kindAccess(filter, () => 'picked v', 0),
    bind,
  );
  return `with recursive kind as (
      select k.*, 1 as n from (${next()}) k
      union all
      select k.*, kind.n + 1 from kind cross join lateral (${next(`and (${of('l')}) > (${of('kind')})`)}) k where kind.n < ${mostKinds}),
    picked as materialized (select l.level, l.trigger, l.models from kind l where ${wanted} and ${isFew})
    select array[${counts.join(', ')}]::int[] as counts,
      case when ${isFew} then (select coalesce(json_agg(p), '[]') from picked p) end as kinds, ${ofKinds} as of_kinds`;
}

function countOf(month: string, access: LogAccess, bind: Bind): string {
  const one = `select 1 from ${month} l where ${access.condition(bind)} ${indexOrder(access)} limit ${fewRows}`;
  return `(select count(*)::int from (select from ${forEach(access, one, bind)} limit ${fewRows}) x)`;
}
