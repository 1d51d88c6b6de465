import { defineProjection, when } from '#ledger/rows/projection.js';
import {
  ExecutionCancelled,
  ExecutionCompleted,
  ExecutionFailed,
  ExecutionPaused,
  ExecutionResumed,
  ExecutionStarted,
} from '#engine/execution.events.js';
import { cancellationText } from '#engine/execution.state.js';
import { executionLogTable, type ExecutionLogRow } from './execution-log.entity.js';

/** Rows stay narrow: the full message of a failure is in the stream. */
const longestError = 2000;
/** Characters of all names together. An index contains them. */
const longestModels = 600;

/** The list of runs. Async: a query waits until it contains what the caller has just done. */
export const executionLog = defineProjection({
  name: 'execution-log',
  version: 3,
  mode: 'async',
  models: [executionLogTable],
  on: [
    when(
      ExecutionStarted,
      ({
        streamId,
        payload: {
          workspaceId,
          workflowId,
          deploymentVersion,
          trigger,
          triggerSource,
          startedAt,
          userId,
          callerExecutionId,
          baseChargeUsd,
        },
      }) => [
        executionLogTable.add({
          id: streamId,
          workspaceId,
          workflowId,
          deploymentVersion,
          level: 'info',
          trigger,
          triggerSource: triggerSource ?? null,
          status: 'running',
          startedAt,
          endedAt: null,
          durationMs: null,
          cost: baseChargeUsd,
          models: [],
          userId,
          callerExecutionId: callerExecutionId ?? null,
          error: null,
        }),
      ],
      'input',
    ),
    when(ExecutionPaused, ({ streamId }) => [executionLogTable.patch({ id: streamId, status: 'paused' })], 'output'),
    when(ExecutionResumed, ({ streamId }) => [executionLogTable.patch({ id: streamId, status: 'running' })]),
    when(
      ExecutionCompleted,
      ({ streamId, payload }) => [executionLogTable.patch({ id: streamId, status: 'completed', ...endOf(payload) })],
      'output',
    ),
    when(
      ExecutionFailed,
      ({ streamId, payload }) => [
        executionLogTable.patch({
          id: streamId,
          level: 'error',
          status: 'failed',
          ...endOf(payload),
          error: payload.error.slice(0, longestError),
        }),
      ],
      'output',
    ),
    when(
      ExecutionCancelled,
      ({ streamId, payload }) => {
        const why = payload.reason === undefined ? {} : { error: cancellationText(payload.reason) };
        return [executionLogTable.patch({ id: streamId, status: 'cancelled', ...endOf(payload), ...why })];
      },
      'output',
    ),
  ],
});

type RunEnd = Pick<ReturnType<typeof ExecutionCompleted>['payload'], 'endedAt' | 'durationMs' | 'spent'>;

function endOf({ endedAt, durationMs, spent }: RunEnd): Partial<ExecutionLogRow> {
  return { endedAt, durationMs, ...(spent === undefined ? {} : { cost: spent.costUsd, models: inOrder(spent.models) }) };
}

function inOrder(models: readonly string[]): readonly string[] {
  let room = longestModels;
  return [...new Set(models)].toSorted().filter((model) => (room -= model.length) >= 0);
}
