import type { Json } from '#kernel/json.js';
import type { RunOrigin } from '#engine/execution.events.js';
import type { ExecutionView } from '../find/get-execution.query.js';

/** The pause of a run. */
interface PausedResponse {
  readonly contextId: string;
  readonly pausedAt: string;
  readonly resumeAt: string | null;
  readonly pauseKind: 'human' | 'time';
  readonly blockedOnBlockId: string;
  /** Always null: a pause that has ended always resumes its run. */
  readonly automaticResumeWaitingReason: null;
  readonly pausedExecutionId: string | null;
  readonly pausePointCount: number;
  readonly resumedCount: number;
}

export interface ExecutionReportResponse {
  readonly executionId: string;
  readonly workflowId: string;
  readonly status: string;
  readonly trigger: string;
  /** Present when the run repeats another one. */
  readonly origin?: RunOrigin;
  readonly level: 'info' | 'error';
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly totalDurationMs: number | null;
  /** The pause; null unless the run is paused. */
  readonly paused: PausedResponse | null;
  readonly cost: { readonly total: number } | null;
  readonly error: string | null;
  /** The output; null unless `includeOutput` was set and the run has ended. */
  readonly finalOutput: Json;
  /** The selected outputs; null unless outputs were selected. */
  readonly blockOutputs: Readonly<Record<string, Json>> | null;
}

export function executionStatusResponse(
  view: ExecutionView,
  { withOutput, withBlocks }: { readonly withOutput: boolean; readonly withBlocks: boolean },
): ExecutionReportResponse {
  const { executionId, workflowId, status, trigger, origin, startedAt, endedAt, durationMs, costUsd, error, output, blockOutputs, paused } =
    view;
  return {
    executionId,
    workflowId,
    status,
    trigger,
    ...(origin === undefined ? {} : { origin }),
    level: status === 'failed' ? 'error' : 'info',
    startedAt,
    endedAt,
    totalDurationMs: durationMs,
    paused: paused === null ? null : pausedResponse(paused),
    cost: costUsd === null ? null : { total: costUsd },
    error,
    finalOutput: withOutput ? output : null,
    blockOutputs: withBlocks ? blockOutputs : null,
  };
}

function pausedResponse(paused: NonNullable<ExecutionView['paused']>): PausedResponse {
  const { contextId, blockId, kind, resumeAt, pausedAt, pauseCount, resumedCount, accountId } = paused;
  return {
    contextId,
    pausedAt,
    resumeAt,
    pauseKind: kind,
    blockedOnBlockId: blockId,
    automaticResumeWaitingReason: null,
    pausedExecutionId: accountId,
    pausePointCount: pauseCount,
    resumedCount,
  };
}
