import { filterConditions, knownTriggers, partsOf, type Bind, type RowFilter } from './log-filter.js';

/** A way to rows of the log through one index. */
export interface LogAccess {
  /** The parts of the filter that it settles. */
  readonly settles: readonly (keyof RowFilter)[];
  /** What is looked up one after another, as a table `v`; absent when one look-up does it. */
  readonly values?: (bind: Bind) => string;
  readonly valueCount: number;
  /** On the rows `l`. */
  readonly condition: (bind: Bind) => string;
  /** What its index is in order of, for each of the values; null for an index without order. */
  readonly order: 'l.started_at' | 'l.duration_ms' | 'l.cost' | null;
}

/** Of so many values each is walked along by itself. */
const mostWalks = 20;

/** Whether an access finds rows in the order of pages. */
export function canWalk({ order, valueCount }: LogAccess): boolean {
  return order === 'l.started_at' && valueCount <= mostWalks;
}

/** The way to begin with: along what is likely to be narrow, or along all of the workspace. */
export function firstAccess(filter: RowFilter): LogAccess {
  const isUsual = filter.level === 'info' && filter.triggers === undefined;
  const narrow = accesses(isUsual ? { ...filter, level: undefined } : filter);
  return narrow.find(canWalk) ?? simple(filter, [], 'l.started_at');
}

/** The ways that narrow and are known without asking, those in the order of pages in front. */
export function accesses(filter: RowFilter): readonly LogAccess[] {
  return ways.filter(({ settles }) => settles.some((part) => filter[part] !== undefined)).map(({ of }) => of(filter));
}

interface Way {
  readonly settles: readonly (keyof RowFilter)[];
  readonly of: (filter: RowFilter) => LogAccess;
}

const ways: readonly Way[] = [
  simpleWay(['id'], 'l.started_at'),
  simpleWay(['callerExecutionId'], 'l.started_at'),
  { settles: ['workflowIds'], of: byWorkflow },
  { settles: ['level', 'triggers'], of: byOutcome },
  simpleWay(['minDurationMs', 'maxDurationMs'], 'l.duration_ms'),
  simpleWay(['minCost', 'maxCost'], 'l.cost'),
  simpleWay(['errorText'], null),
];

function simpleWay(settles: Way['settles'], order: LogAccess['order']): Way {
  return { settles, of: (filter) => simple(filter, settles, order) };
}

/** To the runs that used certain sets of models. `values` tells the sets as a table `v`. */
export function modelAccess({ workspaceId }: RowFilter, values: (bind: Bind) => string, valueCount: number): LogAccess {
  const condition = (bind: Bind): string => `l.workspace_id = ${bind(workspaceId)} and l.models = v.models and l.models <> '{}'`;
  return { settles: ['model'], values, valueCount, condition, order: 'l.started_at' };
}

/** What is left to check of rows that an access has found. */
export function leftBy(filter: RowFilter, { settles }: LogAccess): readonly (keyof RowFilter)[] {
  return partsOf(filter, ['workspaceId', 'startDate', 'endDate', ...settles]);
}

function simple(filter: RowFilter, settles: readonly (keyof RowFilter)[], order: LogAccess['order']): LogAccess {
  const condition = (bind: Bind): string => filterConditions(filter, ['workspaceId', ...settles], bind).join(' and ');
  return { settles, valueCount: 1, condition, order };
}

function byWorkflow({ workspaceId, workflowIds = [] }: RowFilter): LogAccess {
  return {
    settles: ['workflowIds'],
    values: (bind) => `unnest(${bind(workflowIds)}::uuid[]) as v(id)`,
    valueCount: workflowIds.length,
    condition: (bind) => `l.workspace_id = ${bind(workspaceId)} and l.workflow_id = v.id`,
    order: 'l.started_at',
  };
}

/** By level and trigger together, each pair of them. */
function byOutcome({ workspaceId, level, triggers }: RowFilter): LogAccess {
  const levels = level === undefined ? ['info', 'error'] : [level];
  const pairs = levels.flatMap((each) => (triggers ?? knownTriggers).map((trigger) => ({ level: each, trigger })));
  return {
    settles: ['level', 'triggers'],
    values: (bind) => `json_to_recordset(${bind(JSON.stringify(pairs))}::json) as v(level text, trigger text)`,
    valueCount: pairs.length,
    condition: (bind) => `l.workspace_id = ${bind(workspaceId)} and l.level = v.level and l.trigger = v.trigger`,
    order: 'l.started_at',
  };
}
