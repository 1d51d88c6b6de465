import type { EventOf, RecordedEvent } from '#kernel/event.js';
import type { Write } from '#ledger/rows/read-model.js';
import { chargedNanoUsd, isCharged, isUnpriced, wasMade } from '#engine/trace/run-spending.js';
import type { ModelAnswered } from '#engine/execution.events.js';
import { countsForPlan } from '../limits/charged-keys.js';
import { usageCallDay } from './usage-call-day.entity.js';
import { usageCall, type UsageCallRow } from './usage-call.entity.js';
import { usagePeriod } from './usage-period.entity.js';

type Answered = EventOf<readonly [typeof ModelAnswered]>;
type Call = Omit<Answered['payload'], 'parts'>;
type CallEvent = Omit<RecordedEvent<Answered>, 'payload'> & { readonly payload: Call };

/** The entry of a model call and its part of the totals. A call that was copied from another run has none. */
export function chargesOfCall({ streamId: executionId, position, workspaceId, payload: call }: CallEvent): readonly Write[] {
  if (!wasMade(call)) return [];
  const { accountId, workflowId, provider, model, blockId, endedAt: at } = call;
  const tokens = tokensOf(call);
  const shared = { accountId, workspaceId: workspaceId ?? '', workflowId, provider, model, blockId, ...tokens };
  const { keyOf, node, outcome, keyId = null, usage } = call;
  const nanoUsd = chargedNanoUsd(call);
  const costNanoUsd = isUnpriced(call) ? null : nanoUsd;
  return [
    usageCall.put({
      ...shared,
      executionId,
      position,
      keyId,
      keyOf,
      node,
      outcome,
      costNanoUsd,
      at,
      tool: toolOf(node),
      isEstimated: usage.estimated,
    }),
    usageCallDay.increase({
      ...shared,
      day: at.slice(0, 10),
      keyId: keyId ?? '',
      calls: 1,
      unpricedCalls: isUnpriced(call) ? 1 : 0,
      costNanoUsd: nanoUsd,
      ownKeyNanoUsd: countsForPlan(keyOf) ? 0 : nanoUsd,
    }),
    ...(countsForPlan(keyOf) && nanoUsd > 0
      ? [usagePeriod.increase({ accountId, month: `${at.slice(0, 7)}-01`, costNanoUsd: nanoUsd })]
      : []),
  ];
}

/** An abandoned call is listed without tokens, as it is asked again. */
function tokensOf(call: Call): Pick<UsageCallRow, 'inputTokens' | 'outputTokens' | 'cachedTokens' | 'reasoningTokens'> {
  if (!isCharged(call)) return { inputTokens: 0, outputTokens: 0, cachedTokens: 0, reasoningTokens: 0 };
  const { input, output, cacheRead, reasoning } = call.usage;
  return { inputTokens: input, outputTokens: output, cachedTokens: cacheRead, reasoningTokens: reasoning };
}

/** The innermost tool call that a node lies below. */
function toolOf(node: string): string | null {
  return /^(.*#\d+\.\d+)(?:\(\)|\/|$)/.exec(node)?.[1] ?? null;
}
