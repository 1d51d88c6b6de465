import { Injectable } from '@nestjs/common';
import { appendTo, EventStore } from '#ledger/events/event-store.js';
import { retryConflicts } from '#ledger/events/retry-conflicts.js';
import type { FeedRow } from '#ledger/projections/event-feed.js';
import { Config } from '#host/config/config.js';
import { Clock } from '#kernel/clock.js';
import { ExecutionCancelled, ExecutionCompleted, ExecutionFailed } from '#engine/execution.events.js';
import { WorkspaceDeleted } from '#modules/identity/index.js';
import { DeliveryHeld, DeliveryPoisoned, deliveryStream } from '../domain/delivery.events.js';
import { triggerEvents, TriggerRegistered, TriggerResumed } from '../domain/trigger.events.js';
import { TriggerRuns, type DeliveryOfRun } from '../store/trigger-runs.js';
import type { TriggerRunsRow } from '../store/trigger-runs.entity.js';
import { Triggers } from '../store/triggers.js';

const atOnce = 1000;
/** The highest count of the database. */
const neverReached = 2 ** 31 - 1;
const ends: readonly string[] = [ExecutionCompleted.type, ExecutionFailed.type, ExecutionCancelled.type];
const ofTriggers: readonly string[] = triggerEvents.map(({ type }) => type);
const activations: readonly string[] = [TriggerRegistered.type, TriggerResumed.type];
const types = [...ends, ...ofTriggers, DeliveryHeld.type, WorkspaceDeleted.type];

/** What a round has seen. */
export interface Round {
  readonly isMore: boolean;
  /** Whether held deliveries may have become free: a trigger has changed, or a delivery was held. */
  readonly mayRelease: boolean;
  /** Whether a workspace was deleted, whose triggers are left. */
  readonly mayBeLeft: boolean;
}

/**
 * Follows the ends of runs: counts failures in a row, disables triggers at their limit, and calls the deliveries of quarantined runs poisoned.
 * What it appends is appended before its place moves, and a repeated round finds it done, so each happens once whatever process is killed.
 */
@Injectable()
export class EndedRuns {
  #mayDisable = true;

  constructor(
    private readonly runs: TriggerRuns,
    private readonly triggers: Triggers,
    private readonly store: EventStore,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Another process may have counted failures that no trigger was disabled for. */
  doubt(): void {
    this.#mayDisable = true;
  }

  /** Takes the next events into account. One process at a time does so. */
  async round(): Promise<Round> {
    const { from, events } = await this.runs.next(types, atOnce);
    const last = events.at(-1);
    if (last !== undefined) {
      const ended = events.filter(({ type }) => ends.includes(type));
      const deliveries = await this.runs.deliveriesOf(ended.map(({ stream_id }) => stream_id));
      for (const event of ended) await this.#poison(event, deliveries.get(event.stream_id));
      const counted = await this.#count(events, deliveries);
      await this.runs.store(counted, from, last);
      this.#mayDisable ||= counted.length > 0;
    }
    if (this.#mayDisable) await this.#disable();
    const mayRelease = events.some(({ type }) => type === DeliveryHeld.type || ofTriggers.includes(type));
    return { isMore: last?.passed === atOnce, mayRelease, mayBeLeft: events.some(({ type }) => type === WorkspaceDeleted.type) };
  }

  async #poison(event: FeedRow, delivery: DeliveryOfRun | undefined): Promise<void> {
    if (delivery === undefined || !isQuarantined(event)) return;
    const { id, workspaceId, executionId } = delivery;
    await retryConflicts(async () => {
      const history = await this.store.read(deliveryStream, id);
      if (history.some(({ type }) => type === DeliveryPoisoned.type)) return;
      const poisoned = DeliveryPoisoned({ executionId, at: this.clock.iso() });
      const append = appendTo(deliveryStream.at(id, workspaceId), { expected: history.length, events: [poisoned], meta: {} });
      await this.store.append({ streams: [append] });
    });
  }

  async #count(events: readonly FeedRow[], deliveries: ReadonlyMap<string, DeliveryOfRun>): Promise<readonly TriggerRunsRow[]> {
    const triggerOf = ({ type, stream_id }: FeedRow): string | undefined =>
      ofTriggers.includes(type) ? stream_id : deliveries.get(stream_id)?.triggerId;
    const known = new Map(await this.runs.counted([...new Set(events.flatMap((event) => triggerOf(event) ?? []))]));
    const changed = new Set<string>();
    for (const event of events) {
      const triggerId = triggerOf(event);
      if (triggerId === undefined) continue;
      const before = known.get(triggerId) ?? { triggerId, failures: 0, position: 0 };
      const after = { ...before, ...(ofTriggers.includes(event.type) ? changedBy(event) : endedWith(event, before.failures)) };
      known.set(triggerId, after);
      if (after.failures !== before.failures || after.position !== before.position) changed.add(triggerId);
    }
    return [...known.values()].filter(({ triggerId }) => changed.has(triggerId));
  }

  async #disable(): Promise<void> {
    const limit = this.config.triggerFailureLimit || Infinity;
    for (const { triggerId, failures, position } of await this.runs.failing(Math.min(limit, neverReached))) {
      const at = this.clock.iso();
      await this.triggers.change(triggerId, {}, (row) => {
        // A trigger that has changed since is counted again first.
        if (row.position !== position) return undefined;
        if (row.config['pauseOnFailure'] === true) return { type: 'pause', mode: 'drop', at };
        return { type: 'disable', reason: 'consecutive-failures', failures, at };
      });
    }
    this.#mayDisable = false;
  }
}

/** The count begins at zero when a trigger becomes active. */
function changedBy({ type, version }: FeedRow): Partial<TriggerRunsRow> {
  return { position: version, ...(activations.includes(type) ? { failures: 0 } : {}) };
}

/** Cancelled runs, runs that a limit of cost has stopped, and quarantined ones say nothing about the trigger. */
function endedWith(event: FeedRow, failures: number): Partial<TriggerRunsRow> {
  if (event.type === ExecutionCompleted.type) return { failures: 0 };
  const isNeutral = event.type === ExecutionCancelled.type || isQuarantined(event) || event.data['code'] !== undefined;
  return isNeutral ? {} : { failures: failures + 1 };
}

function isQuarantined({ type, data }: FeedRow): boolean {
  return type === ExecutionFailed.type && data['reason'] === 'quarantined';
}
