import { defineProjection, when } from '#infrastructure/projections/projection.js';
import { ExecutionStarted } from '#modules/executions/index.js';
import { usageEntry } from './usage-entry.entity.js';

/** US dollars for each run, whatever its outcome. */
export const baseChargeUsd = 0.005;

export const usageLedger = defineProjection({
  name: 'usage-ledger',
  version: 1,
  mode: 'async',
  models: [usageEntry],
  on: [
    when(ExecutionStarted, ({ streamId, payload: { accountId, workspaceId, workflowId, startedAt } }) => [
      usageEntry.put({ executionId: streamId, accountId, workspaceId, workflowId, costUsd: baseChargeUsd, at: startedAt }),
    ]),
  ],
});
