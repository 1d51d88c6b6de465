import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeArchive, packArchive } from './archive.js';
import { packFolder, packed } from './client-packages.js';
import { root, run } from './run.js';

const readyWithinMs = 120_000;

/** They use tables, knowledge bases, files, functions, people and streams. */
const examples = ['answer-a-customer', 'ask-a-human', 'every-row', 'live'];
const key = `sk-sluice-${'r'.repeat(32)}`;

/** The build must be present. @returns the path of the package */
export function packServer(): string {
  return packed(run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', packFolder]));
}

/**
 * Installs the package into an empty folder and starts it from there, as its users do. Then it makes the archive for this platform, starts that and runs
 * the examples on it.
 * @throws when one of them does not become ready
 */
export async function tryServer(archive: string, version: string, print: (line: string) => unknown): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-package-'));
  // The bundled PostgreSQL runs as another user where root starts it.
  chmodSync(folder, 0o755);
  const installed = join(folder, 'installed');
  try {
    mkdirSync(installed);
    // Without it npm installs into the nearest folder above that has a package.json or node_modules.
    writeFileSync(join(installed, 'package.json'), '{ "private": true }\n');
    const npm = ['install', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error', join(root, archive)];
    execFileSync('npm', npm, { cwd: installed, stdio: ['ignore', 'ignore', 'inherit'] });
    await startIn(installed, ['npx', '--no', 'sluice', 'start'], () => undefined);
    print('started         the packed server, installed without development packages');
    const made = makeArchive(installed, folder, version, print);
    await startIn(made.folder, ['./sluice', 'start'], (url) => runExamples(join(made.folder, 'node_modules/sluice/examples'), url));
    print(`started         the archive; its examples run: ${examples.join(', ')}`);
    print(`packed          ${packArchive(made)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runExamples(folder: string, url: string): void {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], SLUICE_API_KEY: key, SLUICE_URL: url };
  for (const example of examples) execFileSync(join(folder, example, 'run.sh'), { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function startIn(folder: string, [program = '', ...args]: readonly string[], use: (url: string) => unknown): Promise<void> {
  const port = await freePort();
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    PORT: String(port),
    SLUICE_DATA_DIR: join(folder, 'data'),
    SLUICE_BOOTSTRAP_API_KEY: key,
  };
  const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  const closed = once(child, 'close');
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  try {
    await ready(`${url}/health/ready`, () => child.exitCode === null);
    use(url);
  } catch (error) {
    throw new Error(`The server in ${folder} does not start or run its examples: ${(error as Error).message}\n${complaints}`, {
      cause: error,
    });
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
