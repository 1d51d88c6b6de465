/** What has occupied the event loop. `kind` and `name` have few values; `facts` are for the log. */
export interface Occupant {
  readonly kind: 'block' | 'route' | 'processor' | 'unknown';
  readonly name: string;
  readonly facts?: Readonly<Record<string, unknown>>;
}

/** A time in which the event loop of this process processed nothing else. */
export interface Stall extends Occupant {
  readonly ms: number;
  /** Processor time of the thread in it. */
  readonly cpuMs: number;
}

/** The stalls of one occupant. */
export interface StallCount extends Occupant {
  readonly count: number;
  readonly cpuMs: number;
}

/** Shorter stalls are normal. */
const reportedMs = 100;
/** With less processor time the process was not scheduled, which no piece of its work explains. */
const leastCpuMs = 50;
const tickMs = 50;
/**
 * Processor time is read again after so much work of the event loop, in ms: a measurement over more work would blame the stall for what came
 * before it. Each reading is a system call, which costs an idle process more than anything else it does.
 */
const readAfterMs = 10;
const mostListed = 5;

interface Running {
  readonly timer: NodeJS.Timeout;
  tickedAt: number;
  cpu: NodeJS.CpuUsage;
  /** How long the event loop had worked when `cpu` was read, in ms. */
  activeMs: number;
}

/**
 * Measures how long the event loop is blocked, and names what occupied it: the longest piece of work that was announced by `piece`, or the only
 * request at that time. Only one instance makes sense, since a process has one event loop.
 */
export class StallWatch {
  readonly #counts = new Map<string, StallCount>();
  readonly #requests = new Set<() => string>();
  #longestMs = 0;
  #leastDelayMs: number | undefined;
  #longest: (() => Occupant) | undefined;
  #running: Running | undefined;

  /** How often the event loop stood still, by what occupied it. */
  get counts(): readonly StallCount[] {
    return [...this.#counts.values()];
  }

  start(report: (stall: Stall) => void): void {
    this.stop();
    const timer = setInterval(() => this.#tick(report), tickMs).unref();
    this.#running = { timer, tickedAt: performance.now(), cpu: process.threadCpuUsage(), activeMs: workedMs() };
  }

  stop(): void {
    clearInterval(this.#running?.timer);
    this.#running = undefined;
  }

  /** How late the event loop was at its most punctual since this was last asked, in ms; undefined: it was not measured. */
  takeLeastDelayMs(): number | undefined {
    const least = this.#leastDelayMs;
    this.#leastDelayMs = undefined;
    return least;
  }

  /** Does a piece of work that may take long without a pause. */
  piece<Result>(who: () => Occupant, work: () => Result): Result {
    const startedAt = performance.now();
    try {
      return work();
    } finally {
      const ms = performance.now() - startedAt;
      if (ms > this.#longestMs) [this.#longestMs, this.#longest] = [ms, who];
    }
  }

  /** A request has begun. @returns what is to be called at its end */
  request(name: () => string): () => void {
    this.#requests.add(name);
    return () => this.#requests.delete(name);
  }

  #tick(report: (stall: Stall) => void): void {
    const running = this.#running;
    if (running === undefined) return;
    const now = performance.now();
    const ms = Math.round(now - running.tickedAt - tickMs);
    this.#leastDelayMs = Math.min(this.#leastDelayMs ?? Number.POSITIVE_INFINITY, Math.max(0, ms));
    if (ms > reportedMs) {
      const { user, system } = process.threadCpuUsage(running.cpu);
      const cpuMs = Math.round((user + system) / 1000);
      const stall = { ...this.#occupantOf(ms, cpuMs), ms, cpuMs };
      this.#count(stall);
      report(stall);
    }
    const activeMs = workedMs();
    if (activeMs - running.activeMs >= readAfterMs) [running.cpu, running.activeMs] = [process.threadCpuUsage(), activeMs];
    running.tickedAt = now;
    [this.#longestMs, this.#longest] = [0, undefined];
  }

  #occupantOf(ms: number, cpuMs: number): Occupant {
    if (cpuMs < leastCpuMs) return { kind: 'processor', name: 'other programs had the processor' };
    if (this.#longest !== undefined && this.#longestMs > ms / 4) return this.#longest();
    const routes = [...new Set([...this.#requests].map((name) => name()))];
    const [only] = routes;
    if (only !== undefined && routes.length === 1) return { kind: 'route', name: only };
    return { kind: 'unknown', name: 'unknown', facts: { routes: routes.slice(0, mostListed) } };
  }

  #count({ kind, name, cpuMs }: Stall): void {
    const key = `${kind} ${name}`;
    const { count, cpuMs: before } = this.#counts.get(key) ?? { count: 0, cpuMs: 0 };
    this.#counts.set(key, { kind, name, count: count + 1, cpuMs: before + cpuMs });
  }
}

/** How long the event loop of this process has not been idle, in ms. */
function workedMs(): number {
  return performance.eventLoopUtilization().active;
}

/** The watch of this process. */
export const stallWatch = new StallWatch();
