import { existsSync, realpathSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { letIn, unprivilegedAccount } from './account.js';
import { prepareBinaries } from './binaries.js';
import { ensureCluster, NAME, readPassword } from './cluster.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { socketOf } from './lock-file.js';
import { takeOwnership } from './ownership.js';
import { findPostmaster, launchPostmaster, stopPostmaster } from './postmaster.js';
import type { Site } from './site.js';

/** A running database of our own. */
export interface EmbeddedPostgres {
  /** For `pg` and other libpq-style clients; by the Unix socket where its path is short enough, which saves a fifth of each round trip. */
  readonly connectionString: string;
  readonly pid: number;
  /** True when the server was already running: its former parent died without stopping it. */
  readonly adopted: boolean;
  /** Stops the server and gives up the data directory. Clients should be done; those that are not are cut off. May be called again. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Absolute; created when missing. Everything the database needs is kept below it. */
  readonly dataDir: string;
  readonly log?: (message: string) => void;
}

/** Socket addresses are 104 bytes long on macOS and 108 on Linux, a closing zero included. */
const SOCKET_PATH_BYTES = 103;

/**
 * Starts PostgreSQL in `dataDir`, creating the database on the first start, or adopts the server that a killed parent left running.
 * It keeps running when this process dies; only `stop()` ends it. Fails with an EmbeddedPostgresError.
 */
export async function startEmbeddedPostgres({ dataDir, log = () => undefined }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const directory = realpathSync(dataDir);
    const release = takeOwnership(directory);
    try {
      return await start(directory, log, release);
    } catch (error) {
      release();
      throw error;
    }
  } catch (error) {
    throw EmbeddedPostgresError.from(error, `starting in ${dataDir}`);
  }
}

async function start(dataDir: string, log: (message: string) => void, release: () => void): Promise<EmbeddedPostgres> {
  const cluster = join(dataDir, 'postgres');
  const account = unprivilegedAccount(cluster);
  if (account) letIn(dataDir, account);
  const site: Site = { dataDir, cluster, account, log, bin: await prepareBinaries(dataDir, account, log) };
  await ensureCluster(site);
  const password = readPassword(site);
  const orphan = await findPostmaster(site);
  const postmaster = orphan ?? (await launchPostmaster(site));
  const { pid, port } = postmaster;
  log(`${orphan ? 'Adopted the running' : 'Started'} PostgreSQL on port ${port} of this machine, process ${pid}`);

  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= stopPostmaster(postmaster).then(release));
  return { connectionString: connectionString(cluster, port, password), pid, adopted: orphan !== undefined, stop };
}

function connectionString(cluster: string, port: number, password: string): string {
  const socket = socketOf(cluster, port);
  const isUsable = existsSync(socket) && Buffer.byteLength(socket) <= SOCKET_PATH_BYTES;
  const host = isUsable ? `?host=${encodeURIComponent(cluster)}` : '';
  return `postgresql://${NAME}:${password}@127.0.0.1:${port}/${NAME}${host}`;
}
