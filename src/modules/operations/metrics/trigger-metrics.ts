import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { EventStore, type StreamAppend } from '#ledger/events/event-store.js';
import { VitalSigns } from '#ledger/vitals/vital-signs.js';
import { DeliveryRates, FiringDrift, PollClaims, RecordingLimit, TriggerBacklog, type Backlog } from '#modules/triggers/index.js';
import { counter } from './plain-metrics.js';

const prefix = 'delivery.';
const outcomes = ['accepted', 'duplicated', 'filtered', 'refused', 'held', 'skipped', 'released', 'dropped', 'poisoned', 'replayed'];
const driftBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3600];

/** What triggers count by themselves. */
@Injectable()
export class TriggerCounts {
  constructor(
    readonly rates: DeliveryRates,
    readonly polls: PollClaims,
    readonly recording: RecordingLimit,
  ) {}
}

/** What reached the triggers, as far as this process made it durable, and what waits at all of them. */
@Injectable()
export class TriggerMetrics implements OnModuleDestroy {
  /** With a series for each outcome from the start, so that a rate sees the first of them. */
  readonly #outcomes = new Map(outcomes.map((outcome) => [outcome, 0]));
  readonly #reasons = new Map<string, number>();
  #disabled = 0;
  readonly #stop: readonly (() => void)[];

  constructor(
    registry: Registry,
    store: EventStore,
    drift: FiringDrift,
    private readonly backlog: TriggerBacklog,
    private readonly vitals: VitalSigns,
    { rates, polls, recording }: TriggerCounts,
  ) {
    const late = new Histogram({
      name: 'sluice_schedule_drift_seconds',
      help: 'Time between the moment at which a schedule was due and its firing',
      buckets: driftBuckets,
      registers: [],
    });
    this.#stop = [store.onAppended((streams) => this.#count(streams)), drift.on((ms) => late.observe(Math.max(0, ms) / 1000))];
    const labelled = (name: string, help: string, label: string, read: () => Iterable<readonly [string, number]>): Counter =>
      new Counter({
        name,
        help,
        labelNames: [label],
        registers: [],
        collect() {
          this.reset();
          for (const [value, count] of read()) this.inc({ [label]: value }, count);
        },
      });
    for (const metric of [
      late,
      labelled(
        'sluice_deliveries_total',
        'Deliveries that this process has stored, and later changes of held ones',
        'outcome',
        () => this.#outcomes,
      ),
      labelled('sluice_deliveries_without_run_total', 'Deliveries without a run, by reason', 'reason', () => this.#reasons),
      labelled('sluice_deliveries_limited_total', 'Deliveries that were refused for a rate of their plan', 'limit', () => rates.refused),
      labelled(
        'sluice_deliveries_unrecorded_total',
        'Duplicates and refusals that were not stored, since their trigger had more than 10 of them in a minute',
        'outcome',
        () => recording.unrecorded,
      ),
      labelled('sluice_polls_total', 'Polls of this process', 'outcome', () => Object.entries(polls.counts)),
      counter('sluice_triggers_disabled_total', 'Triggers that this process has disabled', () => this.#disabled),
      this.#gauge('sluice_schedules_due', 'Schedules that are due; beyond 10,000 not all are counted', ({ dueSchedules }) => dueSchedules),
      this.#gauge('sluice_schedules_late_seconds', 'How long the first due schedule has been due', ({ lateMs }) => lateMs / 1000),
      this.#gauge('sluice_polls_failing', 'Triggers whose last poll failed', ({ failingPolls }) => failingPolls),
      this.#gauge('sluice_deliveries_held', 'Held deliveries; beyond 10,000 not all are counted', ({ held }) => held),
    ]) {
      registry.registerMetric(metric as Counter);
    }
  }

  onModuleDestroy(): void {
    for (const stop of this.#stop) stop();
  }

  /** While the database does not answer, there are no values. */
  #gauge(name: string, help: string, value: (backlog: Backlog) => number): Gauge {
    const read = async (): Promise<Backlog | undefined> =>
      (await this.vitals.read()) === undefined ? undefined : this.backlog.read().catch(() => undefined);
    return new Gauge({
      name,
      help,
      registers: [],
      async collect() {
        const found = await read();
        this.remove({});
        if (found !== undefined) this.set(value(found));
      },
    });
  }

  #count(streams: readonly StreamAppend[]): void {
    for (const { events } of streams) {
      for (const { type, payload } of events) {
        if (type === 'trigger.disabled') this.#disabled += 1;
        if (!type.startsWith(prefix)) continue;
        add(this.#outcomes, type.slice(prefix.length));
        if ('reason' in payload) add(this.#reasons, String(payload.reason));
      }
    }
  }
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
