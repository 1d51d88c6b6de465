import { Injectable } from '@nestjs/common';
import { EventStore } from '#ledger/events/event-store.js';
import { conflict } from '#kernel/errors.js';
import { isId } from '#kernel/ids.js';
import { isJsonObject, type Json } from '#kernel/json.js';
import { isOutlined } from '#kernel/models/event-contents.js';
import { DeliveredEvents, jobStream, type DeliveredEvent } from '#modules/runs/index.js';
import { deliveryStream } from '../domain/delivery.events.js';

/** Reads what deliveries contained: from their own stream, or from the job of their run. */
@Injectable()
export class StoredEvents extends DeliveredEvents {
  constructor(private readonly store: EventStore) {
    super();
  }

  async find(workflowId: string, deliveryId: string): Promise<DeliveredEvent | undefined> {
    if (!isId(deliveryId)) return undefined;
    const [first] = await this.store.read(deliveryStream, deliveryId, 0, 1);
    if (first === undefined || !('workflowId' in first.payload) || first.payload.workflowId !== workflowId) return undefined;
    const { blockId } = first.payload;
    if ('payload' in first.payload) return { blockId, input: first.payload.payload };
    if ('duplicateOf' in first.payload) return this.find(workflowId, first.payload.duplicateOf);
    const input = await this.#inputOf(first.payload.jobId);
    return input === undefined ? undefined : { blockId, input };
  }

  /** Undefined when the job is not stored any more. */
  async #inputOf(jobId: string): Promise<Json | undefined> {
    const [queued] = await this.store.read(jobStream, jobId, 0, 1);
    if (queued?.type !== 'job.queued' || !isJsonObject(queued.payload.payload)) return undefined;
    if (!isOutlined(queued.payload)) return queued.payload.payload['input'];
    throw conflict(
      'CONTENTS_NOT_KEPT',
      'The event of the delivery is not stored: its workspace keeps no prompts and answers (contents: none)',
    );
  }
}
