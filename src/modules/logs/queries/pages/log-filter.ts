import { isId } from '#kernel/ids.js';
import type { ExecutionTrigger } from '#engine/execution.events.js';
import type { LogLevel } from '../../projections/execution-log.entity.js';
import type { LogStatus } from '../../projections/log-status.js';

/** The filter of a list. An absent member does not filter; bounds are inclusive. */
export interface LogFilter {
  readonly workspaceId: string;
  readonly workflowIds?: readonly string[] | undefined;
  readonly folderIds?: readonly string[] | undefined;
  /** Triggers, and kinds or providers of their sources. */
  readonly triggers?: readonly string[] | undefined;
  readonly level?: LogLevel | undefined;
  readonly statuses?: readonly LogStatus[] | undefined;
  /** ISO 8601; of the start. */
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  /** The id that the caller chose, or the id of the run. */
  readonly executionId?: string | undefined;
  readonly minDurationMs?: number | undefined;
  readonly maxDurationMs?: number | undefined;
  /** USD. */
  readonly minCost?: number | undefined;
  readonly maxCost?: number | undefined;
  readonly model?: string | undefined;
  /** Part of an error, or of the name of a workflow. */
  readonly search?: string | undefined;
}

/** A filter on columns of rows: without folders and names, and with one of the two meanings of an execution id. */
export interface RowFilter extends Omit<LogFilter, 'folderIds' | 'executionId' | 'search'> {
  readonly id?: string | undefined;
  /** Kinds and providers of sources. */
  readonly sources?: readonly string[] | undefined;
  readonly callerExecutionId?: string | undefined;
  readonly errorText?: string | undefined;
}

/** The type requires every trigger: runs with a missing one would not be found. */
export const knownTriggers: readonly string[] = Object.keys({
  api: true,
  manual: true,
  chat: true,
  webhook: true,
  schedule: true,
  workflow: true,
} satisfies Record<ExecutionTrigger, true>);

/** The statuses that the index `execution_log_unusual` contains. Failed runs have an index of their level. */
export const unusualStatuses: readonly LogStatus[] = ['running', 'paused', 'cancelled'];

/** Adds a value to a statement. @returns its placeholder */
export type Bind = (value: unknown) => string;

type Conditions = { readonly [K in keyof RowFilter]-?: (value: NonNullable<RowFilter[K]>, bind: Bind) => string };

const conditions: Conditions = {
  workspaceId: (id, bind) => `l.workspace_id = ${bind(id)}`,
  workflowIds: (ids, bind) => `l.workflow_id = any(${bind(ids.filter(isId))}::uuid[])`,
  triggers: (triggers, bind) => `l.trigger = any(${bind(triggers)}::text[])`,
  sources: (names, bind) => {
    const list = `any(${bind(names)}::text[])`;
    return `(l.trigger_source->>'kind' = ${list} or l.trigger_source->>'provider' = ${list})`;
  },
  level: (level, bind) => `l.level = ${bind(level)}`,
  statuses: (statuses, bind) => `l.status = any(${bind(statuses)}::text[])`,
  startDate: (at, bind) => `l.started_at >= ${bind(at)}`,
  endDate: (at, bind) => `l.started_at <= ${bind(at)}`,
  id: (id, bind) => `l.id = ${bind(id)}`,
  callerExecutionId: (id, bind) => `l.caller_execution_id = ${bind(id)}`,
  minDurationMs: (ms, bind) => `l.duration_ms >= ${bind(ms)}`,
  maxDurationMs: (ms, bind) => `l.duration_ms <= ${bind(ms)}`,
  minCost: (usd, bind) => `l.cost >= ${bind(usd)}`,
  maxCost: (usd, bind) => `l.cost <= ${bind(usd)}`,
  model: (model, bind) => `l.models @> array[${bind(model)}]`,
  errorText: (text, bind) => `l.error ilike ${bind(containing(text))}`,
};

/** The conditions of the named parts of a filter, as far as it has them, on the rows `l` of `execution_log`. */
export function filterConditions(filter: RowFilter, parts: readonly (keyof RowFilter)[], bind: Bind): string[] {
  return parts.flatMap((part) => {
    const value = filter[part];
    return value === undefined ? [] : [(conditions[part] as (value: unknown, bind: Bind) => string)(value, bind)];
  });
}

/** The parts that a filter has, those aside that are named. */
export function partsOf(filter: RowFilter, except: readonly (keyof RowFilter)[] = []): readonly (keyof RowFilter)[] {
  return (Object.keys(conditions) as (keyof RowFilter)[]).filter((part) => filter[part] !== undefined && !except.includes(part));
}

/** A pattern for `like`: the text anywhere, each of its characters for itself. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
