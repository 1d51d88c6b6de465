import type { ReplayFilter } from '../../domain/delivery-replay.events.js';
import type { StoredReplay } from '../../store/deliveries/delivery-replays.js';

/** A replay of all deliveries that match a filter. */
export interface DeliveryReplayResponse {
  readonly id: string;
  readonly workspaceId: string;
  /** Where it is. */
  readonly status: 'running' | 'completed' | 'cancelled';
  /** Which deliveries are repeated, as requested. */
  readonly filter: ReplayFilterResponse;
  /** Whether the drafts run. */
  readonly draft: boolean;
  /** How many deliveries matched when it was requested. */
  readonly found: number;
  /** How many of them were repeated so far. */
  readonly replayed: number;
  /** How many of them cannot be repeated. */
  readonly refused: number;
  /** Why, with at most 20 different reasons. */
  readonly refusals: readonly RefusedReplays[];
  /** Why it makes no progress at the moment, for people; it continues by itself. Null if it makes progress or has ended. */
  readonly waitsFor: string | null;
  /** When it was requested. */
  readonly requestedAt: string;
  /** When it was completed or cancelled; null while it runs. */
  readonly endedAt: string | null;
  /** Where its job is shown. */
  readonly statusUrl: string;
}

/** A replay that begins. */
export interface AcceptedReplayResponse extends DeliveryReplayResponse {
  /** The job of the replay: `GET /api/jobs/{jobId}` shows its progress in `metadata`. */
  readonly jobId: string;
  /** How many deliveries match. */
  readonly count: number;
}

interface ReplayFilterResponse {
  /** Only deliveries to this trigger; null for all. */
  readonly triggerId: string | null;
  /** Only deliveries to triggers of this workflow; null for all. */
  readonly workflowId: string | null;
  /** Only deliveries with this outcome; null for all that can be repeated. */
  readonly outcome: string | null;
  /** When the first of them arrived at the earliest; null without a limit. */
  readonly from: string | null;
  /** When the last of them arrived at the latest; null without a limit. */
  readonly to: string | null;
}

interface RefusedReplays {
  /** The reason, for programs: the code with which the replay of one such delivery is refused. */
  readonly code: string;
  /** The reason, for people. */
  readonly message: string;
  /** How many deliveries have this reason. */
  readonly count: number;
}

export function deliveryReplayResponse(replay: StoredReplay, baseUrl: string): DeliveryReplayResponse {
  const { id, workspaceId, status, filter, usesDraft: draft, found, replayed, refused, refusals } = replay;
  const { waitsFor, requestedAt, endedAt } = replay;
  const counts = { found, replayed, refused, refusals };
  const statusUrl = `${baseUrl}/api/jobs/${id}`;
  return { id, workspaceId, status, filter: filterResponse(filter), draft, ...counts, waitsFor, requestedAt, endedAt, statusUrl };
}

export function acceptedReplayResponse(replay: StoredReplay, baseUrl: string): AcceptedReplayResponse {
  return { jobId: replay.id, count: replay.found, ...deliveryReplayResponse(replay, baseUrl) };
}

function filterResponse({ triggerId, workflowId, outcome, from, to }: ReplayFilter): ReplayFilterResponse {
  return { triggerId: triggerId ?? null, workflowId: workflowId ?? null, outcome: outcome ?? null, from: from ?? null, to: to ?? null };
}
