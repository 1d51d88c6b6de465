import { defineProjection, when } from '#ledger/rows/projection.js';
import {
  PauseApproved,
  PausePointClosed,
  PausePointsOpened,
  PauseRested,
  ResumeClaimed,
  ResumeCompleted,
  ResumeFailed,
  ResumeQueued,
} from '../domain/pause.events.js';
import { pausedExecution } from './paused-execution.entity.js';

type Standing = Pick<Parameters<typeof ResumeClaimed>[0], 'status' | 'pauseCount' | 'resumedCount' | 'expiresAt' | 'at'>;

const withStanding = ({ streamId: id, payload }: { readonly streamId: string; readonly payload: Standing }) => {
  const { status, pauseCount, resumedCount, expiresAt, at: updatedAt } = payload;
  return [pausedExecution.patch({ id, status, pauseCount, resumedCount, expiresAt, updatedAt })];
};

/** Inline: a caller that has just received a pause may list it at once. */
export const pausedExecutions = defineProjection({
  name: 'paused-executions',
  version: 1,
  mode: 'inline',
  models: [pausedExecution],
  on: [
    when(PausePointsOpened, ({ streamId: id, payload }) => {
      const { executionId, workflowId, workspaceId, status, pauseCount, resumedCount, pausedAt, at: updatedAt, expiresAt } = payload;
      return [
        pausedExecution.put({ id, executionId, workflowId, workspaceId, status, pauseCount, resumedCount, pausedAt, updatedAt, expiresAt }),
      ];
    }),
    when(PauseApproved, withStanding),
    when(ResumeQueued, withStanding),
    when(ResumeClaimed, withStanding),
    when(ResumeCompleted, withStanding),
    when(ResumeFailed, withStanding),
    when(PausePointClosed, withStanding),
    when(PauseRested, withStanding),
  ],
});
