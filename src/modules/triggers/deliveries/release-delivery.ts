import { Injectable } from '@nestjs/common';
import { appendTo, EventStore } from '#ledger/events/event-store.js';
import { Clock } from '#kernel/clock.js';
import { DomainError } from '#kernel/errors.js';
import type { RecordedOf } from '#kernel/event.js';
import { TriggeredRuns } from '#modules/runs/index.js';
import { DeliveryDropped, DeliveryHeld, DeliveryReleased, deliveryStream } from '../domain/delivery.events.js';
import { verdictOn, type RefusalReason } from '../domain/delivery.state.js';
import { triggerOfKind } from '../kinds/trigger-kinds.js';
import { DeliveryClaims } from '../store/deliveries/delivery-claims.js';
import type { RegisteredTrigger } from '../store/triggers.js';

type Held = Extract<RecordedOf<ReturnType<typeof DeliveryHeld>>, { type: 'delivery.held' }>;

/** Refusals that no later attempt changes. */
const lasting: Readonly<Partial<Record<DomainError['kind'], RefusalReason>>> = {
  'not-found': 'workspace-deleted',
  conflict: 'call-chain-too-deep',
};

/** Ends the wait of a held delivery: its event becomes a run, or is dropped when its trigger does not take events any more. */
@Injectable()
export class ReleaseDelivery {
  constructor(
    private readonly store: EventStore,
    private readonly runs: TriggeredRuns,
    private readonly claims: DeliveryClaims,
    private readonly clock: Clock,
  ) {}

  /**
   * One append. Does nothing for a delivery that is not held any more, and while the trigger holds deliveries.
   * @throws DomainError when the account may not start runs at the moment; StreamConflict if another process has ended the wait
   */
  async settle(trigger: RegisteredTrigger, deliveryId: string): Promise<void> {
    const [held, ...later] = await this.store.read(deliveryStream, deliveryId);
    if (held?.type !== DeliveryHeld.type || later.length > 0) return;
    const verdict = verdictOn(trigger);
    if (verdict.outcome === 'held') return;
    if (verdict.outcome === 'refused') return this.#drop(trigger, deliveryId, held, verdict.reason);
    try {
      await this.#release(trigger, deliveryId, held);
    } catch (error) {
      const reason = error instanceof DomainError ? lasting[error.kind] : undefined;
      if (reason === undefined) throw error;
      await this.#drop(trigger, deliveryId, held, reason);
    }
  }

  async #release(
    trigger: RegisteredTrigger,
    deliveryId: string,
    { payload: { payload: input, scheduledFor, callChain } }: Held,
  ): Promise<void> {
    const { id: triggerId, workflowId, workspaceId, version, kind, provider, blockId } = trigger;
    const scheduled = scheduledFor === undefined ? {} : { scheduledFor };
    const job = await this.runs.prepare({
      workflowId,
      workspaceId,
      deploymentVersion: version,
      trigger: triggerOfKind(kind),
      input,
      triggerSource: { kind, provider, triggerId, deliveryId, blockId, ...scheduled },
      ...(callChain === undefined ? {} : { callChain }),
      meta: { causationId: triggerId },
    });
    const { executionId, jobId, streams, writes } = job;
    const released = DeliveryReleased({ executionId, jobId, version, at: this.clock.iso() });
    await this.store.append({ streams: [this.#append(trigger, deliveryId, released), ...streams], writes });
    this.runs.announce();
  }

  /** Its key is free again, as that of an event that is refused when it arrives. */
  async #drop(
    trigger: RegisteredTrigger,
    deliveryId: string,
    { payload: { key, receivedAt } }: Held,
    reason: RefusalReason,
  ): Promise<void> {
    const dropped = this.#append(trigger, deliveryId, DeliveryDropped({ reason, at: this.clock.iso() }));
    await this.store.append({ streams: [dropped], writes: key === undefined ? [] : this.claims.giveBack(trigger.id, key, receivedAt) });
  }

  #append({ id, workspaceId }: RegisteredTrigger, deliveryId: string, event: ReturnType<typeof DeliveryReleased | typeof DeliveryDropped>) {
    return appendTo(deliveryStream.at(deliveryId, workspaceId), { expected: 1, events: [event], meta: { causationId: id } });
  }
}
