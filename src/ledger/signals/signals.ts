import type { Pool, PoolClient } from 'pg';

const channel = 'sluice';
const reconnectMs = 500;
/** PostgreSQL refuses payloads from 8000 bytes on. */
const mostMessageBytes = 7900;

/**
 * Notifications between processes: something of a topic has changed. A signal may be lost, since every listener also polls.
 * At most one notification of a topic is sent at a time; further ones are combined into the next.
 */
export class Signals {
  readonly #readers = new Map<string, Set<(text: string) => void>>();
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #sending = new Map<string, 'sending' | 'again'>();
  #client: PoolClient | undefined;
  #stopped = false;

  constructor(private readonly pool: Pool) {}

  async start(): Promise<void> {
    if (this.#stopped) return;
    const client = await this.pool.connect().catch(() => undefined);
    if (client === undefined) return this.#startLater();
    if (this.#stopped) return client.release(true);
    this.#client = client;
    client.on('notification', ({ payload }) => this.#tell(payload ?? ''));
    client.on('error', () => this.#lost(client));
    client.on('end', () => this.#lost(client));
    await client.query(`listen ${channel}`).catch(() => this.#lost(client));
  }

  /** The connection on which this process listens; undefined while it is lost. */
  get connection(): PoolClient | undefined {
    return this.#client;
  }

  stop(): void {
    this.#stopped = true;
    this.#client?.release(true);
    this.#client = undefined;
  }

  /** @returns how to stop listening */
  on(topic: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      // A topic may name one run: it must not stay behind.
      if (listeners.size === 0 && this.#listeners.get(topic) === listeners) this.#listeners.delete(topic);
    };
  }

  /** Reads the messages of a topic. @returns how to stop it */
  onMessage(topic: string, reader: (text: string) => void): () => void {
    const readers = this.#readers.get(topic) ?? new Set();
    this.#readers.set(topic, readers.add(reader));
    return () => void readers.delete(reader);
  }

  /**
   * Sends a short text to this process at once and to the others soon. A message may be lost and may arrive twice: it is for what is repeated and is
   * not kept.
   */
  sendMessage(topic: string, text: string): void {
    const payload = `${topic}\n${text}`;
    if (Buffer.byteLength(payload) > mostMessageBytes) throw new Error(`A message of the topic ${topic} exceeds ${mostMessageBytes} bytes`);
    this.#tell(payload);
    void this.pool.query({ name: 'signal', text: 'select pg_notify($1, $2)', values: [channel, payload] }).catch(() => undefined);
  }

  /** Notifies this process at once and the others soon. */
  send(topic: string): void {
    this.#tell(topic);
    if (this.#sending.has(topic)) this.#sending.set(topic, 'again');
    else void this.#notify(topic);
  }

  async #notify(topic: string): Promise<void> {
    this.#sending.set(topic, 'sending');
    // The connection that listens is idle, also after a long time in which the others have ended.
    const client = this.#client ?? this.pool;
    await client.query({ name: 'signal', text: 'select pg_notify($1, $2)', values: [channel, topic] }).catch(() => undefined);
    const again = this.#sending.get(topic) === 'again' && !this.#stopped;
    this.#sending.delete(topic);
    if (again) void this.#notify(topic);
  }

  #tell(payload: string): void {
    const end = payload.indexOf('\n');
    if (end !== -1) {
      for (const read of this.#readers.get(payload.slice(0, end)) ?? []) read(payload.slice(end + 1));
      return;
    }
    const topic = payload;
    for (const listener of this.#listeners.get(topic) ?? []) listener();
  }

  #lost(client: PoolClient): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    client.release(true);
    this.#startLater();
  }

  #startLater(): void {
    if (!this.#stopped) setTimeout(() => void this.start(), reconnectMs).unref();
  }
}
