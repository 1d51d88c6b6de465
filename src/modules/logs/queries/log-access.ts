import { filterConditions, partsOf, type Bind, type RowFilter } from './log-filter.js';

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

const partsOfKind = ['level', 'triggers', 'model'] as const;

/** Whether an access finds rows in the order of pages. */
export function canWalk({ order, valueCount }: LogAccess): boolean {
  return order === 'l.started_at' && valueCount <= mostWalks;
}

/** What needs no asking: the way to begin with. */
export function firstAccess(filter: RowFilter): LogAccess {
  return accesses(filter).find(canWalk) ?? simple(filter, [], 'l.started_at');
}

/** Whether kinds narrow it. */
export function asksForKinds(filter: RowFilter): boolean {
  return partsOfKind.some((part) => filter[part] !== undefined);
}

/** The ways that narrow and are known without asking, those in the order of pages in front. */
export function accesses(filter: RowFilter): readonly LogAccess[] {
  const { id, callerExecutionId, workflowIds, minDurationMs, maxDurationMs, minCost, maxCost, errorText } = filter;
  return [
    ...(id === undefined ? [] : [simple(filter, ['id'], 'l.started_at')]),
    ...(callerExecutionId === undefined ? [] : [simple(filter, ['callerExecutionId'], 'l.started_at')]),
    ...(workflowIds === undefined ? [] : [byWorkflow(filter, workflowIds)]),
    ...((minDurationMs ?? maxDurationMs) === undefined ? [] : [simple(filter, ['minDurationMs', 'maxDurationMs'], 'l.duration_ms')]),
    ...((minCost ?? maxCost) === undefined ? [] : [simple(filter, ['minCost', 'maxCost'], 'l.cost')]),
    ...(errorText === undefined ? [] : [simple(filter, ['errorText'], null)]),
  ];
}

/** To the rows of some kinds. `values` tells the kinds as a table `v`. */
export function kindAccess({ workspaceId }: RowFilter, values: (bind: Bind) => string, valueCount: number): LogAccess {
  const condition = (bind: Bind): string =>
    `l.workspace_id = ${bind(workspaceId)} and l.level = v.level and l.trigger = v.trigger and l.models = v.models`;
  return { settles: partsOfKind, values, valueCount, condition, order: 'l.started_at' };
}

/** What is left to check of rows that an access has found. */
export function leftBy(filter: RowFilter, { settles }: LogAccess): readonly (keyof RowFilter)[] {
  return partsOf(filter, ['workspaceId', 'startDate', 'endDate', ...settles]);
}

function simple(filter: RowFilter, settles: readonly (keyof RowFilter)[], order: LogAccess['order']): LogAccess {
  const condition = (bind: Bind): string => filterConditions(filter, ['workspaceId', ...settles], bind).join(' and ');
  return { settles, valueCount: 1, condition, order };
}

function byWorkflow({ workspaceId }: RowFilter, ids: readonly string[]): LogAccess {
  return {
    settles: ['workflowIds'],
    values: (bind) => `unnest(${bind(ids)}::uuid[]) as v(id)`,
    valueCount: ids.length,
    condition: (bind) => `l.workspace_id = ${bind(workspaceId)} and l.workflow_id = v.id`,
    order: 'l.started_at',
  };
}
