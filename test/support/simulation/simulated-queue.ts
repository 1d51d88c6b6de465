import type { Pool } from 'pg';
import { WorkQueue, type ClaimedItem } from '#ledger/work/work-queue.js';
import type { Database } from './database.js';
import type { Network, Sender } from './network.js';

/** The queue of work as one process sees it. The rows that ride in appends are the real ones. */
export class SimulatedQueue extends WorkQueue {
  constructor(
    private readonly sender: Sender & { readonly owner: number },
    private readonly database: Database,
    private readonly network: Network,
  ) {
    super(undefined as unknown as Pool);
  }

  override claim(owner: number, limit: number): Promise<ClaimedItem[]> {
    return this.#ask('claims', () => this.database.claim(owner, limit));
  }

  override take(owner: number, id: string): Promise<number | undefined> {
    return this.#ask('takes work', () => this.database.take(owner, id));
  }

  override renew(owner: number, ids: readonly string[]): Promise<string[]> {
    return this.#ask('renews', () => this.database.renew(owner, ids));
  }

  override release(owner: number, ids: readonly string[]): Promise<void> {
    return this.#ask('releases', () => this.database.release(owner, ids));
  }

  override sweep(): Promise<number> {
    return this.#ask('sweeps', () => this.database.sweep());
  }

  override wake(): Promise<number> {
    return this.#ask('wakes', () => this.database.wake());
  }

  #ask<Answer>(verb: string, work: () => Answer): Promise<Answer> {
    return this.network.request(this.sender, `process ${this.sender.owner} ${verb}`, work);
  }
}
