import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { SignalCarrier, type CarrierState } from './signal-carrier.js';

const channel = 'sluice';
const reconnectMs = 500;
/** A server that gets nothing from a lost network path ends its session, and with it the turns of this process, after a minute. */
const keepAlive = 'set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3';
/** A process that sends through a signals server asks which processes cannot hear it. */
const question = 'carriers:who-needs-postgres';
/** The answer, followed by the id of the process. */
const answer = 'carriers:needs-postgres\n';

/** What a carrier with a signals server adds. */
export interface BesideServer {
  /** Whether this process cannot hear the signals server. */
  needsPostgres(): boolean;
  /** Another process has asked. */
  onQuestion(): void;
  /** Another process does not hear the signals server. */
  onNeed(): void;
}

const alone: BesideServer = { needsPostgres: () => true, onQuestion: () => undefined, onNeed: () => undefined };

/** Carries signals by notifications of PostgreSQL. While its connection is lost nothing arrives, and every listener also polls. */
export class PostgresCarrier extends SignalCarrier {
  readonly #id = randomUUID();
  #receive: (payload: string) => void = () => undefined;
  #client: PoolClient | undefined;
  #stopped = false;
  #sent = 0;
  #isSending = false;

  constructor(
    private readonly pool: Pool,
    private readonly beside: BesideServer = alone,
  ) {
    super();
  }

  get state(): CarrierState {
    return { server: 'none', hopMs: undefined, losses: 0, sent: { server: 0, postgres: this.#sent } };
  }

  get connection(): PoolClient | undefined {
    return this.#client;
  }

  async start(receive: (payload: string) => void): Promise<void> {
    this.#receive = receive;
    await this.#listen();
    this.need();
  }

  stop(): void {
    this.#stopped = true;
    this.#client?.release(true);
    this.#client = undefined;
  }

  async carry(payload: string): Promise<void> {
    this.#sent += 1;
    await this.#notify(payload);
  }

  tellFollowers(): void {
    // A notification for each append would load every process. Followers poll.
  }

  follow(): () => void {
    return () => undefined;
  }

  /** Asks which processes cannot hear the signals server. */
  ask(): void {
    void this.#notify(question);
  }

  /** Says that this process cannot hear it, if that is so. */
  need(): void {
    if (this.beside.needsPostgres()) void this.#notify(`${answer}${this.#id}`);
  }

  async #notify(payload: string): Promise<void> {
    const query = { name: 'signal', text: 'select pg_notify($1, $2)', values: [channel, payload] };
    // The connection that listens is open also after a long time in which the others have ended. It takes one query at a time: a network path that is
    // lost answers none.
    const own = this.#isSending ? undefined : this.#client;
    if (own === undefined) return void (await this.pool.query(query).catch(() => undefined));
    this.#isSending = true;
    await own.query(query).catch(() => undefined);
    this.#isSending = false;
  }

  async #listen(): Promise<void> {
    if (this.#stopped) return;
    const client = await this.pool.connect().catch(() => undefined);
    if (client === undefined) return this.#listenLater();
    if (this.#stopped) return client.release(true);
    this.#client = client;
    client.on('notification', ({ payload }) => this.#take(payload ?? ''));
    client.on('error', () => this.#lost(client));
    client.on('end', () => this.#lost(client));
    await client.query(`listen ${channel}; ${keepAlive}`).catch(() => this.#lost(client));
  }

  #take(payload: string): void {
    if (payload === question) {
      this.beside.onQuestion();
      this.need();
    } else if (payload.startsWith(answer)) {
      if (payload !== `${answer}${this.#id}`) this.beside.onNeed();
    } else this.#receive(payload);
  }

  #lost(client: PoolClient): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    client.release(true);
    this.#listenLater();
  }

  #listenLater(): void {
    if (!this.#stopped) setTimeout(() => void this.#listen(), reconnectMs).unref();
  }
}
