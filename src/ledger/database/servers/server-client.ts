import { Socket } from 'node:net';
import pg from 'pg';
import type { ServerPlace } from '#host/config/database-url.js';
import { sessionFacts, type SessionFacts } from './session-facts.js';

/** What connections share: see `DatabaseServers`. */
export interface Servers {
  readonly single: string;
  readonly places: readonly ServerPlace[];
  primary(): Promise<ServerPlace>;
  admit(client: ServerClient, facts: SessionFacts): void;
  doubt(place: ServerPlace): void;
}

interface ServerClientConfig extends pg.ClientConfig {
  readonly servers: Servers;
  /** Connects to this server, whatever it is. Absent: to the primary, and to no other server. */
  readonly place?: ServerPlace;
}

/** An idle connection shows within a minute that its server is gone. */
const staysAlive = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 };

/** How many looks find a statement without an answer before the server is asked whether it works on it. */
const patientLooks = 10;
/** What is sent between two looks over the slowest path that counts as whole. */
const slowestBytes = 500_000;

type Connected = ((error: Error) => void) & ((error: null, client: pg.Client) => void);

/**
 * A connection to the primary of a database. Which of its servers that is, is found out when the connection is made, and the server is
 * asked before the first statement. Pools take this class as their `Client`.
 */
export class ServerClient extends pg.Client {
  readonly #servers: Servers;
  readonly #socket: Socket;
  readonly #only: ServerPlace | undefined;
  /** The server that it is connected to. */
  place: ServerPlace | undefined;
  /** What it said about itself at the beginning. */
  facts: SessionFacts | undefined;
  /** What had been read and written at the last look that found something new, and at the look before it, and how many found nothing since. */
  #heard = { read: 0, written: 0, writtenBefore: 0, looks: 0 };
  /** Why the connection broke, when it broke while no statement ran. */
  #fault: Error | undefined;

  constructor(config: ServerClientConfig) {
    const socket = new Socket();
    super({ ...staysAlive, ...config, connectionString: config.servers.single, stream: () => socket });
    this.#servers = config.servers;
    this.#socket = socket;
    this.#only = config.place;
    // A connection may break before the one who asked for it has it and listens: without a listener that would end the process.
    this.on('error', (fault) => (this.#fault ??= fault));
  }

  /** @throws ServerRefused */
  override connect(): Promise<pg.Client>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.Client> | void {
    const opened = this.#open();
    if (callback === undefined) return opened;
    opened.then((client) => callback(null, client), callback);
  }

  /** Ends the connection without a word: its server is no longer the primary, and may not answer. */
  abandon(): void {
    this.#socket.destroy();
  }

  /** Whether a statement waits for its answer, and nothing has been heard since the last look. */
  get isSilent(): boolean {
    const { readyForQuery } = this as unknown as { readonly readyForQuery: boolean };
    return !readyForQuery && this.#socket.bytesRead === this.#heard.read;
  }

  /**
   * Looks whether a statement has had no answer for so long that its path may be lost. To be called every second. Looks are counted, and not
   * the time: after a standstill of this process its answers have arrived, and are not read yet.
   */
  isOverdue(): boolean {
    const { bytesRead: read, bytesWritten: written } = this.#socket;
    if (this.isSilent) this.#heard.looks += 1;
    else this.#heard = { read, written, writtenBefore: this.#heard.written, looks: 0 };
    return this.#heard.looks > patientLooks + (written - this.#heard.writtenBefore) / slowestBytes;
  }

  async #open(): Promise<pg.Client> {
    this.place = this.#only ?? (await this.#servers.primary());
    if (this.#servers.places.length > 1) ({ host: this.host, port: this.port } = this.place);
    try {
      await super.connect();
      this.facts = await sessionFacts(this);
      if (this.#only === undefined) this.#servers.admit(this, this.facts);
      return this;
    } catch (error) {
      if (this.#only === undefined) this.#servers.doubt(this.place);
      void this.end().catch(() => undefined);
      throw this.#fault ?? error;
    }
  }
}
