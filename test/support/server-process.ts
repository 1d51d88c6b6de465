import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { childEnvironment } from './child-environment.js';
import { eventually } from './eventually.js';
import type { TestDatabase } from './test-database.js';

export const testKey = `sk-sluice-${'t'.repeat(32)}`;

interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
  readonly headers: Headers;
}

export interface ServerProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Returns the text that the process has printed so far. */
  output(): string;
  /** Sends a JSON request with the bootstrap key. */
  call<Body>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<Body>>;
  kill(signal: NodeJS.Signals): Promise<{ code: number | null; signal: string | null }>;
}

/**
 * Returns a free port below the ephemeral range, so that the system gives it to no other program before it is used, and above 10080, the last
 * port to which `fetch` sends nothing.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_100, 32_000);
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return await freePort();
  }
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Settings of a server that keeps its port when it is started again. */
export async function serverEnv(
  { connectionString }: Pick<TestDatabase, 'connectionString'>,
  more: Record<string, string> = {},
): Promise<Record<string, string>> {
  return {
    PORT: String(await freePort()),
    DATABASE_URL: connectionString,
    SLUICE_ENCRYPTION_KEY: '0'.repeat(64),
    SLUICE_OUTBOUND_ALLOW: '127.0.0.1',
    SLUICE_LOG_LEVEL: 'warn',
    ...more,
  };
}

/** As `npm start` does, with its options of Node. */
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
const compiled = [process.execPath, ...scripts.start.split(' ').slice(2)];

/** Starts the compiled server as a process. Resolves when the server is ready. */
export async function startServerProcess(env: Record<string, string>, [program = '', ...args] = compiled): Promise<ServerProcess> {
  const port = env.PORT ?? String(await freePort());
  const child = spawn(program, args, {
    env: { ...childEnvironment, SLUICE_HOST: '127.0.0.1', SLUICE_BOOTSTRAP_API_KEY: testKey, ...env, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const url = `http://${env.SLUICE_HOST ?? '127.0.0.1'}:${port}`;
  const call = async <Body>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer<Body>> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'x-api-key': testKey, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: JSON.parse(text) as Body, headers: response.headers };
  };
  const kill: ServerProcess['kill'] = async (signal) => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, 'exit');
    }
    return { code: child.exitCode, signal: child.signalCode };
  };
  const ready = eventually(async () => {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}: ${printed}`);
    const { status } = await fetch(`${url}/health/ready`);
    if (status !== 200) throw new Error(`Not ready: ${status}\n${printed}`);
  }, 55_000);
  await ready.catch(async (error: unknown) => {
    await kill('SIGKILL');
    throw error;
  });
  return { url, child, output: () => printed, call, kill };
}
