import type { Json } from '#kernel/json.js';
import type { RunOrigin } from '../domain/execution.events.js';
import type { ExecutionView } from '../queries/get-execution.query.js';

export interface ExecutionStatusResponse {
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
  readonly paused: null;
  readonly cost: { readonly total: number } | null;
  readonly error: string | null;
  /** Null unless it was asked for and the run has ended. */
  readonly finalOutput: Json;
  /** Null unless outputs were selected. */
  readonly blockOutputs: Readonly<Record<string, Json>> | null;
}

export function executionStatusResponse(
  view: ExecutionView,
  { withOutput, withBlocks }: { readonly withOutput: boolean; readonly withBlocks: boolean },
): ExecutionStatusResponse {
  const { executionId, workflowId, status, trigger, origin, startedAt, endedAt, durationMs, costUsd, error, output, blockOutputs } = view;
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
    paused: null,
    cost: costUsd === null ? null : { total: costUsd },
    error,
    finalOutput: withOutput ? output : null,
    blockOutputs: withBlocks ? blockOutputs : null,
  };
}
