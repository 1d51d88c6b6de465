import { month } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';
import type { TriggerSource } from '#engine/execution.events.js';
import type { LogStatus } from './log-status.js';

export type LogLevel = 'info' | 'error';

/** One run in a few bytes. The events of its blocks stay in its stream. */
export interface ExecutionLogRow {
  /** The id of the stream of the run. */
  readonly id: string;
  readonly workspaceId: string;
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
  /** US dollars so far. */
  readonly cost: number;
  /** The AI models that the run has used, each once, sorted. */
  readonly models: readonly string[];
  readonly userId: string;
  /** The execution id that the caller chose. */
  readonly callerExecutionId: string | null;
  readonly error: string | null;
}

export const executionLogTable = new ReadModel<ExecutionLogRow, 'id'>({
  table: 'execution_log',
  key: ['id'],
  kept: month('one row for each run'),
  columns: {
    id: { type: 'uuid' },
    workspaceId: { type: 'uuid' },
    workflowId: { type: 'uuid' },
    deploymentVersion: { type: 'integer' },
    level: { type: 'text' },
    trigger: { type: 'text' },
    triggerSource: { type: 'jsonb', nullable: true },
    status: { type: 'text' },
    startedAt: { type: 'timestamptz' },
    endedAt: { type: 'timestamptz', nullable: true },
    durationMs: { type: 'bigint', nullable: true },
    cost: { type: 'numeric' },
    models: { type: 'text[]' },
    userId: { type: 'uuid' },
    callerExecutionId: { type: 'text', nullable: true },
    error: { type: 'text', nullable: true },
  },
});
