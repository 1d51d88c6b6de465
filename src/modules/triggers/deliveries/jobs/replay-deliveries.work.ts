import { Injectable } from '@nestjs/common';
import { appendTo, EventStore, type Lease } from '#ledger/events/event-store.js';
import { retryConflicts } from '#ledger/events/retry-conflicts.js';
import { WorkHandler, type HeldWork, type WorkOutcome } from '#ledger/work/work-handler.js';
import { workItem } from '#ledger/work/work-item.js';
import { WorkQueue, type ClaimedItem } from '#ledger/work/work-queue.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import { TriggeredRuns } from '#modules/runs/index.js';
import { DeliveryReplayAdvanced, DeliveryReplayCompleted, deliveryReplayStream } from '../../domain/delivery-replay.events.js';
import { DeliveryReplays, deliveryReplayWorkKind, replayWork, type StoredReplay } from '../../store/deliveries/delivery-replays.js';
import { ReplayStep, type PreparedStep } from '../replays/replay-step.js';

/** With at most 20 deliveries a step: 50 a second. */
const pauseMs = 400;
/** When a bulk replay continues whose account may not start runs at the moment. */
const waitMs = 60_000;
/** After that many claims of one step, a delivery that the server cannot repeat is left out. */
const patience = 5;

/**
 * Repeats the deliveries of a bulk replay. Each step is one append: up to 20 replays, how far the bulk replay is, and the item of the next step. Between
 * two steps no process holds the work.
 */
@Injectable()
export class ReplayDeliveriesWork extends WorkHandler {
  readonly kind = deliveryReplayWorkKind;

  constructor(
    private readonly store: EventStore,
    private readonly bulk: DeliveryReplays,
    private readonly step: ReplayStep,
    private readonly queue: WorkQueue,
    private readonly runs: TriggeredRuns,
    private readonly clock: Clock,
  ) {
    super();
  }

  async work({ item }: HeldWork): Promise<WorkOutcome> {
    const [requested] = await this.store.read(deliveryReplayStream, item.streamId, 0, 1);
    const { actorId, keyId, requestId, ip, userAgent } = requested?.meta ?? {};
    const meta = Object.fromEntries(
      Object.entries({ actorId, keyId, requestId, ip, userAgent }).filter(([, value]) => value !== undefined),
    );
    await retryConflicts(() => this.#advance(item, { ...meta, causationId: item.streamId }));
    return 'finished';
  }

  /** The row is read again after a conflict: a user has cancelled the replay, or one of the deliveries has changed. */
  async #advance(item: ClaimedItem, meta: EventMeta): Promise<void> {
    const lease = { itemId: item.id, fence: item.fence };
    const done = workItem.remove({ id: item.id });
    const replay = await this.bulk.find(item.streamId);
    if (replay?.status !== 'running') return this.store.append({ streams: [], writes: [done], lease });
    const step = await this.step.prepare(replay, { meta, isTolerant: item.attempts > patience });
    await this.#append(replay, step, { lease, meta, next: step.isLast ? [done] : [done, this.#later(item, step)] });
    if (step.streams.length > 0) this.runs.announce();
  }

  async #append(
    { id, workspaceId, position, upTo, waitsFor }: StoredReplay,
    { progress, isLast, streams, writes }: PreparedStep,
    { lease, meta, next }: { lease: Lease; meta: EventMeta; next: PreparedStep['writes'] },
  ): Promise<void> {
    const at = this.clock.iso();
    const isNews = progress.upTo !== upTo || progress.waitsFor !== waitsFor;
    const events = [...(isNews ? [DeliveryReplayAdvanced({ ...progress, at })] : []), ...(isLast ? [DeliveryReplayCompleted({ at })] : [])];
    const own = events.length === 0 ? [] : [appendTo(deliveryReplayStream.at(id, workspaceId), { expected: position, events, meta })];
    await this.store.append({ streams: [...own, ...streams], writes: [...writes, ...next], lease });
  }

  #later({ streamId, workspaceId, fence }: ClaimedItem, { progress }: PreparedStep): PreparedStep['writes'][number] {
    const dueAt = new Date(this.clock.now().getTime() + (progress.waitsFor === null ? pauseMs : waitMs));
    return this.queue.schedule(replayWork(streamId, workspaceId), dueAt, fence);
  }
}
