import type { ClientBase } from 'pg';

/** The first half of the advisory locks of turns. */
const lockClass = 5_347_718;

/** A connection that stays as long as it is whole. */
interface Session {
  readonly connection: ClientBase | undefined;
}

/**
 * The tasks that this process does alone: one connection holds their locks, that of the signals. If the process dies, another one takes over at
 * once.
 */
export class Turns {
  readonly #held = new Set<string>();
  #client: ClientBase | undefined;
  #asking: Promise<unknown> = Promise.resolve();

  constructor(private readonly session: Session) {}

  /** Whether this process holds the lock of a task, or acquires it now. */
  has(task: string): Promise<boolean> {
    const answer = this.#asking.then(() => this.#holds(task) || this.#take(task));
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
    for (const task of this.#held) await this.release(task).catch(() => undefined);
    await this.#asking;
  }

  /** The end of a connection has released its locks. */
  #holds(task: string): boolean {
    const { connection } = this.session;
    if (connection !== this.#client) this.#held.clear();
    this.#client = connection;
    return this.#held.has(task);
  }

  async #take(task: string): Promise<boolean> {
    const client = this.#client;
    const result = await client?.query<{ taken: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as taken', [lockClass, task]);
    if (result?.rows[0]?.taken !== true || client !== this.session.connection) return false;
    this.#held.add(task);
    return true;
  }

  async #giveBack(task: string): Promise<void> {
    if (!this.#holds(task)) return;
    this.#held.delete(task);
    await this.#client?.query('select pg_advisory_unlock($1, hashtext($2))', [lockClass, task]);
  }
}
