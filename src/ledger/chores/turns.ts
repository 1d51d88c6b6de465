import type { Pool, PoolClient } from 'pg';

/** The first half of the advisory locks of turns. */
const lockClass = 5_347_718;

/** The tasks that this process does alone: one connection holds their locks. If the process dies, another one takes over at once. */
export class Turns {
  readonly #held = new Set<string>();
  #client: PoolClient | undefined;
  #asking: Promise<unknown> = Promise.resolve();

  constructor(private readonly pool: Pool) {}

  /** Whether this process holds the lock of a task, or acquires it now. */
  has(task: string): Promise<boolean> {
    const answer = this.#asking.then(() => this.#held.has(task) || this.#take(task));
    this.#asking = answer.catch(() => undefined);
    return answer;
  }

  /** Lets other processes do a task. */
  release(task: string): Promise<void> {
    const released = this.#asking.then(() => this.#giveBack(task));
    this.#asking = released.catch(() => undefined);
    return released;
  }

  /** Releases all locks. */
  async close(): Promise<void> {
    await this.#asking;
    this.#lose();
  }

  async #take(task: string): Promise<boolean> {
    const client = (this.#client ??= await this.#connect());
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as taken', [lockClass, task]);
    if (rows[0]?.taken !== true) return false;
    this.#held.add(task);
    return true;
  }

  async #giveBack(task: string): Promise<void> {
    if (!this.#held.delete(task)) return;
    if (this.#held.size === 0) return this.#lose();
    await this.#client?.query('select pg_advisory_unlock($1, hashtext($2))', [lockClass, task]);
  }

  async #connect(): Promise<PoolClient> {
    const client = await this.pool.connect();
    const lost = (): void => {
      if (this.#client === client) this.#lose();
    };
    client.on('error', lost).on('end', lost);
    return client;
  }

  /** The end of the connection releases the locks. */
  #lose(): void {
    const client = this.#client;
    this.#client = undefined;
    this.#held.clear();
    client?.release(true);
  }
}
