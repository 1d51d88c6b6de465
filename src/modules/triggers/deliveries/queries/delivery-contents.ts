import { Injectable } from '@nestjs/common';
import { SecretBox } from '#host/secrets/secret-box.js';
import { EventStore } from '#ledger/events/event-store.js';
import { conflict } from '#kernel/errors.js';
import type { RecordedOf } from '#kernel/event.js';
import { isId } from '#kernel/ids.js';
import { isJsonObject, type Json } from '#kernel/json.js';
import { isOutlined } from '#kernel/models/event-contents.js';
import { DeliveredEvents, jobStream, openedInput, type DeliveredEvent } from '#modules/runs/index.js';
import { DeliveryHeld, deliveryStream, type DeliveryEvent, type DeliveryHeaders } from '../../domain/delivery.events.js';
import type { StoredDelivery } from '../../store/deliveries/delivery-rows.js';

/** What a delivery contained. It is stored once: in the job of its run, or with the delivery if it started none. */
export interface DeliveryContents {
  /** Of a duplicate: null, since the delivery that came first has it. */
  readonly payload: Json;
  /** False: the policy for contents of the workspace keeps no inputs, and `payload` has its size and its digest. */
  readonly isKept: boolean;
  readonly headers: DeliveryHeaders;
  /** Why it was refused, for people. */
  readonly message: string | null;
  readonly callChain: readonly string[];
}

type FirstEvent = Extract<RecordedOf<DeliveryEvent>, { readonly payload: { readonly triggerId: string } }>;

/** Reads what deliveries contained, as it arrived. Checks no permissions. */
@Injectable()
export class DeliveryContentsStore extends DeliveredEvents {
  constructor(
    private readonly store: EventStore,
    private readonly box: SecretBox,
  ) {
    super();
  }

  async find(workflowId: string, deliveryId: string): Promise<DeliveredEvent | undefined> {
    const first = isId(deliveryId) ? await this.#firstOf(deliveryId) : undefined;
    if (first?.payload.workflowId !== workflowId) return undefined;
    if ('duplicateOf' in first.payload) return this.find(workflowId, first.payload.duplicateOf);
    const contents = await this.#contentsOf(first, 'jobId' in first.payload ? first.payload.jobId : null);
    if (contents === undefined) return undefined;
    if (contents.isKept) return { blockId: first.payload.blockId, input: contents.payload };
    const reason = 'its workspace keeps no prompts and answers (contents: none)';
    throw conflict('CONTENTS_NOT_KEPT', `The event of the delivery is not stored: ${reason}`);
  }

  async isHeld(id: string): Promise<boolean | undefined> {
    const [first, ...later] = await this.store.readStored(deliveryStream, id, 0);
    if (first?.type.startsWith('delivery.') !== true) return undefined;
    return first.type === DeliveryHeld.type && later.length === 0;
  }

  /** Undefined if the events of the delivery are no longer stored. */
  async of({ id, jobId }: Pick<StoredDelivery, 'id' | 'jobId'>): Promise<DeliveryContents | undefined> {
    const first = await this.#firstOf(id);
    return first === undefined ? undefined : this.#contentsOf(first, jobId);
  }

  async #firstOf(id: string): Promise<FirstEvent | undefined> {
    const [first] = await this.store.read(deliveryStream, id, 0, 1);
    return first !== undefined && 'triggerId' in first.payload ? (first as FirstEvent) : undefined;
  }

  async #contentsOf(first: FirstEvent, jobId: string | null): Promise<DeliveryContents | undefined> {
    const { headers = {} } = first.payload;
    const message = first.type === 'delivery.refused' ? first.payload.message : null;
    const shown = { headers, message };
    if ('payload' in first.payload) return { ...shown, payload: first.payload.payload, isKept: !isOutlined(first.payload), callChain: [] };
    if (first.type !== 'delivery.accepted' || jobId === null) return { ...shown, payload: null, isKept: true, callChain: [] };
    const [queued] = await this.store.read(jobStream, jobId, 0, 1);
    if (queued?.type !== 'job.queued' || !isJsonObject(queued.payload.payload)) return undefined;
    const { input = null, sealed, callChain } = queued.payload.payload;
    const stored = { input, ...(typeof sealed === 'string' ? { sealed } : {}) };
    const payload = openedInput(stored, this.box, queued.payload.executionId);
    return { ...shown, payload, isKept: !isOutlined(queued.payload), callChain: textsOf(callChain) };
  }
}

function textsOf(list: Json | undefined): readonly string[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
}
