import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { DatabaseServers } from '#ledger/database/servers/database-servers.js';
import { ServerClient } from '#ledger/database/servers/server-client.js';

/** First half of the advisory lock by which a process shows that it is alive. */
export const ownerLockClass = 5_347_717;

const connectPatienceMs = 5000;
/** How often the server is asked whether it is there, and when it is suspected to be gone. Nothing else is sent on this connection. */
const [askEveryMs, suspectAfterMs] = [5_000, 1_000];

/** SQL: the owner numbers of the processes that show that they are alive. */
export const livingOwners = `(select l.objid::integer from pg_locks l where l.locktype = 'advisory' and l.classid = ${ownerLockClass}
  and l.database = (select oid from pg_database where datname = current_database()))`;

/**
 * Shows that this process is alive: a connection that holds a lock named by its owner number. When the process dies, the
 * operating system closes the connection, the lock is released, and the items of the process are freed at once.
 */
export class OwnerSession {
  readonly owner = randomInt(1, 2 ** 31 - 1);
  readonly #servers: DatabaseServers;
  #client: pg.Client | undefined;
  #asking: NodeJS.Timeout | undefined;
  #beginnings = 0;
  #stopped = false;

  constructor(
    connectionString: string,
    private readonly onError: (error: unknown) => void,
  ) {
    this.#servers = DatabaseServers.of(connectionString);
  }

  async start(): Promise<void> {
    const client = new ServerClient({
      servers: this.#servers,
      application_name: `sluice-owner-${this.owner}`,
      connectionTimeoutMillis: connectPatienceMs,
    });
    client.on('error', () => this.#lost(client));
    client.on('end', () => this.#lost(client));
    try {
      await client.connect();
      await client.query('select pg_advisory_lock($1, $2)', [ownerLockClass, this.owner]);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    if (this.#stopped) return client.end();
    this.#client = client;
    this.#beginnings += 1;
    this.#askLater(client);
  }

  /** How often the session has begun: more than once after a loss. */
  get beginnings(): number {
    return this.#beginnings;
  }

  get alive(): boolean {
    return this.#client !== undefined;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#asking);
    const client = this.#client;
    this.#client = undefined;
    await client?.end();
  }

  /** The lock of a connection to a server that is gone counts nowhere, and work whose owner has no lock is taken over. */
  #askLater(client: pg.Client): void {
    clearTimeout(this.#asking);
    this.#asking = setTimeout(() => {
      const overdue = setInterval(() => void this.#servers.suspect(), suspectAfterMs).unref();
      void client
        .query('select 1')
        .catch(() => undefined)
        .finally(() => {
          clearInterval(overdue);
          if (this.#client === client) this.#askLater(client);
        });
    }, askEveryMs).unref();
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    void this.#reconnect();
  }

  async #reconnect(): Promise<void> {
    while (!this.#stopped && this.#client === undefined) {
      await new Promise((resolve) => setTimeout(resolve, 250));
      if (!this.#stopped) await this.start().catch(this.onError);
    }
  }
}
