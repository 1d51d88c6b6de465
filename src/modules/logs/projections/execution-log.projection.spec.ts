import { describe, expect, it } from '@jest/globals';
import { ExecutionCompleted, ExecutionStarted, type ExecutionEvent } from '#engine/execution.events.js';
import { nilId } from '#kernel/ids.js';
import { foldWrites } from '#ledger/rows/fold-writes.js';
import { project } from '#ledger/rows/projection.js';
import { executionLog } from './execution-log.projection.js';

const started = ExecutionStarted({
  workflowId: nilId,
  workspaceId: nilId,
  deploymentVersion: 3,
  trigger: 'api',
  mode: 'sync',
  input: {},
  userId: nilId,
  accountId: nilId,
  baseChargeUsd: 0,
  startBlockId: 'start',
  startedAt: '2031-03-04T05:06:07.000Z',
  deadlineAt: '2031-03-04T06:06:07.000Z',
});
const completed = ExecutionCompleted({ output: {}, endedAt: '2031-03-04T05:06:08.000Z', durationMs: 1000 });

function writes(...events: readonly ExecutionEvent[]): unknown[] {
  const recorded = events.map((event, index) => ({
    ...event,
    streamId: nilId,
    position: index + 1,
    workspaceId: nilId,
    meta: {},
    at: '2031-03-04T05:06:08.000Z',
  }));
  return foldWrites(recorded.flatMap((event) => project([executionLog], event))).map(({ operation, row }) => [operation, row['status']]);
}

describe('the log', () => {
  it('inserts the row of a run that ends within one append once, in its final state', () => {
    expect(writes(started, completed)).toEqual([['add', 'completed']]);
  });

  it('inserts the row of an active run, and changes it when the run ends', () => {
    expect([writes(started), writes(completed)]).toEqual([[['add', 'running']], [['patch', 'completed']]]);
  });
});
