import type { Json } from '#kernel/json.js';
import type { RunOrigin, TriggerSource } from '#engine/execution.events.js';
import type { TraceSpan } from '#engine/trace/trace-span.js';
import type { RunIntegrityView } from '#modules/audit/index.js';
import { shownKind } from '#modules/triggers/index.js';
import type { WorkflowDescription } from '#modules/workflows/index.js';
import type { LogLevel } from '../projections/execution-log.entity.js';
import type { LogStatus } from '../projections/log-status.js';

/** The calls of one language model within a run. Amounts are US dollars. */
export interface ModelUse {
  /** Cost of what the model has read. */
  readonly input: number;
  /** Cost of what the model has written. */
  readonly output: number;
  /** The sum of both. */
  readonly total: number;
  /** Number of calls. */
  readonly calls: number;
  /** Number of calls that no price is known for. They are not part of the cost. */
  readonly unpricedCalls: number;
  /** Tokens of the calls. */
  readonly tokens: {
    /** What the model has read, cached tokens included. */
    readonly input: number;
    /** What the model has written, reasoning included. */
    readonly output: number;
    /** The sum of both. */
    readonly total: number;
  };
}

/** By the name of the model that its provider was sent. */
export type ModelUses = Readonly<Record<string, ModelUse>>;

/** The input, the trace and the output of a run. */
export interface RunHistory {
  /** Present when the run replays another run. */
  readonly origin?: RunOrigin;
  readonly input: Json;
  /** Null until the run has ended. */
  readonly finalOutput: Json;
  /** What the calls of each language model have used. */
  readonly models: ModelUses;
  /** US dollars so far. */
  readonly costUsd: number | null;
  /** Empty unless requested. */
  readonly traceSpans: readonly TraceSpan[];
}

/** One entry of the log. Times are ISO 8601, durations ms, money USD. */
export interface LogView {
  readonly id: string;
  readonly workspaceId: string;
  /** The execution id: the one that the caller chose, or the id of the run. */
  readonly executionId: string;
  readonly workflowId: string;
  readonly deploymentVersion: number;
  readonly level: LogLevel;
  readonly trigger: string;
  /** What started the run, in detail; null for calls. */
  readonly triggerSource: TriggerSource | null;
  readonly status: LogStatus;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly durationMs: number | null;
  readonly cost: number | null;
  /** The language models that the run has called, sorted. Empty until it has ended. */
  readonly modelsUsed: readonly string[];
  readonly error: string | null;
  /** Absent unless requested, and for a run without a job that is stored. */
  readonly queuedAt?: string;
  /** The present workflow. Absent unless requested. */
  readonly workflow?: WorkflowDescription;
  /** Absent unless requested. */
  readonly history?: RunHistory;
  /** Absent unless requested, and when no event is stored. */
  readonly integrity?: RunIntegrityView;
}

/** A row of `log-statement.ts`, as the driver returns it. */
export interface LogRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly workflow_id: string;
  readonly deployment_version: number;
  readonly level: LogLevel;
  readonly trigger: string;
  readonly trigger_source: TriggerSource | null;
  readonly status: LogStatus;
  readonly started_at: string;
  readonly ended_at: string | null;
  readonly duration_ms: string | null;
  readonly cost: string | null;
  readonly models: readonly string[] | null;
  readonly caller_execution_id: string | null;
  readonly error: string | null;
}

export function logView(row: LogRow): LogView {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    executionId: row.caller_execution_id ?? row.id,
    workflowId: row.workflow_id,
    deploymentVersion: row.deployment_version,
    level: row.level,
    trigger: row.trigger,
    triggerSource: row.trigger_source && { ...row.trigger_source, kind: shownKind(row.trigger_source.kind) },
    status: row.status,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    durationMs: row.duration_ms === null ? null : Number(row.duration_ms),
    cost: row.cost === null ? null : Number(row.cost),
    modelsUsed: row.models ?? [],
    error: row.error,
  };
}
