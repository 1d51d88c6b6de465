import { defineProjection, when } from '#ledger/rows/projection.js';
import { ExecutionHeld, ExecutionReleased } from '../domain/hold.events.js';
import { executionHold } from './execution-hold.entity.js';

/** Inline: a sweep that begins right after the hold must see it. */
export const executionHolds = defineProjection({
  name: 'execution-hold',
  version: 1,
  mode: 'inline',
  models: [executionHold],
  on: [
    when(ExecutionHeld, ({ workspaceId, meta, at: heldAt, payload: { executionId, reason } }) => [
      executionHold.put({ executionId, workspaceId: workspaceId ?? '', reason, heldBy: meta.actorId ?? null, heldAt }),
    ]),
    when(ExecutionReleased, ({ payload: { executionId } }) => [executionHold.remove({ executionId })]),
  ],
});
