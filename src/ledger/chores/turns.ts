import type { ClientBase } from 'pg';

/** The first half of the advisory locks of turns. */
const lockClass = 5_347_719;

/** How long a task that another process has is left to it. */
export const lookEveryMs = 500;

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
  /** The tasks that loops of this process wait for. */
  readonly #wanted = new Set<string>();
  /** Until when they are left to other processes. */
  readonly #leftUntil = new Map<string, number>();
  #client: ClientBase | undefined;
  #asking: Promise<unknown> = Promise.resolve();

  constructor(private readonly session: Session) {}

  /** Whether this process holds the lock of a task, or acquires it now. The database is asked for all tasks together, and once in a while. */
  has(task: string): Promise<boolean> {
    this.#wanted.add(task);
    const answer = this.#asking.then(() => this.#holds(task) || this.#takeWanted(task));
    this.#asking = answer.catch(() => undefined);
    return answer;
  }

  /** Lets other processes do a task. */
  release(task: string): Promise<void> {
    this.#wanted.delete(task);
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

  async #takeWanted(task: string): Promise<boolean> {
    const client = this.#client;
    const now = performance.now();
    if (client === undefined || now < (this.#leftUntil.get(task) ?? -Infinity)) return false;
    const asked = [...this.#wanted].filter((wanted) => !this.#held.has(wanted));
    const { rows } = await client.query<{ task: string }>({
      name: 'take_turns',
      text: 'select task from unnest($2::text[]) task where pg_try_advisory_lock($1, hashtext(task))',
      values: [lockClass, asked],
    });
    if (client !== this.session.connection) return false;
    for (const each of asked) this.#leftUntil.set(each, now + lookEveryMs);
    for (const taken of rows) this.#held.add(taken.task);
    return this.#held.has(task);
  }

  async #giveBack(task: string): Promise<void> {
    this.#leftUntil.delete(task);
    if (!this.#holds(task)) return;
    this.#held.delete(task);
    await this.#client?.query('select pg_advisory_unlock($1, hashtext($2))', [lockClass, task]);
  }
}
