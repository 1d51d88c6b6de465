import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { DataSource, MigrationExecutor } from 'typeorm';
import { connectionFault } from '#kernel/text/fault-in-words.js';
import { isDatabaseOutage } from './faults/database-outage.js';
import { migrations } from './migrations/index.js';
import { refuseNewerSchema } from './newer-schema.js';
import { DatabaseServers } from './servers/database-servers.js';
import { ServerClient, type Servers } from './servers/server-client.js';
import { ServerRefused } from './servers/server-refused.js';
import { StartRefused } from '#host/start-refused.js';

/**
 * For connections whose statements find every row by an index. A plan that was made while a table was empty would read all of it, again and
 * again while it grows, until statistics are taken.
 */
export const byIndexAlone = '-c enable_seqscan=off';

/**
 * For every connection, whatever server it is to. Reading a row by an index costs little more than reading it in passing: otherwise
 * PostgreSQL reads and sorts all that match to find the first hundred. And no statement of ours runs long enough to be compiled.
 */
const planning = '-c random_page_cost=1.1 -c jit=off';

const waits = '-c idle_in_transaction_session_timeout=30s -c lock_timeout=10s';

/**
 * For subscriptions. What they write can be made again from the events, so they do not wait for the disk; rows and checkpoint
 * are lost together or not at all. What they prepare differs by what happens to be in a batch, and the database keeps it as long as the
 * connection, so connections are renewed now and then.
 */
export function createProjectionPool(connectionString: string): pg.Pool {
  return createPool(connectionString, subscriptionConnections, {
    settings: `-c synchronous_commit=off ${byIndexAlone}`,
    maxLifetimeSeconds: 600,
  });
}

/** The connections of searches among very many rows. However many there are, runs do not wait for them. */
export abstract class SearchPool extends pg.Pool {}

/**
 * For statements that have an index for the order in which they read, and read no further than they must. Where the planner takes rows for
 * few that are many, it would read and sort all of them. Connections are kept for a while: what they know of the tables takes time to read.
 */
export function createSearchPool(connectionString: string): SearchPool {
  return createPool(connectionString, searchConnections, forSearches);
}

const forSearches = {
  settings: `${byIndexAlone} -c enable_sort=off -c plan_cache_mode=force_generic_plan -c max_parallel_workers_per_gather=0`,
  idleSeconds: 600,
};

/** The connections to a replica, which only reads use. */
export interface ReplicaPools {
  readonly plain: pg.Pool;
  readonly search: pg.Pool;
  /** Asks how it is. It waits for no query. */
  readonly pulse: pg.Pool;
}

/** Connections to the server that `servers` names, whatever it admits. */
export function createReplicaPools(servers: Servers): ReplicaPools {
  return {
    plain: openPool(servers, replicaConnections, { connectMs: replicaConnectMs }),
    search: openPool(servers, searchConnections, { ...forSearches, connectMs: replicaConnectMs }),
    pulse: openPool(servers, 1, { connectMs: replicaConnectMs }),
  };
}

/** For loans of rate limits. A start waits for at most half a second for its token, so a loan does not wait behind other reads. */
export function createLimitPool(connectionString: string): pg.Pool {
  return createPool(connectionString, limitConnections, { settings: byIndexAlone });
}

const subscriptionConnections = 4;
const searchConnections = 4;
const limitConnections = 2;
const replicaConnections = 4;
/** A replica that does not answer is left within a second: the primary answers then. */
const replicaConnectMs = 500;

/** How many connections a process opens at most: those that read, the ones below, one that appends and one that shows that it lives. */
export function connectionsOf(poolSize: number): number {
  return poolSize + subscriptionConnections + searchConnections + limitConnections + 2;
}

interface PoolSettings {
  readonly settings?: string;
  readonly maxLifetimeSeconds?: number;
  readonly idleSeconds?: number;
  readonly connectMs?: number;
}

/** The connections that read; appends have one of their own. */
export function createPool(connectionString: string, max: number, settings: PoolSettings = {}): pg.Pool {
  return openPool(DatabaseServers.of(connectionString), max, settings);
}

/** PgBouncer reads options that are `-c name=value`, with nothing behind the last one. */
function openPool(
  servers: Servers,
  max: number,
  { settings = '', maxLifetimeSeconds = 0, idleSeconds = 10, connectMs = 5000 }: PoolSettings = {},
): pg.Pool {
  const options: pg.PoolConfig & { readonly servers: Servers } = {
    servers,
    Client: ServerClient as unknown as new () => pg.ClientBase,
    max,
    application_name: 'sluice',
    connectionTimeoutMillis: connectMs,
    maxLifetimeSeconds,
    idleTimeoutMillis: idleSeconds * 1000,
    options: `${waits} ${planning}${settings === '' ? '' : ` ${settings}`}`,
  };
  const pool = new pg.Pool(options);
  // A connection that breaks fails the statement that uses it, or is replaced by the next one if none does; without a listener it would
  // end the process. The pool listens only to those that are idle, and only passes that on.
  pool.on('error', () => undefined).on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}

/** The database of DATABASE_URL refuses the connection. The message is for the operator who starts the server, and contains no password. */
export class DatabaseUnreachable extends Error {
  constructor(connectionString: string, cause: unknown) {
    const fault = connectionFault(cause);
    const reason = cause instanceof Error && cause.message !== '' ? cause.message : String((cause as { code?: unknown }).code);
    const remedy = ['Check that it runs, and DATABASE_URL.', fault?.remedy ?? ''].join(' ').trim();
    const { name } = DatabaseServers.of(connectionString);
    super(`The database ${name} cannot be used: ${fault === undefined ? reason : `it ${fault.what}`}. ${remedy}`, { cause });
    this.name = 'DatabaseUnreachable';
  }
}

/** How long a start waits for a database that is starting, and what it reports meanwhile. */
export interface StartPatience {
  readonly forMs: number;
  readonly report: (message: string) => void;
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
}

const retryEveryMs = 250;
const reportEveryMs = 5_000;

/**
 * Waits for a database that is starting or cannot be reached yet. A wrong password, an unknown host and other lasting errors end the
 * wait at once.
 * @throws DatabaseUnreachable, StartRefused for a server that is not of this installation, and the reason of the signal
 */
export async function reachDatabase(
  pool: pg.Pool,
  connectionString: string,
  { forMs, report, signal }: StartPatience = noPatience,
): Promise<void> {
  const startedAt = performance.now();
  for (let reportAtMs = 0; ;) {
    try {
      await pool.query('select 1');
      return;
    } catch (error) {
      if (error instanceof ServerRefused && error.reason !== 'standby')
        throw new StartRefused(error.message, 'configuration', { cause: error });
      const failure = new DatabaseUnreachable(connectionString, error);
      const waitedMs = performance.now() - startedAt;
      if (waitedMs >= forMs || !mayComeSoon(error)) throw failure;
      if (waitedMs >= reportAtMs) {
        report(`${failure.message} The start waits for it, ${Math.ceil((forMs - waitedMs) / 1000)} s at most.`);
        reportAtMs += reportEveryMs;
      }
    }
    await pause(retryEveryMs, undefined, { signal }).catch(() => signal?.throwIfAborted());
  }
}

const noPatience: StartPatience = { forMs: 0, report: () => undefined };

/** A name that does not exist is a mistake in DATABASE_URL, not an outage. */
function mayComeSoon(error: unknown): boolean {
  return isDatabaseOutage(error) && (error as { code?: unknown }).code !== 'ENOTFOUND';
}

/** For migrations. It is closed after them. */
export function createDataSource(connectionString: string): DataSource {
  const servers = DatabaseServers.of(connectionString);
  return new DataSource({
    type: 'postgres',
    url: servers.single,
    extra: { Client: ServerClient, servers },
    migrations,
    migrationsTableName: 'migration',
    synchronize: false,
    applicationName: 'sluice-migrations',
    poolSize: 2,
  });
}

/** Brings the schema up to date. Several processes may start at once: one works, the others wait. @throws StartRefused on the schema of a newer release */
export async function migrateDatabase(dataSource: DataSource, pool: pg.Pool): Promise<readonly string[]> {
  const client = await pool.connect();
  try {
    // A migration may take hours, and the time limit for locks counts for this one as well.
    await client.query('set lock_timeout = 0');
    await client.query(`select pg_advisory_lock(hashtext('sluice_migrations'))`);
    await refuseNewerSchema((sql, values) => dataSource.query(sql, values));
    const done = await dataSource.runMigrations({ transaction: 'each' });
    return done.map(({ name }) => name);
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => undefined);
    // Without the limit it must not be used for anything else.
    client.release(true);
  }
}

/** The names of the migrations that the database has not seen, in the order in which they would run. @throws StartRefused on the schema of a newer release */
export async function dueMigrations(dataSource: DataSource): Promise<readonly string[]> {
  await refuseNewerSchema((sql, values) => dataSource.query(sql, values));
  return (await new MigrationExecutor(dataSource).getPendingMigrations()).map(({ name }) => name);
}
