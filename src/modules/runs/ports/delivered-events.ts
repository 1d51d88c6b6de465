import type { Json } from '#kernel/json.js';

/** An event that has reached a trigger of a workflow. */
export interface DeliveredEvent {
  /** The block of the trigger. */
  readonly blockId: string;
  /** What a run receives as its input. */
  readonly input: Json;
}

/** The events that have reached triggers. The module of triggers implements it. Checks no permissions. */
export abstract class DeliveredEvents {
  /**
   * Undefined for a delivery of another workflow, and for one that is not stored any more.
   * @throws DomainError conflict for an event whose contents are not kept
   */
  abstract find(workflowId: string, deliveryId: string): Promise<DeliveredEvent | undefined>;

  /** Whether the event waits for its run: then its contents are needed. Undefined for an id of anything else. */
  abstract isHeld(id: string): Promise<boolean | undefined>;
}
