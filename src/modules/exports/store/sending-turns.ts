import type { Pool, PoolClient } from 'pg';

/** The first half of the advisory locks of senders. */
const lockClass = 5_347_718;

/** The consumers to which this process sends: its connection holds their locks. If the process dies, another one takes over at once. */
export class SendingTurns {
  readonly #held = new Set<string>();
  #client: PoolClient | undefined;
  #asking: Promise<unknown> = Promise.resolve();

  constructor(private readonly pool: Pool) {}

  /** Whether this process holds the lock of a consumer, or acquires it now. */
  has(consumer: string): Promise<boolean> {
    const answer = this.#asking.then(() => this.#held.has(consumer) || this.#take(consumer));
    this.#asking = answer.catch(() => undefined);
    return answer;
  }

  /** Releases all locks. */
  async close(): Promise<void> {
    await this.#asking;
    this.#lose();
  }

  async #take(consumer: string): Promise<boolean> {
    const client = (this.#client ??= await this.#connect());
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as taken', [
      lockClass,
      consumer,
    ]);
    if (rows[0]?.taken !== true) return false;
    this.#held.add(consumer);
    return true;
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
