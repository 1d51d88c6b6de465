import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { packFolder, packed } from './client-packages.js';
import { root, run } from './run.js';

const readyWithinMs = 120_000;

/** The build must be present. @returns the path of the package */
export function packServer(): string {
  return packed(run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', packFolder]));
}

/** Installs the package into an empty folder and starts it from there, as its users do. @throws when it does not become ready */
export async function tryServer(archive: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-package-'));
  // The bundled PostgreSQL runs as another user where root starts it.
  chmodSync(folder, 0o755);
  try {
    const npm = ['install', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error', join(root, archive)];
    execFileSync('npm', npm, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    await startIn(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startIn(folder: string): Promise<void> {
  const port = await freePort();
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: String(port), SLUICE_DATA_DIR: join(folder, 'data') };
  const child = spawn('npx', ['--no', 'sluice', 'start'], { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  const closed = once(child, 'close');
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  try {
    await ready(`http://127.0.0.1:${port}/health/ready`, () => child.exitCode === null);
  } catch (error) {
    throw new Error(`The packed server does not start: ${(error as Error).message}\n${complaints}`, { cause: error });
  } finally {
    // The whole group: npx does not pass signals on.
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    await closed;
  }
}

async function ready(url: string, isRunning: () => boolean): Promise<void> {
  const giveUpAt = Date.now() + readyWithinMs;
  while (isRunning() && Date.now() < giveUpAt) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.status === 200) return;
    await delay(250);
  }
  throw new Error(isRunning() ? `it is not ready within ${readyWithinMs / 1000} s` : 'it ended');
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}
