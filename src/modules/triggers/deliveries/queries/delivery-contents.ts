import { Injectable } from '@nestjs/common';
import { EventStore } from '#ledger/events/event-store.js';
import { isJsonObject, type Json } from '#kernel/json.js';
import { isOutlined } from '#kernel/models/event-contents.js';
import { jobStream } from '#modules/runs/index.js';
import { deliveryStream, type DeliveryHeaders } from '../../domain/delivery.events.js';
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

/** Reads what deliveries contained, as it arrived. Checks no permissions. */
@Injectable()
export class DeliveryContentsStore {
  constructor(private readonly store: EventStore) {}

  /** Undefined if the events of the delivery are no longer stored. */
  async of({ id, jobId }: Pick<StoredDelivery, 'id' | 'jobId'>): Promise<DeliveryContents | undefined> {
    const [first] = await this.store.read(deliveryStream, id, 0, 1);
    if (first === undefined || !('triggerId' in first.payload)) return undefined;
    const { headers = {} } = first.payload;
    const message = first.type === 'delivery.refused' ? first.payload.message : null;
    const shown = { headers, message };
    if ('payload' in first.payload) return { ...shown, payload: first.payload.payload, isKept: true, callChain: [] };
    if (first.type !== 'delivery.accepted' || jobId === null) return { ...shown, payload: null, isKept: true, callChain: [] };
    const [queued] = await this.store.read(jobStream, jobId, 0, 1);
    if (queued?.type !== 'job.queued' || !isJsonObject(queued.payload.payload)) return undefined;
    const { input = null, callChain } = queued.payload.payload;
    return { ...shown, payload: input, isKept: !isOutlined(queued.payload), callChain: textsOf(callChain) };
  }
}

function textsOf(list: Json | undefined): readonly string[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
}
