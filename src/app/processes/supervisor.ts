import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '#host/logging/logger.js';
import type { FromSupervisor, ToSupervisor } from '#ledger/signals/siblings.js';
import { mergedMetrics, type ProcessMetricsText } from './merged-metrics.js';
import type { Place } from './process-plan.js';

interface SupervisorOptions {
  readonly places: readonly Place[];
  /** Settings that all processes get beside those of this one. */
  readonly settings: Readonly<Record<string, string>>;
  /** How long a process may take to stop. */
  readonly stopMs: number;
  readonly logger: Logger;
}

/** A process has ended before it was ready. */
export class ChildFailed extends Error {
  constructor(
    label: string,
    readonly code: number,
  ) {
    super(`The process ${label} has ended with ${code} before it was ready`);
    this.name = 'ChildFailed';
  }
}

const firstRetryMs = 250;
const longestRetryMs = 30_000;
/** After this a process that ends is started again at once. */
const healthyAfterMs = 60_000;
const metricsPatienceMs = 2_000;

/** Keeps one process in each place. API processes share the port: this process accepts connections and hands them out in turn. */
export class Supervisor {
  readonly #current = new Map<Place, Worker>();
  readonly #failures = new Map<Place, number>();
  readonly #ending = new Map<Worker, Promise<void>>();
  readonly #withPort = new WeakSet<Worker>();
  readonly #stopping = new AbortController();
  #reloading: Promise<void> = Promise.resolve();
  #asked = 0;

  constructor(private readonly options: SupervisorOptions) {}

  /** One after the other: the first one migrates. @throws ChildFailed */
  async start(): Promise<void> {
    for (const place of this.options.places) this.#current.set(place, await this.#spawn(place));
  }

  /** Replaces the processes one by one: a new one is ready before the former one stops. */
  reload(): Promise<void> {
    this.#reloading = this.#reloading.then(async () => {
      for (const place of this.options.places) if (!this.#stopping.signal.aborted) await this.#replace(place);
    });
    return this.#reloading;
  }

  /** Lets all processes finish their work. Those with the port keep it until the others have ended, as a single process does. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The server stops'));
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const { withPort = [], others = [] } = Object.groupBy(workers, (worker) => (this.#withPort.has(worker) ? 'withPort' : 'others'));
    for (const worker of withPort) say(worker, { kind: 'all stop' });
    const ended = withPort.map((worker) => this.#end(worker));
    await Promise.all(others.map((worker) => this.#end(worker)));
    for (const worker of withPort) say(worker, { kind: 'others ended' });
    await Promise.all(ended);
  }

  /** @returns the process as soon as it is ready */
  async #spawn(place: Place): Promise<Worker> {
    this.#stopping.signal.throwIfAborted();
    const { label, role } = place;
    const worker = cluster.fork({ ...this.options.settings, SLUICE_ROLE: role, PROCESS_LABEL: label });
    if (role === 'api') this.#withPort.add(worker);
    const startedAt = performance.now();
    const ready = Promise.withResolvers<void>();
    worker.on('message', (message: ToSupervisor) => {
      if (message.kind === 'ready') ready.resolve();
      if (message.kind === 'metrics of all') void this.#answerMetrics(worker, message.id);
    });
    // Without a listener a process that cannot be made, or that cannot be told something, would end this one.
    worker.on('error', (error) => ready.reject(error));
    worker.on('exit', (code, signal) => {
      ready.reject(new ChildFailed(label, code ?? 1));
      if (this.#current.get(place) !== worker) return;
      this.#current.delete(place);
      if (this.#stopping.signal.aborted) return;
      this.options.logger.error({ process: label, code, signal }, 'A process has ended and is started again');
      if (performance.now() - startedAt > healthyAfterMs) this.#failures.delete(place);
      void this.#restart(place);
    });
    await ready.promise;
    return worker;
  }

  async #restart(place: Place): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const failures = this.#failures.get(place) ?? 0;
      this.#failures.set(place, failures + 1);
      await pause(Math.min(firstRetryMs * 2 ** failures, longestRetryMs), undefined, { signal }).catch(() => undefined);
      // A reload has put one there meanwhile.
      if (this.#current.has(place)) return;
      try {
        return await this.#put(place, await this.#spawn(place), undefined);
      } catch (error) {
        if (!signal.aborted) this.options.logger.error({ err: error }, 'A process could not be started and is tried again');
      }
    }
  }

  async #replace(place: Place): Promise<void> {
    const former = this.#current.get(place);
    // It is being started already.
    if (former === undefined) return;
    try {
      const next = await this.#spawn(place);
      await this.#put(place, next, former);
    } catch (error) {
      this.options.logger.error({ err: error, process: place.label }, 'The new process did not start, so the former one continues');
    }
  }

  /** A place has one process: of two that were started at the same time the second one ends. */
  async #put(place: Place, next: Worker, former: Worker | undefined): Promise<void> {
    const present = this.#current.get(place);
    const isFree = present === undefined || present === former;
    if (isFree) this.#current.set(place, next);
    const ended = isFree ? former : next;
    if (ended === undefined) return;
    if (!this.#stopping.signal.aborted) say(ended, { kind: 'replaced' });
    await this.#end(ended);
  }

  /** A second signal would cut off what the process still does. */
  #end(worker: Worker): Promise<void> {
    const ending = this.#ending.get(worker) ?? this.#endOnce(worker).finally(() => this.#ending.delete(worker));
    this.#ending.set(worker, ending);
    return ending;
  }

  async #endOnce(worker: Worker): Promise<void> {
    if (worker.isDead()) return;
    const ended = once(worker, 'exit');
    worker.process.kill('SIGTERM');
    const cutOff = setTimeout(() => worker.process.kill('SIGKILL'), this.options.stopMs);
    await ended;
    clearTimeout(cutOff);
  }

  async #answerMetrics(asker: Worker, id: string): Promise<void> {
    const texts = await Promise.all([...this.#current].map(([{ label }, worker]) => this.#metricsOf(label, worker)));
    say(asker, { kind: 'metrics of all', id, text: mergedMetrics(texts) });
  }

  /** Nothing from a process that does not answer in time. */
  async #metricsOf(label: string, worker: Worker): Promise<ProcessMetricsText> {
    const id = String((this.#asked += 1));
    const { promise, resolve } = Promise.withResolvers<string>();
    const listen = (message: ToSupervisor): void => {
      if (message.kind === 'own metrics' && message.id === id) resolve(message.text);
    };
    const giveUp = setTimeout(() => resolve(''), metricsPatienceMs);
    worker.on('message', listen);
    say(worker, { kind: 'own metrics', id });
    const text = await promise;
    clearTimeout(giveUp);
    worker.off('message', listen);
    return { label, text };
  }
}

function say(worker: Worker, message: FromSupervisor): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}
