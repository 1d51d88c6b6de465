import type { Pool, PoolClient } from 'pg';

/** First half of the advisory locks of senders. */
const lockClass = 5_347_718;

/** Which consumers this process sends to: those whose locks its connection holds. When the process dies, others take over at once. */
export class SendingTurns {
  readonly #held = new Set<string>();
  #client: PoolClient | undefined;
  #asking: Promise<unknown> = Promise.resolve();

  constructor(private readonly pool: Pool) {}

  /** Whether this process has the turn, or gets it now. */
  has(consumer: string): Promise<boolean> {
    const answer = this.#asking.then(() => this.#held.has(consumer) || this.#take(consumer));
    this.#asking = answer.catch(() => undefined);
    return answer;
  }

  /** Gives all of them back. */
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

  /** The locks go with the connection. */
  #lose(): void {
    const client = this.#client;
    this.#client = undefined;
    this.#held.clear();
    client?.release(true);
  }
}
