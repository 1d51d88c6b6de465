import { defineProjection, when } from '#infrastructure/projections/projection.js';
import {
  ExecutionCancelled,
  ExecutionCompleted,
  ExecutionFailed,
  ExecutionPaused,
  ExecutionResumed,
  ExecutionStarted,
} from '#modules/executions/index.js';
import { executionLogTable } from './execution-log.entity.js';

/** Rows stay narrow: the whole message of a failure is in the stream. */
const longestError = 2000;

/** Which runs there were. Async: a query waits for what its caller has just done. */
export const executionLog = defineProjection({
  name: 'execution-log',
  version: 2,
  mode: 'async',
  models: [executionLogTable],
  on: [
    when(
      ExecutionStarted,
      ({
        streamId,
        payload: { workspaceId, workflowId, deploymentVersion, trigger, startedAt, userId, callerExecutionId, baseChargeUsd },
      }) => [
        executionLogTable.put({
          id: streamId,
          workspaceId,
          workflowId,
          deploymentVersion,
          level: 'info',
          trigger,
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
    ),
    when(ExecutionPaused, ({ streamId }) => [executionLogTable.patch({ id: streamId, status: 'paused' })]),
    when(ExecutionResumed, ({ streamId }) => [executionLogTable.patch({ id: streamId, status: 'running' })]),
    when(ExecutionCompleted, ({ streamId, payload: { endedAt, durationMs } }) => [
      executionLogTable.patch({ id: streamId, status: 'completed', endedAt, durationMs }),
    ]),
    when(ExecutionFailed, ({ streamId, payload: { error, endedAt, durationMs } }) => [
      executionLogTable.patch({ id: streamId, level: 'error', status: 'failed', endedAt, durationMs, error: error.slice(0, longestError) }),
    ]),
    when(ExecutionCancelled, ({ streamId, payload: { endedAt, durationMs } }) => [
      executionLogTable.patch({ id: streamId, status: 'cancelled', endedAt, durationMs }),
    ]),
  ],
});
