import type { OwnerSession } from './owner-session.js';
import type { WorkQueue } from './work-queue.js';

const renewEveryMs = 3000;

/** The items that this process works on. Keeps their leases; tells a holder when its lease is lost. */
export class Leases {
  /** By the signal that tells its holder: an item may come back to this process before its former holder has noticed. */
  readonly #held = new Map<AbortSignal, Hold>();
  #timer: NodeJS.Timeout | undefined;
  #tidied = 1;

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

  async start(): Promise<void> {
    await this.session.start();
    this.#timer = setInterval(() => void this.#renew().catch(this.onError), renewEveryMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.session.stop();
  }

  /**
   * Begins to keep a lease: that of a claimed item, or one that the holder is about to write himself, from when it is `written`. A
   * claim has ended every earlier lease of the item. @returns a signal that aborts when it is lost
   */
  hold(id: string, written?: Promise<void>): AbortSignal {
    const controller = new AbortController();
    const hold: Hold = { id, controller, isWritten: written === undefined };
    if (written === undefined) this.#loseAll(id);
    else void written.then(() => (hold.isWritten = true));
    this.#held.set(controller.signal, hold);
    return controller.signal;
  }

  /** The database has refused what its holder wanted to write: whoever still works on it stops. */
  lose(lease: AbortSignal): void {
    this.#held.get(lease)?.controller.abort(new Error('The lease is lost'));
  }

  /** Ends keeping it: the work is finished or was given back. */
  drop(lease: AbortSignal): void {
    this.#held.delete(lease);
  }

  /**
   * After the session was lost: gives back what is ours by the database alone, since the answer to its claim or its work was lost along
   * with the connection. It would have to wait for the end of its lease. Not while a claim is in the air.
   */
  async returnForgotten(): Promise<void> {
    const { beginnings } = this.session;
    if (this.#tidied === beginnings) return;
    const owned = await this.queue.owned(this.owner);
    // Looked up only now: whatever the database knows of has been held before it was written.
    const held = new Set([...this.#held.values()].map(({ id }) => id));
    const forgotten = owned.filter((id) => !held.has(id));
    if (forgotten.length > 0) await this.queue.release(this.owner, forgotten);
    this.#tidied = beginnings;
  }

  async #renew(): Promise<void> {
    // A renewal would not find what is on its way into the database, and that is not lost.
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
