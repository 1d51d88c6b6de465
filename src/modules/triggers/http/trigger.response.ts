import type { JsonObject } from '#kernel/json.js';
import type { DeliveryOutcome } from '../domain/delivery.state.js';
import type { PauseMode, TriggerStatus } from '../domain/trigger.state.js';
import { shownKind } from '../kinds/trigger-kinds.js';
import type { TriggerDetails, TriggerView } from '../deliveries/queries/trigger-view.js';

/** A block of a workflow that starts runs without a call. */
export interface TriggerResponse {
  readonly id: string;
  readonly workspaceId: string;
  readonly workflowId: string;
  readonly blockId: string;
  /** Name of the block. */
  readonly blockName: string;
  /** What it reacts to: `webhook`, `schedule`, `table`, `event` (of the workspace) or `polling` (a feed or a mailbox). */
  readonly kind: string;
  /** Where its events come from, for example `generic`, `github`, `schedule`, `rss` or `imap`. */
  readonly provider: string;
  /** `disabled`: the server stopped it because its runs fail. `retired`: the active version does not have the block. */
  readonly status: TriggerStatus;
  /** What happens to deliveries while it is paused; null while it is not paused. */
  readonly pauseMode: PauseMode | null;
  /** Why the server disabled it; null while it is not disabled. */
  readonly disabledReason: string | null;
  /** Number of failed runs in a row that disable it; null: the limit of the server. */
  readonly failureLimit: number | null;
  /** Address for HTTP requests. Null for a trigger that receives none, for a retired one, and for callers without the permission `write`. */
  readonly url: string | null;
  /** The fields of the block that decide when it fires, without secrets. */
  readonly config: JsonObject;
  /** The deployed version of the workflow whose block counts. */
  readonly version: number;
  readonly createdAt: string;
  /** When it was changed last. */
  readonly updatedAt: string;
}

/** How many deliveries had each outcome. */
interface Counters extends Readonly<Record<DeliveryOutcome, number>> {
  /** Deliveries that started a run. */
  readonly accepted: number;
  /** Deliveries whose key an earlier one had. */
  readonly duplicate: number;
  /** Events to which the trigger does not react. */
  readonly filtered: number;
  /** Deliveries that were refused. */
  readonly refused: number;
  /** Deliveries that wait until the trigger is resumed. */
  readonly held: number;
  /** Occurrences of a schedule that started no run. */
  readonly skipped: number;
  /** Deliveries whose run ended the processes that drove it. */
  readonly poisoned: number;
}

/** A trigger with what its deliveries tell. */
export interface TriggerDetailsResponse extends TriggerResponse {
  /** When it last started a run; null if no such delivery is kept. */
  readonly lastFiredAt: string | null;
  /** How many of its runs have failed in a row. */
  readonly failedCount: number;
  /** Why the last poll of its source failed; null if it completed, and for triggers that do not poll. */
  readonly lastPollError: string | null;
  /** When the first poll failed since the last one that completed; null if that was the last one. */
  readonly pollFailingSince: string | null;
  /** The next times at which an active schedule fires, at most 5 and at most as many as `maxRuns` leaves, earliest first. Empty for other triggers. */
  readonly nextRuns: readonly string[];
  /** Deliveries of the last 24 hours by outcome, of the newest 10,000 at most. */
  readonly deliveries: Counters;
}

const noDelivery: Counters = { accepted: 0, duplicate: 0, filtered: 0, refused: 0, held: 0, skipped: 0, poisoned: 0 };

export function triggerResponse({ trigger, showsAddress }: TriggerView, baseUrl: string): TriggerResponse {
  const { id, workspaceId, workflowId, blockId, blockName, provider, status, pauseMode } = trigger;
  const { disabledReason, failureLimit, path, config, version, createdAt, updatedAt } = trigger;
  const url = path === null || status === 'retired' || !showsAddress ? null : `${baseUrl}/api/webhooks/trigger/${path}`;
  const place = { id, workspaceId, workflowId, blockId, blockName, kind: shownKind(trigger.kind), provider };
  return { ...place, status, pauseMode, disabledReason, failureLimit, url, config, version, createdAt, updatedAt };
}

export function triggerDetailsResponse(details: TriggerDetails, baseUrl: string): TriggerDetailsResponse {
  const { lastFiredAt, failedCount, nextRuns, counts, pollFailure } = details;
  const polls = { lastPollError: pollFailure?.message ?? null, pollFailingSince: pollFailure?.since ?? null };
  return { ...triggerResponse(details, baseUrl), lastFiredAt, failedCount, ...polls, nextRuns, deliveries: { ...noDelivery, ...counts } };
}
