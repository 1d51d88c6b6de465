import { LeaseLost } from '#ledger/events/event-store.js';
import type { OwnerSession } from './owner-session.js';
import type { WorkQueue } from './work-queue.js';

const renewEveryMs = 3000;
const retryEveryMs = 250;

/** How long work that met a fault of the infrastructure waits before the next attempt. */
export const faultPauseMs = 1000;

/** The items that this process works on. Renews their leases, and aborts the signal of a handler when its lease is lost. */
export class Leases {
  /** By the signal of the handler: this process may claim an item again before its former handler has noticed the loss. */
  readonly #held = new Map<AbortSignal, Hold>();
  #timer: NodeJS.Timeout | undefined;
  #tidied = 1;
  #isStopped = false;

  constructor(
    private readonly session: OwnerSession,
    private readonly queue: WorkQueue,
    private readonly onError: (error: unknown) => void,
  ) {}

  get owner(): number {
    return this.session.owner;
  }

  get size(): number {
    return this.#held.size;
  }

  /** Whether the database may assign items to this process that it does not know of, see `returnForgotten`. */
  get mayHaveForgotten(): boolean {
    return this.#tidied !== this.session.beginnings;
  }

  async start(): Promise<void> {
    await this.session.start();
    this.#timer = setInterval(() => void this.#renew().catch(this.onError), renewEveryMs);
  }

  /** Gives back what is left: a process that stops has not been ended by its work. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    try {
      await this.queue.release(this.owner, await this.queue.owned(this.owner));
    } catch (error) {
      this.onError(error);
    }
    await this.session.stop();
  }

  /**
   * Begins to renew a lease: that of a claimed item, or one that the handler is about to write, as soon as it is `written`. A
   * claim has ended every earlier lease of the item. @returns a signal that aborts when the lease is lost
   */
  hold(id: string, written?: Promise<void>): AbortSignal {
    const controller = new AbortController();
    const hold: Hold = { id, controller, isWritten: written === undefined };
    if (written === undefined) this.#loseAll(id);
    else void written.then(() => (hold.isWritten = true));
    this.#held.set(controller.signal, hold);
    return controller.signal;
  }

  /** The database has refused a write under this lease: everything that still works on the item stops. */
  lose(lease: AbortSignal): void {
    this.#held.get(lease)?.controller.abort(new LeaseLost());
  }

  /** Stops renewing the lease: the work is finished or released. */
  drop(lease: AbortSignal): void {
    this.#held.delete(lease);
  }

  /**
   * Frees the item of a lease, so that any process may claim it after `pauseMs`. While the database is away it retries; the lease is
   * renewed until then. Does nothing when the lease is lost. When this process stops, the end of its session frees the item.
   */
  async giveBack(lease: AbortSignal, pauseMs = 0): Promise<void> {
    const hold = this.#held.get(lease);
    while (hold !== undefined && !lease.aborted && !this.#isStopped) {
      try {
        await this.queue.release(this.owner, [hold.id], pauseMs);
        break;
      } catch (error) {
        this.onError(error);
        await new Promise((resolve) => setTimeout(resolve, retryEveryMs));
      }
    }
    this.drop(lease);
  }

  /**
   * After the session was lost: releases items that only the database assigns to this process, since the answer to their claim was lost with
   * the connection. Otherwise they would wait until their lease expires. Must not run during a claim.
   */
  async returnForgotten(): Promise<void> {
    if (!this.mayHaveForgotten) return;
    const { beginnings } = this.session;
    const owned = await this.queue.owned(this.owner);
    // Read after the query: every item that the database returns was held here before it was written.
    const held = new Set([...this.#held.values()].map(({ id }) => id));
    const forgotten = owned.filter((id) => !held.has(id));
    if (forgotten.length > 0) await this.queue.release(this.owner, forgotten);
    this.#tidied = beginnings;
  }

  async #renew(): Promise<void> {
    // A renewal does not find an item that is not written yet, and such an item is not lost.
    const held = [...this.#held.values()].filter(({ isWritten }) => isWritten);
    if (held.length === 0) return;
    const kept = new Set(await this.queue.renew(this.owner, [...new Set(held.map(({ id }) => id))]));
    for (const { id, controller } of held) if (!kept.has(id)) this.lose(controller.signal);
  }

  #loseAll(id: string): void {
    for (const hold of this.#held.values()) if (hold.id === id && hold.isWritten) this.lose(hold.controller.signal);
  }
}

interface Hold {
  readonly id: string;
  readonly controller: AbortController;
  isWritten: boolean;
}
