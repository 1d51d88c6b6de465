import type { Pool, PoolClient } from 'pg';
import { PostgresCarrier } from './postgres-carrier.js';
import { SignalCarrier, type CarrierState } from './signal-carrier.js';
import { SignalsServer, type ServerChange } from './signals-server.js';

interface ServedOptions {
  readonly address: string;
  /** The same for all processes of an installation, and for no other one. */
  readonly installation: string;
  readonly onChange: (change: ServerChange) => void;
}

const askEveryMs = 10_000;
/** A process that still cannot hear the server says so again before this has passed. */
const needLastsMs = 25_000;

/**
 * Carries signals through a server while it answers, and through PostgreSQL otherwise. Processes that cannot hear the server, because
 * they have lost it or have no address of it, say so through PostgreSQL: the others then send in both ways.
 */
export class ServedCarrier extends SignalCarrier {
  readonly #postgres: PostgresCarrier;
  readonly #server: SignalsServer;
  #receive: (payload: string) => void = () => undefined;
  #askedAt = -Infinity;
  #neededUntil = -Infinity;
  #asking: NodeJS.Timeout | undefined;
  #sent = 0;

  constructor(pool: Pool, { address, installation, onChange }: ServedOptions) {
    super();
    this.#postgres = new PostgresCarrier(pool, {
      needsPostgres: () => this.#server.isLost,
      onQuestion: () => (this.#askedAt = performance.now()),
      onNeed: () => (this.#neededUntil = performance.now() + needLastsMs),
    });
    this.#server = new SignalsServer({
      address,
      prefix: `sluice:${installation}`,
      onSignal: (payload) => this.#receive(payload),
      onChange: (change) => {
        this.#postgres.need();
        onChange(change);
      },
    });
  }

  get state(): CarrierState {
    const { isConnected, hopMs, losses } = this.#server;
    const { postgres } = this.#postgres.state.sent;
    return { server: isConnected ? 'connected' : 'away', hopMs, losses, sent: { server: this.#sent, postgres } };
  }

  get connection(): PoolClient | undefined {
    return this.#postgres.connection;
  }

  async start(receive: (payload: string) => void): Promise<void> {
    this.#receive = receive;
    this.#server.start();
    await this.#postgres.start(receive);
    this.#ask();
    this.#asking = setInterval(() => this.#ask(), askEveryMs / 2).unref();
  }

  stop(): void {
    clearInterval(this.#asking);
    this.#server.stop();
    this.#postgres.stop();
  }

  async carry(payload: string): Promise<void> {
    const needsBoth = performance.now() < this.#neededUntil;
    const isTaken = this.#server.send(payload).then((taken) => {
      if (taken) this.#sent += 1;
      return taken;
    });
    if (needsBoth || !(await isTaken)) await this.#postgres.carry(payload);
  }

  tellFollowers(streamId: string, text: string): void {
    this.#server.tellFollowers(streamId, text);
  }

  follow(streamId: string, reader: (text: string) => void): () => void {
    return this.#server.follow(streamId, reader);
  }

  /** One process asks for all. */
  #ask(): void {
    if (performance.now() - this.#askedAt >= askEveryMs) this.#postgres.ask();
  }
}
