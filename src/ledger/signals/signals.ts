import type { PoolClient } from 'pg';
import type { CarrierState, SignalCarrier } from './carriers/signal-carrier.js';

/** PostgreSQL refuses payloads from 8000 bytes on. */
const mostMessageBytes = 7900;

/**
 * Signals between processes: something of a topic has changed. A signal may be lost, since every listener also polls.
 * At most one signal of a topic is sent at a time; further ones are combined into the next.
 */
export class Signals {
  readonly #readers = new Map<string, Set<(text: string) => void>>();
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #sending = new Map<string, 'sending' | 'again'>();
  #stopped = false;

  constructor(private readonly carrier: SignalCarrier) {}

  /** What carries the signals at present. */
  get state(): CarrierState {
    return this.carrier.state;
  }

  start(): Promise<void> {
    return this.carrier.start((payload) => this.#tell(payload));
  }

  /** The connection on which this process listens to PostgreSQL; undefined while it is lost. */
  get connection(): PoolClient | undefined {
    return this.carrier.connection;
  }

  stop(): void {
    this.#stopped = true;
    this.carrier.stop();
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
    void this.carrier.carry(payload);
  }

  /** Notifies this process at once and the others soon. */
  send(topic: string): void {
    this.#tell(topic);
    if (this.#sending.has(topic)) this.#sending.set(topic, 'again');
    else void this.#notify(topic);
  }

  /** Tells the followers of a stream in other processes something, if a signals server is connected. */
  tellFollowers(streamId: string, text: string): void {
    this.carrier.tellFollowers(streamId, text);
  }

  /** Reads what other processes tell the followers of a stream. @returns how to stop it */
  follow(streamId: string, reader: (text: string) => void): () => void {
    return this.carrier.follow(streamId, reader);
  }

  async #notify(topic: string): Promise<void> {
    this.#sending.set(topic, 'sending');
    await this.carrier.carry(topic);
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
    for (const listener of this.#listeners.get(payload) ?? []) listener();
  }
}
