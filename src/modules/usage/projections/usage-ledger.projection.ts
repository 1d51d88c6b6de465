import { defineProjection, when } from '#infrastructure/projections/projection.js';
import { ExecutionStarted } from '#modules/executions/index.js';
import { usageEntry } from './usage-entry.entity.js';

export const usageLedger = defineProjection({
  name: 'usage-ledger',
  version: 2,
  mode: 'async',
  models: [usageEntry],
  on: [
    when(ExecutionStarted, ({ streamId, meta, payload: { accountId, workspaceId, workflowId, baseChargeUsd, startedAt } }) => [
      usageEntry.put({
        executionId: streamId,
        accountId,
        workspaceId,
        workflowId,
        keyId: meta.keyId ?? null,
        model: null,
        costUsd: baseChargeUsd,
        at: startedAt,
      }),
    ]),
  ],
});
