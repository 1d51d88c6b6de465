import { filterConditions, knownTriggers, partsOf, unusualStatuses, type Bind, type RowFilter } from './log-filter.js';

/** A condition on the rows `l`. */
type Condition = (bind: Bind) => string;

/** An access path to rows of the log: one index and the conditions that use it. */
export interface LogAccess {
  /** The parts of the filter that its conditions check. */
  readonly settles: readonly (keyof RowFilter)[];
  /** A row matches exactly one of these. Each is a separate lookup. */
  readonly conditions: readonly Condition[];
  /** Further parts of the filter that the index can check before rows are read. */
  readonly tells?: readonly (keyof RowFilter)[];
  /** The order of its index within each condition; null for an index without order. */
  readonly order: 'l.started_at' | 'l.duration_ms' | 'l.cost' | null;
}

/** Most conditions of one walk. */
const mostWalks = 20;

/** Whether an access finds rows in the order of pages. */
export function canWalk({ order, conditions }: LogAccess): boolean {
  return order === 'l.started_at' && conditions.length <= mostWalks;
}

/** The access of the first walk: a narrow one if the filter has one, otherwise the whole workspace. */
export function firstAccess(filter: RowFilter): LogAccess {
  const isUsual = filter.level === 'info' && filter.triggers === undefined;
  const narrow = accesses(isUsual ? { ...filter, level: undefined } : filter);
  return narrow.find(canWalk) ?? simple(filter, [], 'l.started_at');
}

/** To the one run whose id a filter tells. */
export function accessById(filter: RowFilter): LogAccess | undefined {
  return filter.id === undefined ? undefined : simple(filter, ['id'], null);
}

/** The ways that narrow and are known without asking, those in the order of pages in front. */
export function accesses(filter: RowFilter): readonly LogAccess[] {
  return ways.filter(({ settles }) => settles.some((part) => filter[part] !== undefined)).flatMap(({ of }) => of(filter) ?? []);
}

interface Way {
  readonly settles: readonly (keyof RowFilter)[];
  /** Undefined when its index does not narrow this filter. */
  readonly of: (filter: RowFilter) => LogAccess | undefined;
}

const [duration, cost] = [
  ['minDurationMs', 'maxDurationMs'],
  ['minCost', 'maxCost'],
] as const;

const ways: readonly Way[] = [
  simpleWay(['callerExecutionId'], 'l.started_at'),
  { settles: ['statuses'], of: byStatus },
  { settles: ['workflowIds'], of: byWorkflow },
  { settles: ['level', 'triggers'], of: byOutcome },
  simpleWay(duration, 'l.duration_ms', [...cost, 'level']),
  simpleWay(cost, 'l.cost', [...duration, 'level']),
  simpleWay(['errorText'], null),
];

function simpleWay(settles: Way['settles'], order: LogAccess['order'], tells: Way['settles'] = []): Way {
  return { settles, of: (filter) => ({ ...simple(filter, settles, order), tells }) };
}

/**
 * The way through the same part of its index, but only to rows that match what the index tells besides. That part is looked through whatever
 * is found in it, so it has to be small. @returns undefined when the index tells no more
 */
export function byIndex(filter: RowFilter, { tells = [], ...access }: LogAccess): LogAccess | undefined {
  const told = partsOf(filter).filter((part) => tells.includes(part));
  if (told.length === 0) return undefined;
  const conditions = access.conditions.map(
    (condition): Condition =>
      (bind) =>
        [condition(bind), ...filterConditions(filter, told, bind)].join(' and '),
  );
  return { ...access, settles: [...access.settles, ...told], conditions };
}

/** The access to runs that used exactly one of these sets of models. */
export function modelAccess({ workspaceId }: RowFilter, sets: readonly (readonly string[])[]): LogAccess {
  const conditions = sets.map(
    (models): Condition =>
      (bind) =>
        `l.workspace_id = ${bind(workspaceId)} and l.models = ${bind(models)}::text[] and l.models <> '{}'`,
  );
  return { settles: ['model'], conditions, order: 'l.started_at' };
}

/** The parts of the filter that an access does not check. */
export function leftBy(filter: RowFilter, { settles }: LogAccess): readonly (keyof RowFilter)[] {
  return partsOf(filter, ['workspaceId', 'startDate', 'endDate', ...settles]);
}

function simple(filter: RowFilter, settles: readonly (keyof RowFilter)[], order: LogAccess['order']): LogAccess {
  return { settles, conditions: [(bind) => filterConditions(filter, ['workspaceId', ...settles], bind).join(' and ')], order };
}

function byWorkflow(filter: RowFilter): LogAccess {
  const { workspaceId, workflowIds = [] } = filter;
  if (workflowIds.length > mostWalks) return simple(filter, ['workflowIds'], null);
  const conditions = workflowIds.map(
    (id): Condition =>
      (bind) =>
        `l.workspace_id = ${bind(workspaceId)} and l.workflow_id = ${bind(id)}`,
  );
  return { settles: ['workflowIds'], conditions, order: 'l.started_at' };
}

/** The index of unusual outcomes is partial: the planner knows it by the words. Most runs complete, so these are found along other indexes. */
function byStatus({ workspaceId, statuses = [] }: RowFilter): LogAccess | undefined {
  if (!statuses.every((status) => unusualStatuses.includes(status))) return undefined;
  const conditions = statuses.map(
    (status): Condition =>
      (bind) =>
        `l.workspace_id = ${bind(workspaceId)} and l.status = '${status}'`,
  );
  return { settles: ['statuses'], conditions, order: 'l.started_at' };
}

/** By level and trigger together, each pair of them; errors of all triggers have an index of their own, which the planner knows by the word. */
function byOutcome({ workspaceId, level, triggers }: RowFilter): LogAccess {
  const settles = ['level', 'triggers'] as const;
  const inWorkspace = (bind: Bind): string => `l.workspace_id = ${bind(workspaceId)}`;
  if (level === 'error' && triggers === undefined)
    return { settles, conditions: [(bind) => `${inWorkspace(bind)} and l.level = 'error'`], order: 'l.started_at' };
  const levels = level === undefined ? ['info', 'error'] : [level];
  const conditions = levels.flatMap((each) =>
    (triggers ?? knownTriggers).map(
      (trigger): Condition =>
        (bind) =>
          `${inWorkspace(bind)} and l.level = ${bind(each)} and l.trigger = ${bind(trigger)}`,
    ),
  );
  return { settles, conditions, order: 'l.started_at' };
}
