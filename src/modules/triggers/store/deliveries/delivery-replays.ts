import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { appendTo, EventStore, UniqueConflict } from '#ledger/events/event-store.js';
import { retryConflicts } from '#ledger/events/retry-conflicts.js';
import { selectOne } from '#ledger/rows/select.js';
import { Signals } from '#ledger/signals/signals.js';
import { workTopic } from '#ledger/work/worker-loop.js';
import { WorkQueue, type NewWork } from '#ledger/work/work-queue.js';
import { Clock } from '#kernel/clock.js';
import { conflict, invalidField } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import { RetentionRules } from '#modules/retention/index.js';
import {
  DeliveryReplayCancelled,
  DeliveryReplayRequested,
  deliveryReplayStream,
  type ReplayFilter,
} from '../../domain/delivery-replay.events.js';
import { repeatableOutcomes } from '../../domain/delivery.state.js';
import { deliveryReplayModel, type DeliveryReplayRow } from '../../projections/delivery-replay.entity.js';
import { DeliveryRows, type DeliveryFilter, type StoredDelivery } from './delivery-rows.js';

export const deliveryReplayWorkKind = 'delivery-replay';

/** How many deliveries one request repeats at most. */
export const mostReplayed = 10_000;

/** Lower than the priority of workflow runs, because senders and clients wait for runs. */
const priority = -1;

/** A bulk replay as it is stored. */
export type StoredReplay = DeliveryReplayRow;

export interface NewReplay {
  readonly workspaceId: string;
  readonly filter: ReplayFilter;
  readonly usesDraft: boolean;
  readonly meta: EventMeta;
}

/** Bulk replays: which deliveries they repeat, and what is stored of them. Checks no permissions. */
@Injectable()
export class DeliveryReplays {
  constructor(
    private readonly pool: Pool,
    private readonly store: EventStore,
    private readonly queue: WorkQueue,
    private readonly signals: Signals,
    private readonly rows: DeliveryRows,
    private readonly retention: RetentionRules,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  find(id: string): Promise<StoredReplay | undefined> {
    return selectOne(this.pool, deliveryReplayModel, { id });
  }

  /**
   * Resolves when the request and its work are durable. @returns the id of the bulk replay
   * @throws DomainError invalid when too many deliveries match; conflict while another bulk replay of the workspace runs
   */
  async add({ workspaceId, filter, usesDraft, meta }: NewReplay): Promise<string> {
    const id = this.ids.next();
    const shownSince = await this.retention.shownSince(workspaceId);
    const found = await this.rows.count(matchedBy({ id, workspaceId, filter }), shownSince, mostReplayed + 1);
    if (found > mostReplayed) {
      const most = mostReplayed.toLocaleString('en');
      throw invalidField(
        'from',
        `The filter matches more than ${most} deliveries. Choose a shorter time between from and to`,
        'out_of_range',
      );
    }
    const requested = DeliveryReplayRequested({ filter, usesDraft, found, at: this.clock.iso() });
    const streams = [appendTo(deliveryReplayStream.at(id, workspaceId), { expected: 0, events: [requested], meta })];
    try {
      await this.store.append({ streams, writes: [this.queue.add(replayWork(id, workspaceId), this.clock.now())] });
    } catch (error) {
      if (!(error instanceof UniqueConflict && error.constraint === 'delivery_replay_running')) throw error;
      throw conflict('CONFLICT', 'Another replay of deliveries runs in this workspace. Wait for its end, or cancel it');
    }
    this.signals.send(workTopic);
    return id;
  }

  /** The next deliveries of a bulk replay, oldest first. */
  async next(replay: StoredReplay, limit: number): Promise<readonly StoredDelivery[]> {
    const shownSince = await this.retention.shownSince(replay.workspaceId);
    return this.rows.page(matchedBy(replay), { shownSince, order: 'asc', after: replay.upTo ?? undefined, limit });
  }

  /** Does nothing to one that has ended. Its work ends at its next step. */
  async cancel(id: string, meta: EventMeta): Promise<void> {
    await retryConflicts(async () => {
      const replay = await this.find(id);
      if (replay?.status !== 'running') return;
      const cancelled = DeliveryReplayCancelled({ at: this.clock.iso() });
      const stream = deliveryReplayStream.at(id, replay.workspaceId);
      await this.store.append({ streams: [appendTo(stream, { expected: replay.position, events: [cancelled], meta })] });
    });
  }
}

/** The work of a bulk replay, one item for all its steps. */
export function replayWork(id: string, workspaceId: string): NewWork {
  return { id, kind: deliveryReplayWorkKind, workspaceId, streamId: id, priority };
}

/** Later deliveries have higher ids than the request; replays are left out, so that none is repeated with the delivery that it repeats. */
function matchedBy({ id, workspaceId, filter }: Pick<StoredReplay, 'id' | 'workspaceId' | 'filter'>): DeliveryFilter {
  const { outcome, ...rest } = filter;
  return { workspaceId, ...rest, outcomes: outcome === undefined ? repeatableOutcomes : [outcome], originalsUpTo: id };
}
