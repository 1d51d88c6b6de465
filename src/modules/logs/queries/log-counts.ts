import { accesses, modelAccess, type LogAccess } from './log-access.js';
import { filterConditions, type Bind, type RowFilter } from './log-filter.js';
import type { LogRows } from './log-rows.js';
import { forEach, indexOrder, statement, type Statement } from './log-statement.js';

/** So many rows are read at once rather than walked past. Nobody counts further. */
export const fewRows = 2000;
/** So many sets of models narrow nothing. */
const mostSets = 500;

/** What `countStatement` answers for a month. */
export interface CountRow {
  readonly month: string;
  /** For each of the accesses that are known without asking. */
  readonly counts: readonly number[];
  /** The sets of models that hold the one that is looked for; null when none is, and when there are too many sets to compare with. */
  readonly sets: readonly (readonly string[])[] | null;
  readonly of_sets: number;
}

export interface CountedAccess {
  readonly access: LogAccess;
  /** Undefined: it was not asked. */
  readonly count?: number;
}

/**
 * How many rows each part of the filter leaves, in each of the months. Texts that are alone are not counted: that would read the rows that
 * are read afterwards anyway.
 */
export async function countedMonths(
  rows: LogRows,
  filter: RowFilter,
  months: readonly string[],
): Promise<readonly (readonly CountedAccess[])[]> {
  const known = narrowing(filter);
  const isText = known.length === 1 && filter.errorText !== undefined;
  if (filter.model === undefined && (isText || known.length === 0)) return months.map(() => known.map((access) => ({ access })));
  const counted = await rows.query<CountRow>(countStatement(months, filter));
  return months.map((month) => counted.filter((row) => row.month === month).flatMap((row) => countedAccesses(filter, row)));
}

/** How many rows each part of the filter leaves in each of the months, counted up to `fewRows`. */
export function countStatement(months: readonly string[], filter: RowFilter): Statement {
  const one = filter.model === undefined ? plainCounts : countsWithModels;
  return statement((bind) =>
    months.map((month) => `select '${month}' as month, c.* from (${one(month, filter, bind)}) c`).join(' union all '),
  );
}

function countedAccesses(filter: RowFilter, { counts, sets, of_sets: ofSets }: CountRow): readonly CountedAccess[] {
  const known = narrowing(filter).map((access, index) => ({ access, count: counts[index] ?? 0 }));
  if (sets === null) return known;
  const values = (bind: Bind): string =>
    `json_to_recordset(${bind(JSON.stringify(sets.map((models) => ({ models }))))}::json) as v(models text[])`;
  return [...known, { access: modelAccess(filter, values, sets.length), count: ofSets }];
}

function plainCounts(month: string, filter: RowFilter, bind: Bind): string {
  return `select ${knownCounts(month, filter, bind)} as counts, null::json as sets, 0 as of_sets`;
}

/** Sets are found one by one, each by a step along their index: they are few, whatever the number of runs. */
function countsWithModels(month: string, filter: RowFilter, bind: Bind): string {
  const [inWorkspace = ''] = filterConditions(filter, ['workspaceId'], bind);
  const next = (further = ''): string =>
    `select l.models from ${month} l where ${inWorkspace} and l.models <> '{}' ${further} order by l.workspace_id, l.models limit 1`;
  const picked = modelAccess(filter, () => 'picked v', 0);
  return `with recursive step as (
      select s.models, 1 as n from (${next()}) s
      union all
      select s.models, step.n + 1 from step cross join lateral (${next('and l.models > step.models')}) s where step.n < ${mostSets}),
    picked as materialized (select l.models from step l where ${filterConditions(filter, ['model'], bind).join('')})
    select ${knownCounts(month, filter, bind)} as counts,
      case when (select count(*) from step) < ${mostSets} then (select coalesce(json_agg(p.models), '[]') from picked p) end as sets,
      ${countOf(month, picked, bind)} as of_sets`;
}

function knownCounts(month: string, filter: RowFilter, bind: Bind): string {
  return `array[${narrowing(filter)
    .map((access) => countOf(month, access, bind))
    .join(', ')}]::int[]`;
}

function countOf(month: string, access: LogAccess, bind: Bind): string {
  const one = `select 1 from ${month} l where ${access.condition(bind)} ${indexOrder(access)} limit ${fewRows}`;
  return `(select count(*)::int from (select from ${forEach(access, one, bind)} limit ${fewRows}) x)`;
}

/** Only errors have texts: to count those of any text besides would tell nothing. */
function narrowing(filter: RowFilter): readonly LogAccess[] {
  return accesses(filter.errorText === undefined || filter.triggers !== undefined ? filter : { ...filter, level: undefined });
}
