import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { makeArchive, packArchive } from './archive.js';
import { megabytes } from './bundle.js';
import { tryImage } from './image.js';
import { run } from './run.js';
import { sizeOf } from './slim.js';
import { freePort, ready } from './trial.js';

const packageFolder = 'node_modules/@sluice/server';

/** They use tables, knowledge bases, files, functions, people and streams. */
const examples = ['answer-a-customer', 'ask-a-human', 'every-row', 'live'];
const key = `sk-sluice-${'r'.repeat(32)}`;

/** Node, PostgreSQL of the machine's platform and the package, in MB on disk. */
const largestInstallationMb = 250;

/**
 * Starts the package by npx in an empty folder, and installs it into another, as its users do. Then it makes the archive for this platform, starts that
 * and runs the examples on it.
 * @throws when one of them does not become ready, or takes too much space
 */
export async function tryServer(file: string, version: string, print: (line: string) => unknown): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-package-'));
  // The bundled PostgreSQL runs as another user where root starts it.
  chmodSync(folder, 0o755);
  try {
    await tryNpx(file, join(folder, 'empty'));
    print('started         the package by npx in an empty folder; its first example runs');
    const installed = install(file, join(folder, 'installed'), print);
    const made = makeArchive(installed, folder, version, print);
    await startIn(made.folder, ['./sluice', 'start'], (url) => runExamples(join(made.folder, packageFolder, 'examples'), url));
    print(`started         the archive; its examples run: ${examples.join(', ')}`);
    print(`packed          ${packArchive(made)}`);
    const nodeModules = join(made.folder, 'node_modules');
    print(await tryImage(nodeModules, join(nodeModules, `node-${process.platform}-${process.arch}/bin/node`), folder, key));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function tryNpx(file: string, folder: string): Promise<void> {
  mkdirSync(folder);
  try {
    await startIn(folder, ['npx', '--yes', `file:${file}`], runFirstExample);
  } finally {
    forgetNpx(file);
  }
}

/** The workflow that the first start deploys. */
async function runFirstExample(url: string): Promise<void> {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  const list = (await (await fetch(`${url}/api/v1/workspaces`, { headers })).json()) as { data: { id: string }[] };
  const found = (await (await fetch(`${url}/api/v1/workflows?workspaceId=${list.data[0]?.id}`, { headers })).json()) as typeof list;
  const body = JSON.stringify({ amount: 500, customer: 'Ada' });
  const response = await fetch(`${url}/api/workflows/${found.data[0]?.id}/execute`, { method: 'POST', headers, body });
  const answer = await response.text();
  if (answer !== '{"customer":"Ada","fee":10}') throw new Error(`the first example answers ${response.status} ${answer}`);
}

/** npx keeps what it has installed for a path. */
function forgetNpx(file: string): void {
  const cache = join(run('npm', ['config', 'get', 'cache']), '_npx');
  for (const entry of existsSync(cache) ? readdirSync(cache) : []) {
    const manifest = join(cache, entry, 'package.json');
    if (existsSync(manifest) && readFileSync(manifest, 'utf8').includes(basename(file)))
      rmSync(join(cache, entry), { recursive: true, force: true });
  }
}

/** The installation with the Node that an archive has. */
function install(file: string, folder: string, print: (line: string) => unknown): string {
  mkdirSync(folder);
  // Without it npm installs into the nearest folder above that has a package.json or node_modules.
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const began = performance.now();
  npmInstall(folder, file);
  const seconds = (performance.now() - began) / 1000;
  const size = sizeOf(join(folder, 'node_modules'));
  print(`installed       ${megabytes(size)} without development packages, in ${seconds.toFixed(1)} s`);
  if (size > largestInstallationMb * 1024 ** 2) throw new Error(`An installation takes more than ${largestInstallationMb} MB`);
  const { config } = JSON.parse(readFileSync(join(folder, packageFolder, 'package.json'), 'utf8')) as { config: { node: string } };
  npmInstall(folder, `node-${process.platform}-${process.arch}@${config.node}`);
  return folder;
}

function npmInstall(folder: string, what: string): void {
  const npm = ['install', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error', what];
  execFileSync('npm', npm, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

function runExamples(folder: string, url: string): void {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], SLUICE_API_KEY: key, SLUICE_URL: url };
  for (const example of examples) execFileSync(join(folder, example, 'run.sh'), { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function startIn(folder: string, [program = '', ...args]: readonly string[], use: (url: string) => unknown): Promise<void> {
  const port = await freePort();
  const env = {
    PATH: pathOfMachine(),
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
    await use(url);
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

/** Without what npm adds for scripts of this checkout: users start the package on the Node of their machine. */
function pathOfMachine(): string {
  return (process.env['PATH'] ?? '')
    .split(':')
    .filter((entry) => !entry.includes('node_modules'))
    .join(':');
}
