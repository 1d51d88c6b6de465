import type { Json } from '#kernel/json.js';
import type { DeliveryOutcome } from '../domain/delivery.state.js';
import type { DeliveryDetails } from '../deliveries/queries/get-delivery.query.js';
import type { StoredDelivery } from '../store/deliveries/delivery-rows.js';

/** An event that reached a trigger. */
export interface DeliveryResponse {
  readonly id: string;
  readonly workspaceId: string;
  readonly triggerId: string;
  readonly workflowId: string;
  /** What became of it. */
  readonly outcome: DeliveryOutcome;
  /** Why it started no run, for programs; null if it needs no reason. */
  readonly reason: string | null;
  /** Its run; of a duplicate, the run of the delivery that came first. Null without a run. */
  readonly executionId: string | null;
  /** The job of its run; null for a duplicate and without a run. */
  readonly jobId: string | null;
  /** Of a duplicate, the delivery that came first; null for others. */
  readonly duplicateOf: string | null;
  /** The delivery that it repeats; null if it repeats none. */
  readonly replayOf: string | null;
  /** When the schedule was due; null for other triggers. */
  readonly scheduledFor: string | null;
  /** When it arrived. */
  readonly receivedAt: string;
}

/** A delivery with what it contained. */
export interface DeliveryDetailsResponse extends DeliveryResponse {
  /** Why it was refused, for people; null for others. */
  readonly message: string | null;
  /** The headers of its request, without those that carry credentials. Empty for events that were no requests. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the run received as its input. Secrets of the workspace are shown as `{{NAME}}`, fields that are named like credentials as `[REDACTED]`. Null for a duplicate: the delivery that came first has it. */
  readonly body: Json;
}

export function deliveryResponse(row: StoredDelivery): DeliveryResponse {
  const { id, workspaceId, triggerId, workflowId, outcome, reason, executionId, jobId, duplicateOf, replayOf, scheduledFor } = row;
  const origin = { duplicateOf, replayOf, scheduledFor, receivedAt: row.receivedAt };
  return { id, workspaceId, triggerId, workflowId, outcome, reason, executionId, jobId, ...origin };
}

export function deliveryDetailsResponse({ delivery, message, headers, body }: DeliveryDetails): DeliveryDetailsResponse {
  return { ...deliveryResponse(delivery), message, headers, body };
}
