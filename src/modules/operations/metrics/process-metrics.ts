import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { packageVersion } from '#host/program/package-version.js';
import { AppendLane } from '#ledger/events/append-lane.js';
import { EventStore, type StreamAppend } from '#ledger/events/event-store.js';
import { ReadReplicas } from '#ledger/projections/replicas/read-replicas.js';
import { Signals } from '#ledger/signals/signals.js';
import { WorkerLoop } from '#ledger/work/worker-loop.js';
import { ExecutionCancelled, ExecutionCompleted, ExecutionFailed } from '#engine/execution.events.js';
import { counter, gauge } from './plain-metrics.js';

type Outcome = 'completed' | 'failed' | 'cancelled';

/**
 * The work of this process since its start. Plain numbers, read at each scrape, since every append is counted here.
 */
@Injectable()
export class ProcessMetrics implements OnModuleDestroy {
  readonly #outcomes = new Map<string, { readonly outcome: Outcome; count: number }>([
    [ExecutionCompleted.type, { outcome: 'completed', count: 0 }],
    [ExecutionFailed.type, { outcome: 'failed', count: 0 }],
    [ExecutionCancelled.type, { outcome: 'cancelled', count: 0 }],
  ]);
  #appends = 0;
  #quarantined = 0;
  readonly #stopListening: () => void;

  constructor(registry: Registry, store: EventStore, worker: WorkerLoop, lane: AppendLane, signals: Signals, reads: ReadReplicas) {
    this.#stopListening = store.onAppended((streams) => this.#count(streams));
    collectDefaultMetrics({ register: registry });
    registry.registerMetric(buildInfo());
    registry.registerMetric(gauge('sluice_jobs_running', 'Jobs that this process works on', () => worker.running));
    registry.registerMetric(
      gauge(
        'sluice_job_starts_allowed',
        'Jobs that this process may begin in 100 ms: 1000, and fewer while requests wait',
        () => worker.pace,
      ),
    );
    registry.registerMetric(gauge('sluice_appends_waiting', 'Appends that wait for the statement in the air', () => lane.depth ?? 0));
    registry.registerMetric(counter('sluice_appends_total', 'Appends to the event store that became durable', () => this.#appends));
    registry.registerMetric(counter('sluice_append_batches_total', 'Statements that made appends durable', () => lane.batches ?? 0));
    registry.registerMetric(
      counter('sluice_appends_failed_total', 'Appends that failed because the database could not write them', () => lane.failed ?? 0),
    );
    registry.registerMetric(outcomeCounter([...this.#outcomes.values()]));
    registry.registerMetric(counter('sluice_runs_quarantined_total', 'Runs that this process has quarantined', () => this.#quarantined));
    for (const metric of signalMetrics(signals)) registry.registerMetric(metric);
    registry.registerMetric(readCounter(reads));
  }

  onModuleDestroy(): void {
    this.#stopListening();
  }

  #count(streams: readonly StreamAppend[]): void {
    this.#appends += 1;
    for (const { lifetime, events } of streams) {
      if (lifetime !== 'run') continue;
      for (const { type, payload } of events) {
        const outcome = this.#outcomes.get(type);
        if (outcome === undefined) continue;
        outcome.count += 1;
        if (outcome.outcome === 'failed' && (payload as { readonly reason?: string }).reason === 'quarantined') this.#quarantined += 1;
      }
    }
  }
}

function readCounter(reads: ReadReplicas): Counter<'server'> {
  return new Counter({
    name: 'sluice_replica_reads_total',
    help: 'Queries that a replica may answer, by the server that has; no value without replicas',
    labelNames: ['server'],
    registers: [],
    collect() {
      this.reset();
      for (const [server, count] of Object.entries(reads.answered ?? {})) this.inc({ server }, count);
    },
  });
}

function signalMetrics(signals: Signals): readonly (Counter | Gauge)[] {
  const sent = new Counter({
    name: 'sluice_signals_sent_total',
    help: 'Signals that this process has sent to others, by what carried them',
    labelNames: ['carrier'],
    registers: [],
    collect() {
      this.reset();
      for (const [carrier, count] of Object.entries(signals.state.sent)) this.inc({ carrier }, count);
    },
  });
  const connected = new Gauge({
    name: 'sluice_signals_server_connected',
    help: 'Whether the signals server answers this process: 1 or 0; no value without one',
    registers: [],
    collect() {
      this.remove();
      const { server } = signals.state;
      if (server !== 'none') this.set(server === 'connected' ? 1 : 0);
    },
  });
  const hop = new Gauge({
    name: 'sluice_signals_hop_seconds',
    help: 'How long a signal last took through the signals server and back',
    registers: [],
    collect() {
      this.remove();
      const { hopMs } = signals.state;
      if (hopMs !== undefined) this.set(hopMs / 1000);
    },
  });
  const losses = counter(
    'sluice_signals_server_losses_total',
    'Times that this process has lost its signals server',
    () => signals.state.losses,
  );
  return [sent, connected, hop, losses];
}

/** Its value is 1: what it says is its label. */
function buildInfo(): Gauge<'version'> {
  const info = new Gauge({ name: 'sluice_build_info', help: 'The version of this process', labelNames: ['version'], registers: [] });
  info.set({ version: packageVersion() }, 1);
  return info;
}

function outcomeCounter(outcomes: readonly { readonly outcome: Outcome; readonly count: number }[]): Counter<'outcome'> {
  return new Counter({
    name: 'sluice_executions_total',
    help: 'Executions that this process has ended',
    labelNames: ['outcome'],
    registers: [],
    collect() {
      this.reset();
      for (const { outcome, count } of outcomes) this.inc({ outcome }, count);
    },
  });
}
