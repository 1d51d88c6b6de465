import type pg from 'pg';
import { byIndexAlone } from '../connect.js';
import { endsConnection } from '../faults/refusal.js';
import { DatabaseServers } from './database-servers.js';
import { ServerClient } from './server-client.js';

interface Query {
  readonly text: string;
  readonly values: readonly (string | Buffer)[];
}

/** There was no connection to be had, so nothing was asked. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

/** Texts of appends differ by what happens to be in a batch, so in the long run there are ever more of them. */
const mostStatements = 500;

/** A statement without an answer for this long may have gone to a server that is no longer the primary. */
const suspectAfterMs = 1000;
const connectPatienceMs = 5000;

/**
 * One connection that comes back by itself. Statements are prepared once per connection, by their text; one that has prepared too many
 * makes way for a new one, since the database keeps each of them as long as the connection.
 * A query that was running when the connection broke fails, and its outcome is unknown.
 */
export class WriterConnection {
  #client: pg.Client | undefined;
  #connecting: Promise<pg.Client> | undefined;
  /** Clients that have reported the end of their connection. */
  readonly #broken = new WeakSet<pg.Client>();
  #names = new Map<string, string>();
  #inTheAir = 0;
  #closed = false;
  readonly #servers: DatabaseServers;

  constructor(
    connectionString: string,
    private readonly applicationName: string,
  ) {
    this.#servers = DatabaseServers.of(connectionString);
  }

  async query<Row>({ text, values }: Query): Promise<Row[]> {
    if (this.#names.size >= mostStatements && this.#inTheAir === 0) this.#retire();
    const client = await this.#connected();
    let name = this.#names.get(text);
    if (name === undefined) {
      name = `s${this.#names.size}`;
      this.#names.set(text, name);
    }
    this.#inTheAir += 1;
    const overdue = setInterval(() => void this.#servers.suspect(), suspectAfterMs);
    try {
      const result = await client.query({ name, text, values: values as (string | Buffer)[] });
      return result.rows as Row[];
    } catch (error) {
      // The server says goodbye before it hangs up; what is asked next must not go to a connection that is about to break.
      if (endsConnection(error)) this.#forget(client);
      throw error;
    } finally {
      clearInterval(overdue);
      this.#inTheAir -= 1;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#client?.end();
  }

  #retire(): void {
    const client = this.#client;
    this.#client = undefined;
    this.#names = new Map();
    // The end is not waited for: where the path is lost it does not come.
    client?.end().catch(() => undefined);
  }

  async #connected(): Promise<pg.Client> {
    if (this.#client !== undefined) return this.#client;
    this.#connecting ??= this.#connect().finally(() => (this.#connecting = undefined));
    return this.#connecting;
  }

  /** Tries for about ten seconds, so that a restart of the database is a pause and not an error. */
  async #connect(): Promise<pg.Client> {
    for (let attempt = 1; ; attempt += 1) {
      if (this.#closed) throw new Error('The connection is closed');
      const client = new ServerClient({
        servers: this.#servers,
        application_name: this.applicationName,
        connectionTimeoutMillis: connectPatienceMs,
        options: byIndexAlone,
      });
      // Before the connection: the packet with which the database is ready for queries may also contain the error that ends the connection.
      client.on('error', () => this.#forget(client));
      client.on('end', () => this.#forget(client));
      try {
        await client.connect();
        if (this.#broken.has(client)) throw new Error('The database ended the connection at once');
        this.#names = new Map();
        this.#client = client;
        return client;
      } catch (error) {
        await client.end().catch(() => undefined);
        if (attempt >= 40) throw new Unreachable('The database cannot be reached', { cause: error });
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    }
  }

  #forget(client: pg.Client): void {
    this.#broken.add(client);
    if (this.#client === client) this.#client = undefined;
  }
}
