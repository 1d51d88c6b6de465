import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#host/postgres/embedded-postgres.js';

export const benchKey = `sk-sluice-${'b'.repeat(32)}`;

/** A process under test. */
export interface Subject {
  readonly url: string;
  readonly pid: number;
  /** From the start of the process to its first answer. */
  readonly startedInMs: number;
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
  stop(): Promise<void>;
}

/** A database server and the processes under test that use it; everything goes at the end. */
export class TestBed {
  readonly #subjects: Subject[] = [];

  private constructor(
    readonly folder: string,
    readonly postgres: EmbeddedPostgres,
  ) {}

  static async open(): Promise<TestBed> {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'));
    await chmod(folder, 0o755);
    return new TestBed(folder, await startEmbeddedPostgres({ dataDir: folder }));
  }

  /** A new database: empty, or a copy of one that nothing is connected to. */
  async database(name: string, template = 'template1'): Promise<string> {
    const client = new pg.Client({ connectionString: this.postgres.connectionString });
    await client.connect();
    await client.query(`create database ${name} template ${template}`);
    await client.end();
    const url = new URL(this.postgres.connectionString);
    url.pathname = `/${name}`;
    return url.href;
  }

  /** From here on the database cleans nothing up: it would do so in the turn of one of those that are compared. */
  async withoutCleaning(): Promise<void> {
    const client = new pg.Client({ connectionString: this.postgres.connectionString });
    await client.connect();
    await client.query('alter system set autovacuum = off');
    await client.query('select pg_reload_conf()');
    await client.end();
  }

  async start(script: string, env: Record<string, string>): Promise<Subject> {
    const subject = await startSubject(script, env);
    this.#subjects.push(subject);
    return subject;
  }

  /** The real server on a separate database. */
  async server(name: string, env: Record<string, string> = {}): Promise<Subject & { readonly databaseUrl: string }> {
    const databaseUrl = env.DATABASE_URL ?? (await this.database(name));
    const subject = await this.start('dist/bundle/main.js', {
      DATABASE_URL: databaseUrl,
      SLUICE_DATA_DIR: join(this.folder, 'data'),
      ...env,
    });
    return { ...subject, databaseUrl };
  }

  async close(): Promise<void> {
    for (const subject of this.#subjects) await subject.stop();
    await this.postgres.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

export async function startSubject(script: string, env: Record<string, string>): Promise<Subject> {
  const port = Number(env.PORT ?? (await freePort()));
  const startedAt = performance.now();
  const settings = {
    SLUICE_ENCRYPTION_KEY: '1'.repeat(64),
    SLUICE_BOOTSTRAP_API_KEY: benchKey,
    SLUICE_HOST: '127.0.0.1',
    SLUICE_LOG_LEVEL: 'warn',
  };
  // The same bounds on the heap as `npm start`: without them it grows with the memory of the machine.
  const child = spawn(process.execPath, ['--max-semi-space-size=16', '--heap-growing-percent=40', script], {
    env: { PATH: process.env.PATH ?? '', ...settings, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(child, url);
  const startedInMs = performance.now() - startedAt;
  const call: Subject['call'] = async (method, path, body) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'x-api-key': benchKey, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as unknown };
  };
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { url, pid: child.pid ?? 0, startedInMs, call, stop };
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The process ended with ${child.exitCode}`);
    const ready = await fetch(`${url}/health/ready`).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
