import type { OwnerSession } from './owner-session.js';
import type { WorkQueue } from './work-queue.js';

const renewEveryMs = 3000;

/** The items that this process works on. Keeps their leases; tells a holder when its lease is lost. */
export class Leases {
  readonly #held = new Map<string, AbortController>();
  /** Held, but on their way into the database: a renewal would not find them, and they are not lost. */
  readonly #unwritten = new Set<string>();
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
   * Begins to keep a lease; one that the holder is about to write himself, from when it is `written`.
   * @returns a signal that aborts when it is lost
   */
  hold(id: string, written?: Promise<void>): AbortSignal {
    const controller = new AbortController();
    this.#held.set(id, controller);
    if (written !== undefined) {
      this.#unwritten.add(id);
      void written.then(() => this.#unwritten.delete(id));
    }
    return controller.signal;
  }

  /** The database has refused what its holder wanted to write: whoever still works on it stops. */
  lose(id: string): void {
    this.#held.get(id)?.abort(new Error('The lease is lost'));
  }

  /** Ends keeping it: the work is finished or was given back. */
  drop(id: string): void {
    this.#held.delete(id);
    this.#unwritten.delete(id);
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
    const forgotten = owned.filter((id) => !this.#held.has(id));
    if (forgotten.length > 0) await this.queue.release(this.owner, forgotten);
    this.#tidied = beginnings;
  }

  async #renew(): Promise<void> {
    const ids = [...this.#held.keys()].filter((id) => !this.#unwritten.has(id));
    if (ids.length === 0) return;
    const kept = new Set(await this.queue.renew(this.owner, ids));
    for (const id of ids) {
      if (!kept.has(id)) this.lose(id);
    }
  }
}
