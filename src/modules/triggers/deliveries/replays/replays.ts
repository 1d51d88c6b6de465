import { Injectable } from '@nestjs/common';
import { appendTo, EventStore, type Append } from '#ledger/events/event-store.js';
import { retryConflicts } from '#ledger/events/retry-conflicts.js';
import { Clock } from '#kernel/clock.js';
import { conflict, notFound } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import type { Json } from '#kernel/json.js';
import { TriggeredRuns } from '#modules/runs/index.js';
import { DeliveryAccepted, DeliveryReplayed, deliveryStream } from '../../domain/delivery.events.js';
import { triggerOfKind } from '../../kinds/trigger-kinds.js';
import { DeliveryContentsStore, type DeliveryContents } from '../queries/delivery-contents.js';
import { DeliveryRows, type StoredDelivery } from '../../store/deliveries/delivery-rows.js';
import type { RegisteredTrigger } from '../../store/triggers.js';

/** How a delivery is repeated. */
export interface Repetition {
  readonly trigger: RegisteredTrigger;
  /** The version to run; negative for a revision of the draft. */
  readonly version: number;
  readonly meta: EventMeta;
}

/** What makes a replay durable. */
export interface PreparedReplay {
  /** The new delivery. */
  readonly deliveryId: string;
  readonly input: Json;
  readonly append: Append & Required<Pick<Append, 'writes'>>;
}

/** Repeats deliveries: each replay is a new delivery with a run. Checks no permissions. */
@Injectable()
export class Replays {
  constructor(
    private readonly store: EventStore,
    private readonly rows: DeliveryRows,
    private readonly contents: DeliveryContentsStore,
    private readonly runs: TriggeredRuns,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * One append: the new delivery, its run, and the note of it with the first delivery. Neither the state of the trigger nor keys count.
   * @returns the id of the new delivery
   * @throws DomainError conflict for a delivery without contents, and when the account may not start runs at the moment
   */
  repeat(id: string, repetition: Repetition): Promise<string> {
    return retryConflicts(async () => {
      const { deliveryId, append } = await this.prepare(await this.rows.find(id), repetition);
      await this.store.append(append);
      this.runs.announce();
      return deliveryId;
    });
  }

  /** The same for an append with more in it. `delivery` is its present row. Call `announce` of the runs when it is durable. */
  async prepare(delivery: StoredDelivery | undefined, repetition: Repetition): Promise<PreparedReplay> {
    if (delivery === undefined) throw notFound('Delivery');
    if (delivery.outcome === 'held') throw conflict('CONFLICT', 'The delivery is held: it starts a run when its trigger is resumed');
    if (delivery.duplicateOf !== null) throw conflict('CONFLICT', `The delivery is a duplicate: replay ${delivery.duplicateOf} instead`);
    const contents = await this.contents.of(delivery);
    if (contents === undefined) throw notFound('Delivery');
    if (!contents.isKept) throw conflict('CONTENTS_NOT_KEPT', 'The delivery cannot be replayed: the contents of its run are not kept');
    return this.#prepared(delivery, contents, repetition);
  }

  async #prepared(delivery: StoredDelivery, contents: DeliveryContents, { trigger, version, meta }: Repetition): Promise<PreparedReplay> {
    const { id: triggerId, workflowId, workspaceId, blockId, kind, provider } = trigger;
    const { payload: input, headers, callChain } = contents;
    const deliveryId = this.ids.next();
    const scheduled = delivery.scheduledFor === null ? {} : { scheduledFor: delivery.scheduledFor };
    const { executionId, jobId, streams, writes } = await this.runs.prepare({
      workflowId,
      workspaceId,
      deploymentVersion: version,
      trigger: triggerOfKind(kind),
      input,
      triggerSource: { kind, provider, triggerId, deliveryId, blockId, ...scheduled },
      ...(callChain.length === 0 ? {} : { callChain }),
      meta,
    });
    const at = this.clock.iso();
    const place = { triggerId, workflowId, blockId, kind, provider, headers, ...scheduled, replayOf: delivery.id, receivedAt: at };
    const accepted = DeliveryAccepted({ ...place, executionId, jobId, version });
    const replayed = DeliveryReplayed({ replayId: deliveryId, executionId, version, at });
    const own = appendTo(deliveryStream.at(deliveryId, workspaceId), { expected: 0, events: [accepted], meta });
    const former = appendTo(deliveryStream.at(delivery.id, workspaceId), { expected: delivery.position, events: [replayed], meta });
    return { deliveryId, input, append: { streams: [own, former, ...streams], writes } };
  }
}
