import { defineProjection, when } from '#infrastructure/projections/projection.js';
import { ExecutionStarted } from '#modules/executions/index.js';
import { usageEntry } from './usage-entry.entity.js';

export const usageLedger = defineProjection({
  name: 'usage-ledger',
  version: 1,
  mode: 'async',
  models: [usageEntry],
  on: [
    when(ExecutionStarted, ({ streamId, payload: { accountId, workspaceId, workflowId, baseChargeUsd, startedAt } }) => [
      usageEntry.put({ executionId: streamId, accountId, workspaceId, workflowId, costUsd: baseChargeUsd, at: startedAt }),
    ]),
  ],
});
