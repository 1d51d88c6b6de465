import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { letIn, unprivilegedAccount } from './account.js';
import { prepareBinaries } from './binaries.js';
import { ensureCluster, databaseName, readPassword } from './cluster.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { Keeper } from './keeper.js';
import { readLockFile, socketOf } from './folder/lock-file.js';
import { makeFolder } from './folder/make-folder.js';
import { takeOwnership } from './folder/ownership.js';
import { findPostmaster, launchPostmaster } from './postmaster.js';
import { isPostmasterOf } from './process-identity.js';
import { boundLogs } from './server-log.js';
import type { Log, Site } from './folder/site.js';

/** A running embedded database. */
export interface EmbeddedPostgres {
  /** For `pg` and other libpq-style clients; by the Unix socket where its path is short enough, which saves a fifth of each round trip. */
  readonly connectionString: string;
  /** Changes when the server was restarted. */
  readonly pid: number;
  /** True when the server was already running: its former parent died without stopping it. */
  readonly adopted: boolean;
  /** Stops the server and releases the data directory. Clients that are still connected are disconnected. May be called again. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Absolute; created when missing. It contains all files of the database. */
  readonly dataDir: string;
  readonly log?: Log;
  /** Called before a database is created; not when one exists. */
  readonly beforeCreation?: () => Promise<void>;
  /** Called when the server has ended and cannot be restarted: every later query fails. */
  readonly onLost?: (error: EmbeddedPostgresError) => void;
  /** How long a restart is retried. Default: one minute. */
  readonly patienceMs?: number;
}

/** Socket addresses are 104 bytes long on macOS and 108 on Linux, a closing zero included. */
const socketPathBytes = 103;

/**
 * Starts PostgreSQL in `dataDir`, creating the database on the first start, or adopts the server that a killed parent left running.
 * It keeps running when this process dies, and it is restarted when it dies before this process; only `stop()` ends it.
 * @throws EmbeddedPostgresError
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir } = options;
  try {
    await makeFolder(dataDir);
    const directory = realpathSync(dataDir);
    const release = takeOwnership(directory);
    try {
      return await start({ ...options, dataDir: directory }, release);
    } catch (error) {
      release();
      throw error;
    }
  } catch (error) {
    throw EmbeddedPostgresError.from(error, `starting in ${dataDir}`);
  }
}

/** The address of the server that another process keeps running in `dataDir`; undefined when none answers there. */
export function addressOfRunning(dataDir: string): string | undefined {
  const cluster = join(existsSync(dataDir) ? realpathSync(dataDir) : dataDir, 'postgres');
  const lock = readLockFile(cluster);
  if (lock?.status !== 'ready' || !isPostmasterOf(lock.pid, cluster)) return undefined;
  return connectionString(cluster, lock.port, readPassword({ cluster }));
}

async function start(options: EmbeddedPostgresOptions, release: () => void): Promise<EmbeddedPostgres> {
  const { dataDir, log = () => undefined, onLost = () => undefined, patienceMs = 60_000 } = options;
  const cluster = join(dataDir, 'postgres');
  const account = unprivilegedAccount(cluster);
  if (account) letIn(dataDir, account);
  const site: Site = { dataDir, cluster, account, log, bin: await prepareBinaries(dataDir, account, log) };
  await ensureCluster(site, options.beforeCreation);
  const password = readPassword(site);
  const orphan = await findPostmaster(site);
  const postmaster = orphan ?? (await launchPostmaster(site));
  const { pid, port } = postmaster;
  log(`${orphan ? 'Adopted the running' : 'Started'} PostgreSQL on port ${port} of this machine, process ${pid}`);

  const keeper = new Keeper(site, postmaster, { onLost, patienceMs });
  const unboundLogs = boundLogs(site);
  let stopped: Promise<void> | undefined;
  return {
    connectionString: connectionString(cluster, port, password),
    get pid() {
      return keeper.pid;
    },
    adopted: orphan !== undefined,
    stop: () => (stopped ??= keeper.stop().finally(unboundLogs).then(release)),
  };
}

function connectionString(cluster: string, port: number, password: string): string {
  const socket = socketOf(cluster, port);
  const isUsable = existsSync(socket) && Buffer.byteLength(socket) <= socketPathBytes;
  const host = isUsable ? `?host=${encodeURIComponent(cluster)}` : '';
  return `postgresql://${databaseName}:${password}@127.0.0.1:${port}/${databaseName}${host}`;
}
