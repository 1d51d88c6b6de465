import { accesses, byIndex, canWalk, modelAccess, type LogAccess } from './log-access.js';
import { filterConditions, type RowFilter } from './log-filter.js';
import type { LogRows } from './log-rows.js';
import { countStatement, statement, type Statement } from './log-statement.js';

/** With this many sets of models, the filter is not narrow. */
const mostSets = 500;
/** Up to this many sets are looked up one by one. */
const mostLookedUp = 100;

/**
 * The ways to the rows of a filter that narrow, that by the models included: it goes by the sets of models that hold the one that is looked for.
 * @returns undefined when there is no such set, so nothing matches
 */
export async function narrowingAccesses(rows: LogRows, filter: RowFilter): Promise<readonly LogAccess[] | undefined> {
  const known = narrowing(filter);
  if (filter.model === undefined) return known;
  const found = await rows.read<{ models: string[] | null }>(modelSetsStatement(filter));
  if (found.length === 0) return undefined;
  const sets = found.flatMap(({ models }) => (models === null ? [] : [models]));
  return sets.length < found.length || sets.length > mostLookedUp ? known : [...known, modelAccess(filter, sets)];
}

export interface CountedAccess {
  readonly access: LogAccess;
  /** How many rows it leaves: Infinity for too many to count, absent when that is not known. */
  readonly count?: number;
}

/** The access with the fewest rows. A single access is not counted. */
export async function narrowest(rows: LogRows, filter: RowFilter, narrow: readonly LogAccess[]): Promise<CountedAccess | undefined> {
  const [only] = narrow;
  if (only === undefined || narrow.length === 1) return only && { access: only };
  const counted = await Promise.all(narrow.map(async (access) => ({ access, count: await countOf(rows, access) })));
  const [fewest] = counted.toSorted((one, other) => (one.count < other.count ? -1 : 1));
  if (fewest === undefined || fewest.count === Infinity) return fewest;
  const told = byIndex(filter, fewest.access);
  return told === undefined ? fewest : { access: told };
}

async function countOf(rows: LogRows, access: LogAccess): Promise<number> {
  const most = farthest(access);
  const [row] = await rows.read<{ count: number }>(countStatement(access, most));
  return row === undefined || row.count >= most ? Infinity : row.count;
}

/** The limit of a count. It is lower where a walk is an alternative. */
function farthest(access: LogAccess): number {
  return canWalk(access) ? 2000 : 10_000;
}

/** Finds the sets one by one, each with one step along their index: they are few for any number of runs. A last row of null means that there are too many. */
export function modelSetsStatement(filter: RowFilter): Statement {
  return statement((bind) => {
    const [inWorkspace = ''] = filterConditions(filter, ['workspaceId'], bind);
    const next = (further = ''): string =>
      `select l.models from execution_log l where ${inWorkspace} and l.models <> '{}' ${further} order by l.workspace_id, l.models limit 1`;
    return `with recursive step as (
        select s.models, 1 as n from (${next()}) s
        union all
        select s.models, step.n + 1 from step cross join lateral (${next('and l.models > step.models')}) s where step.n < ${mostSets})
      select l.models from step l where ${filterConditions(filter, ['model'], bind).join('')}
      union all select null from step where n = ${mostSets}`;
  });
}

/** Only errors have texts, so that a count by level adds nothing to a filter by text. */
function narrowing(filter: RowFilter): readonly LogAccess[] {
  return accesses(filter.errorText === undefined || filter.triggers !== undefined ? filter : { ...filter, level: undefined });
}
