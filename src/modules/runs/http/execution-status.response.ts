import type { Json } from '#kernel/json.js';
import type { RunOrigin } from '#engine/execution.events.js';
import type { RunIntegrityView } from '#modules/audit/index.js';
import type { ExecutionView } from '../find/get-execution.query.js';

/** The pause of a run. */
interface PausedResponse {
  readonly contextId: string;
  /** When the run paused. */
  readonly pausedAt: string;
  /** When the run continues automatically; null if it does not. */
  readonly resumeAt: string | null;
  /** Whether the run waits for an answer (`human`) or for a moment (`time`). */
  readonly pauseKind: 'human' | 'time';
  readonly blockedOnBlockId: string;
  /** Always null: a pause that has ended always resumes its run. */
  readonly automaticResumeWaitingReason: null;
  /** Id of the paused run with its questions; null if it only waits for a moment. */
  readonly pausedExecutionId: string | null;
  /** Number of questions, answered ones included. */
  readonly pausePointCount: number;
  /** Number of answered questions. */
  readonly resumedCount: number;
}

export interface ExecutionReportResponse {
  readonly executionId: string;
  readonly workflowId: string;
  /** Status of the run: `queued`, `running`, `paused`, `completed`, `failed` or `cancelled`. */
  readonly status: string;
  /** What started the run: `api`, `manual`, `workflow` … */
  readonly trigger: string;
  /** Present when the run repeats another one. */
  readonly origin?: RunOrigin;
  /** `error` if the run failed, else `info`. */
  readonly level: 'info' | 'error';
  /** When the run started; null while it is queued. */
  readonly startedAt: string | null;
  /** When the run ended; null before. */
  readonly endedAt: string | null;
  /** Duration of the run without waiting times, in ms; null until it ends. */
  readonly totalDurationMs: number | null;
  /** The pause; null unless the run is paused. */
  readonly paused: PausedResponse | null;
  /** Cost of the run so far; null if nothing was charged yet. */
  readonly cost: {
    /** The base charge and the charge of each call of a language model, in US dollars. */
    readonly total: number;
  } | null;
  /** Error message; null unless the run failed. */
  readonly error: string | null;
  /** The output; null unless `includeOutput` was set and the run has ended. */
  readonly finalOutput: Json;
  /** The selected outputs; null unless outputs were selected. */
  readonly blockOutputs: Readonly<Record<string, Json>> | null;
  /** Whether the stored events of the run are those that were recorded; null before its first event. */
  readonly integrity: RunIntegrityView | null;
}

export function executionStatusResponse(
  view: ExecutionView,
  { withOutput, withBlocks }: { readonly withOutput: boolean; readonly withBlocks: boolean },
): ExecutionReportResponse {
  const {
    executionId,
    workflowId,
    status,
    trigger,
    origin,
    startedAt,
    endedAt,
    durationMs,
    costUsd,
    error,
    output,
    blockOutputs,
    paused,
    integrity,
  } = view;
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
    integrity,
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
