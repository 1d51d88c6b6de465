import type { OwnerSession } from './owner-session.js';
import type { WorkQueue } from './work-queue.js';

const renewEveryMs = 3000;

/** The items that this process works on. Keeps their leases; tells a holder when its lease is lost. */
export class Leases {
  readonly #held = new Map<string, AbortController>();
  #timer: NodeJS.Timeout | undefined;

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

  /** Begins to keep a lease. @returns a signal that aborts when it is lost */
  hold(id: string): AbortSignal {
    const controller = new AbortController();
    this.#held.set(id, controller);
    return controller.signal;
  }

  /** Ends keeping it: the work is finished or was given back. */
  drop(id: string): void {
    this.#held.delete(id);
  }

  async #renew(): Promise<void> {
    const ids = [...this.#held.keys()];
    if (ids.length === 0) return;
    const kept = new Set(await this.queue.renew(this.owner, ids));
    for (const id of ids) {
      if (!kept.has(id)) this.#held.get(id)?.abort(new Error('The lease is lost'));
    }
  }
}
