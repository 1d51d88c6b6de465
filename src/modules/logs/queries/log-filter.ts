import { isId } from '#kernel/path-id.js';
import type { LogLevel } from '../projections/execution-log.entity.js';

/** What a list of logs is narrowed to. An absent member narrows nothing; bounds are inclusive. */
export interface LogFilter {
  readonly workspaceId: string;
  readonly workflowIds?: readonly string[] | undefined;
  readonly folderIds?: readonly string[] | undefined;
  readonly triggers?: readonly string[] | undefined;
  readonly level?: LogLevel | undefined;
  /** ISO 8601; of the start. */
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly executionId?: string | undefined;
  readonly minDurationMs?: number | undefined;
  readonly maxDurationMs?: number | undefined;
  /** USD. */
  readonly minCost?: number | undefined;
  readonly maxCost?: number | undefined;
  readonly model?: string | undefined;
}

/** Adds a value to a statement. @returns its placeholder */
export type Bind = (value: unknown) => string;

/** A filter whose folders have become the workflows in them. */
export type RowFilter = Omit<LogFilter, 'folderIds'>;

type Conditions = { readonly [K in keyof RowFilter]-?: (value: NonNullable<RowFilter[K]>, bind: Bind) => string };

/** Constants and not parameters: a partial index only serves a statement that names its condition. */
const levels: Readonly<Record<LogLevel, string>> = { info: `l.level = 'info'`, error: `l.level = 'error'` };

const conditions: Conditions = {
  workspaceId: (id, bind) => `l.workspace_id = ${bind(id)}`,
  workflowIds: (ids, bind) => oneOf('l.workflow_id', ids.filter(isId), bind),
  triggers: (triggers, bind) => `l.trigger = any(${bind(triggers)}::text[])`,
  level: (level) => levels[level],
  startDate: (at, bind) => `l.started_at >= ${bind(at)}`,
  endDate: (at, bind) => `l.started_at <= ${bind(at)}`,
  executionId: byExecutionId,
  minDurationMs: (ms, bind) => `l.duration_ms >= ${bind(ms)}`,
  maxDurationMs: (ms, bind) => `l.duration_ms <= ${bind(ms)}`,
  minCost: (usd, bind) => `l.cost >= ${bind(usd)}`,
  maxCost: (usd, bind) => `l.cost <= ${bind(usd)}`,
  model: (model, bind) => `l.models @> array[${bind(model)}]`,
};

/** `inFolders` are the workflows of the folders that the filter names. */
export function withoutFolders({ folderIds: _, ...filter }: LogFilter, inFolders: readonly string[]): RowFilter {
  return { ...filter, workflowIds: filter.workflowIds?.filter((id) => inFolders.includes(id)) ?? inFolders };
}

/** The conditions of a filter on the rows `l` of `execution_log`. */
export function filterConditions(filter: RowFilter, bind: Bind): string[] {
  return Object.entries(conditions).flatMap(([name, condition]) => {
    const value = filter[name as keyof RowFilter];
    return value === undefined ? [] : [(condition as (value: unknown, bind: Bind) => string)(value, bind)];
  });
}

/** Callers know a run under the id that they chose, or else under ours. */
export function byExecutionId(executionId: string, bind: Bind): string {
  const chosen = `l.caller_execution_id = ${bind(executionId)}`;
  return isId(executionId) ? `(l.id = ${bind(executionId)} or ${chosen})` : chosen;
}

/** An equality where it can be one: only then is the index that begins with the column in the order of the page. */
function oneOf(column: string, ids: readonly string[], bind: Bind): string {
  return ids.length === 1 ? `${column} = ${bind(ids[0])}` : `${column} = any(${bind(ids)}::uuid[])`;
}
