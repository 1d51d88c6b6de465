import type { PoolClient } from 'pg';

/** How signals reach other processes at present, for health checks and metrics. */
export interface CarrierState {
  /** *none*: no signals server is set. *away*: it does not answer, and PostgreSQL carries the signals. */
  readonly server: 'none' | 'connected' | 'away';
  /** How long a signal last took through the server and back, in ms; undefined without a server that answers. */
  readonly hopMs: number | undefined;
  /** Times that the server was lost since the start. */
  readonly losses: number;
  /** Signals that this process has sent, by what carried them. One that both carried counts twice. */
  readonly sent: Readonly<Record<'server' | 'postgres', number>>;
}

/** Carries signals between the processes of an installation. All of them may be lost, late, or arrive twice. */
export abstract class SignalCarrier {
  /** Resolves without waiting for a server that is away. `receive` gets what processes carry; possibly its own as well. */
  abstract start(receive: (payload: string) => void): Promise<void>;
  abstract stop(): void;
  /** Resolves when the payload has left this process. Never rejects. */
  abstract carry(payload: string): Promise<void>;
  /** Tells the followers of one stream in other processes something. Without a signals server no process receives it. */
  abstract tellFollowers(streamId: string, text: string): void;
  /** Reads what other processes tell the followers of a stream. @returns how to stop it */
  abstract follow(streamId: string, reader: (text: string) => void): () => void;
  abstract readonly state: CarrierState;
  /** The connection on which this process listens to PostgreSQL; undefined while it is lost. */
  abstract readonly connection: PoolClient | undefined;
}
