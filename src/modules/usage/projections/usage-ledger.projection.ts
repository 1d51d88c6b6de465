import { defineProjection, when } from '#ledger/rows/projection.js';
import { nilId } from '#kernel/ids.js';
import type { Write } from '#ledger/rows/read-model.js';
import { ExecutionStarted, ModelAnswered } from '#engine/execution.events.js';
import { KnowledgeEmbedded } from '#modules/models/index.js';
import { usageCallDay } from './usage-call-day.entity.js';
import { usageCall } from './usage-call.entity.js';
import { countsForPlan } from '../limits/charged-keys.js';
import { chargesOfCall } from './charged-call.js';
import { usageDay } from './usage-day.entity.js';
import { usageEntry, type UsageEntryRow } from './usage-entry.entity.js';
import { usagePeriod } from './usage-period.entity.js';

/** The ledger of charges, and its totals. */
export const usageLedger = defineProjection({
  name: 'usage-ledger',
  version: 7,
  mode: 'async',
  models: [usageEntry, usageDay, usageCall, usageCallDay, usagePeriod],
  totals: [
    { table: usageDay.table, date: 'day' },
    { table: usageCallDay.table, date: 'day' },
    { table: usagePeriod.table, date: 'month' },
  ],
  on: [
    when(
      ExecutionStarted,
      ({ streamId, meta, payload: { accountId, workspaceId, workflowId, baseChargeUsd, startedAt } }) =>
        charged({
          executionId: streamId,
          accountId,
          workspaceId,
          workflowId,
          keyId: meta.keyId ?? null,
          model: null,
          tokens: 0,
          costUsd: baseChargeUsd,
          at: startedAt,
        }),
      'input',
    ),
    when(KnowledgeEmbedded, ({ streamId, payload: { at, keyOf = 'operator', ...charge } }) =>
      charged({ executionId: streamId, workflowId: nilId, keyId: null, ...charge, at }, countsForPlan(keyOf)),
    ),
    when(ModelAnswered, chargesOfCall, 'parts'),
  ],
});

function charged(entry: UsageEntryRow, countsForLimit = true): readonly Write[] {
  const { accountId, workspaceId, workflowId, keyId, model, tokens, costUsd, at } = entry;
  const costNanoUsd = Math.round(costUsd * 1e9);
  return [
    usageEntry.add(entry),
    usageDay.increase({
      workspaceId,
      day: at.slice(0, 10),
      workflowId,
      keyId: keyId ?? '',
      model: model ?? '',
      accountId,
      executions: model === null ? 1 : 0,
      tokens,
      costNanoUsd,
    }),
    ...(countsForLimit ? [usagePeriod.increase({ accountId, month: `${at.slice(0, 7)}-01`, costNanoUsd })] : []),
  ];
}
