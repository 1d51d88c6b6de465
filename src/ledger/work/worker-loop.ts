import type { Activity } from '#ledger/signals/activity.js';
import type { Signals } from '#ledger/signals/signals.js';
import { infrastructureFaultOf } from '#ledger/database/faults/infrastructure-fault-of.js';
import { LeaseLost } from '#ledger/events/event-store.js';
import { faultPauseMs, type Leases } from './leases.js';
import type { WorkHandler } from './work-handler.js';
import { WorkPace } from './work-pace.js';
import type { ClaimedItem, WorkQueue } from './work-queue.js';

export const workTopic = 'work';

const pollMs = 250;
const claimAtOnce = 64;

export interface WorkerLoopOptions {
  readonly queue: WorkQueue;
  readonly leases: Leases;
  readonly signals: Signals;
  readonly activity: Activity;
  readonly concurrency: number;
  readonly onError: (error: unknown, item?: ClaimedItem) => void;
}

/** Claims work while it has free slots, more slowly while requests wait. A signal wakes it at once; a poll finds work whose signal was lost. */
export class WorkerLoop {
  readonly #handlers = new Map<string, WorkHandler>();
  readonly #running = new Set<Promise<void>>();
  readonly #pace = new WorkPace();
  readonly #draining = new AbortController();
  #unlisten: (() => void) | undefined;
  #claiming: Promise<void> | undefined;
  #again = false;

  constructor(private readonly options: WorkerLoopOptions) {}

  register(handler: WorkHandler): void {
    this.#handlers.set(handler.kind, handler);
  }

  get running(): number {
    return this.#running.size;
  }

  /** Items that may begin in one window of time: fewer while requests wait. */
  get pace(): number {
    return this.#pace.limit;
  }

  /** Ends a window of time. `isLate`: requests have waited in it, so fewer items begin in the next one. */
  keepPace(isLate: boolean): void {
    this.#pace.judge(isLate);
    if (this.#unlisten !== undefined && this.#again) void this.#claim();
  }

  start(): void {
    this.#unlisten = this.options.signals.on(workTopic, () => void this.#claim());
    void this.#pollOnAndOn();
  }

  /** Stops claiming and waits for the handlers, which release their items at their next step. */
  async drain(timeoutMs: number): Promise<void> {
    this.#unlisten?.();
    this.#draining.abort(new Error('The process is stopping'));
    await this.#claiming;
    const deadline = new Promise((resolve) => setTimeout(resolve, timeoutMs).unref());
    await Promise.race([deadline, Promise.allSettled(this.#running)]);
  }

  /** Polls do not overlap, however long one takes. */
  async #pollOnAndOn(): Promise<void> {
    const { signal } = this.#draining;
    await this.#claim();
    for (let since: number | undefined; !signal.aborted;) {
      await this.options.activity.rest(pollMs, signal, { since, untilDue: true });
      since = this.options.activity.begin();
      if (!signal.aborted) await this.#poll();
    }
  }

  async #poll(): Promise<void> {
    const { queue, leases, onError } = this.options;
    try {
      const ready = await queue.look();
      if (ready.lostWork) await queue.sweep();
      if (ready.timers) await queue.wake();
      if (!ready.work && !ready.lostWork && !ready.timers && !leases.mayHaveForgotten) return;
    } catch (error) {
      onError(error);
    }
    await this.#claim();
  }

  #claim(): Promise<void> {
    this.#again = true;
    this.#claiming ??= this.#claimAll().finally(() => {
      this.#claiming = undefined;
      // Without this a wake-up between the last claim and this line would wait for the next poll.
      if (this.#mayClaim()) void this.#claim();
    });
    return this.#claiming;
  }

  #mayClaim(): boolean {
    return this.#again && !this.#draining.signal.aborted && this.#free() > 0;
  }

  async #claimAll(): Promise<void> {
    try {
      while (this.#mayClaim()) {
        this.#again = false;
        await this.options.leases.returnForgotten();
        const limit = Math.min(this.#free(), claimAtOnce);
        const items = await this.options.queue.claim(this.options.leases.owner, limit);
        for (const item of items) this.#begin(item);
        if (items.length === limit) this.#again = true;
      }
    } catch (error) {
      this.options.onError(error);
    }
  }

  #free(): number {
    return Math.min(this.options.concurrency - this.#running.size, this.#pace.room);
  }

  #begin(item: ClaimedItem): void {
    this.#pace.begin();
    const run = this.#work(item).finally(() => {
      this.#running.delete(run);
      void this.#claim();
    });
    this.#running.add(run);
  }

  async #work(item: ClaimedItem): Promise<void> {
    const { leases, onError } = this.options;
    const lost = leases.hold(item.id);
    try {
      const handler = this.#handlers.get(item.kind);
      if (handler === undefined) throw new Error(`This process has no handler for work of kind ${item.kind}`);
      const outcome = await handler.work({ item, lost, draining: this.#draining.signal });
      if (outcome === 'released') await leases.giveBack(lost);
    } catch (error) {
      if (error instanceof LeaseLost) leases.lose(lost);
      else if (!lost.aborted) {
        onError(error, item);
        if (infrastructureFaultOf(error) !== undefined) await leases.giveBack(lost, faultPauseMs);
      }
    } finally {
      leases.drop(lost);
    }
  }
}
