import pg from 'pg';
import { byIndexAlone } from './connect.js';

interface Query {
  readonly text: string;
  readonly values: readonly string[];
}

/** There was no connection to be had, so nothing was asked. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

/**
 * One connection that comes back by itself. Statements are prepared once per connection, by their text.
 * A query that was in the air when the connection broke fails, and its outcome is unknown.
 */
export class WriterConnection {
  #client: pg.Client | undefined;
  #connecting: Promise<pg.Client> | undefined;
  #names = new Map<string, string>();
  #closed = false;

  constructor(
    private readonly connectionString: string,
    private readonly applicationName: string,
  ) {}

  async query<Row>({ text, values }: Query): Promise<Row[]> {
    const client = await this.#connected();
    let name = this.#names.get(text);
    if (name === undefined) {
      name = `s${this.#names.size}`;
      this.#names.set(text, name);
    }
    try {
      const result = await client.query({ name, text, values: values as string[] });
      return result.rows as Row[];
    } catch (error) {
      // The server says goodbye before it hangs up; what is asked next must not go to a connection that is about to break.
      if ((error as { severity?: unknown }).severity === 'FATAL') this.#forget(client);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#client?.end();
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
      const client = new pg.Client({
        connectionString: this.connectionString,
        application_name: this.applicationName,
        options: byIndexAlone,
      });
      try {
        await client.connect();
        client.on('error', () => this.#forget(client));
        client.on('end', () => this.#forget(client));
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
    if (this.#client === client) this.#client = undefined;
  }
}
