import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { answersAtSocket, disownLockFiles, readLockFile } from './folder/lock-file.js';
import { isPostmasterOf, processIdentity } from './process-identity.js';
import { measureLogs, readLogsSince, startLogOf } from './server-log.js';
import { settings, settingsFile } from './folder/settings.js';
import { type Site, spawnOptions } from './folder/site.js';

interface Ready {
  readonly pid: number;
  readonly identity: string;
  readonly port: number;
}

/** A running server. */
export interface Postmaster extends Ready {
  /** Settles when the process has ended, for any reason. */
  readonly ended: Promise<void>;
}

const pollMs = 10;
const watchMs = 500;
const stillStartingMs = 10_000;
/** Between attempts, about 5 s in total: the processes of a killed server need a moment to end and to release its memory. */
const pausesMs = [50, 100, 200, 400, 800, 1600, 2000];
const passingMessage = /already exists|still in use|already in use/i;

/** The live server of the cluster, once it answers; undefined when there is none. A server that is shutting down is stopped first. */
export async function findPostmaster(site: Site): Promise<Postmaster | undefined> {
  const lock = readLockFile(site.cluster);
  const ready = lock && (await untilReady(site, lock.pid));
  return ready && { ...ready, ended: untilGone(ready) };
}

/**
 * Starts the server in a separate session: Ctrl-C in a terminal must not reach it before its clients are done. Without a `port` it keeps
 * its former one, or uses a free one when another program uses that.
 */
export async function launchPostmaster(site: Site, port?: number): Promise<Postmaster> {
  for (const pauseMs of pausesMs) {
    const attempt = await tryToLaunch(site, port);
    if ('postmaster' in attempt) return attempt.postmaster;
    if (!attempt.mayPass) throw attempt.failure;
    await sleep(pauseMs);
  }
  const last = await tryToLaunch(site, port);
  if ('postmaster' in last) return last.postmaster;
  throw last.failure;
}

/** Fast shutdown: sessions are ended, everything is written. After a timeout the server is killed and recovers at its next start. */
export async function stopPostmaster({ pid, identity }: Pick<Ready, 'pid' | 'identity'>, patienceMs = 20_000): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    const deadline = performance.now() + patienceMs;
    signalTo(pid, identity, signal);
    while (processIdentity(pid) === identity && performance.now() < deadline) await sleep(pollMs);
    if (processIdentity(pid) !== identity) return;
  }
  throw new EmbeddedPostgresError(`the server (process ${pid}) does not stop.`, `End it with kill -9 ${pid}; no committed data is lost.`);
}

function signalTo(pid: number, identity: string, signal: NodeJS.Signals): void {
  try {
    if (processIdentity(pid) === identity) process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

type Attempt = { readonly postmaster: Postmaster } | { readonly failure: EmbeddedPostgresError; readonly mayPass: boolean };

async function tryToLaunch(site: Site, port: number | undefined): Promise<Attempt> {
  if (await answersAtSocket(site.cluster)) return { failure: unseenServer(site), mayPass: true };
  const logs = measureLogs(site);
  const postmaster = await launchOnce(site, port);
  if (postmaster) return { postmaster };
  const log = readLogsSince(site, logs);
  return { failure: EmbeddedPostgresError.from('it stopped immediately', 'starting the server', log), mayPass: passingMessage.test(log) };
}

function unseenServer({ cluster }: Site): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `a PostgreSQL server that this process cannot see (in another container?) is using ${cluster}.`,
    'Stop it first, or set SLUICE_DATA_DIR to another directory for this Sluice.',
  );
}

async function launchOnce(site: Site, port: number | undefined): Promise<Postmaster | undefined> {
  await writeSettings(site, port);
  disownLockFiles(site.cluster);
  const output = openSync(startLogOf(site), 'w', 0o600);
  const child = spawn(join(site.bin, 'postgres'), ['-D', site.cluster], {
    ...spawnOptions(site),
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  child.unref();
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await once(child, 'spawn');
  const ready = await untilReady(site, child.pid ?? 0);
  return ready && { ...ready, ended };
}

/** For a server that is not a child of this process: no event reports its end. */
async function untilGone({ pid, identity }: Ready): Promise<void> {
  while (processIdentity(pid) === identity) await sleep(watchMs, undefined, { ref: false });
}

/** No time limit while the process lives: after a crash the server may have much to recover. */
async function untilReady(site: Site, pid: number): Promise<Ready | undefined> {
  let announceAt = performance.now() + stillStartingMs;
  for (; isPostmasterOf(pid, site.cluster); await sleep(pollMs)) {
    const identity = processIdentity(pid);
    const lock = readLockFile(site.cluster);
    if (lock?.pid === pid && identity !== undefined) {
      if (lock.status === 'ready') return { pid, identity, port: lock.port };
      if (lock.status === 'stopping') await stopPostmaster({ pid, identity });
    }
    if (performance.now() > announceAt) {
      site.log('PostgreSQL is still starting; after a crash it first recovers committed data');
      announceAt += stillStartingMs;
    }
  }
  return undefined;
}

async function writeSettings({ cluster, account }: Site, port: number | undefined): Promise<void> {
  const file = join(cluster, settingsFile);
  const before = existsSync(file) ? /^port = (\d+)$/m.exec(readFileSync(file, 'utf8'))?.[1] : undefined;
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  writeFileSync(file, settings(port ?? (await freePort(Number(before ?? 0))), memory));
  if (account) chownSync(file, account.uid, account.gid);
}

/** The preferred port if it is free, else any free port. */
async function freePort(preferred: number): Promise<number> {
  const server = createServer().listen(preferred, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if (preferred !== 0) return freePort(0);
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
