import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandBus } from '@nestjs/cqrs';
import type { NestExpressApplication } from '@nestjs/platform-express';
import supertest from 'supertest';
import { compose } from '#app/compose.js';
import { parseConfig, type Config } from '#host/config/config.js';
import type { Database } from '#ledger/ledger.js';
import type { ActivityPace } from '#ledger/signals/activity.js';
import { createLogger, type Logger } from '#host/logging/logger.js';
import { IsolatedSandbox } from '#world/sandbox/isolated-sandbox.js';
import { SystemClock } from '#host/system-clock.js';
import type { Clock } from '#kernel/clock.js';
import { BootstrapInstance, type FirstRun } from '#modules/identity/index.js';
import { DescribedApi } from './api-description/described-api.js';
import { memberPlaces, startRemoteMembers } from './cluster/remote-members.js';
import { createTestDatabase } from './test-database.js';

/** Unless the environment of a test names another one. */
export const testEncryptionKey = '5a'.repeat(32);

export interface TestAppOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  readonly pace?: ActivityPace;
  /** Another process on the database of this one: nothing is created, and closing it leaves the database alone. */
  readonly beside?: TestApp;
  /** The test reaches into the process, or counts what one process does: all roles run here, also where other tests run on a cluster. */
  readonly inProcess?: true;
}

/** The whole application on a separate database. It listens on a free port and runs all background work. */
export interface TestApp {
  readonly url: string;
  readonly app: NestExpressApplication;
  readonly config: Config;
  readonly database: Database;
  readonly connectionString: string;
  readonly dataDir: string;
  /** The folder of its files, unless its environment names another one. */
  readonly filesDir: string;
  /** The first user (owner and operator), organization, workspace and personal key. */
  readonly first: FirstRun;
  /** Everything that was logged, parsed. */
  readonly logLines: readonly Readonly<Record<string, unknown>>[];
  /** Sends requests with this key; without one, requests without a key. */
  as(key?: string): ReturnType<typeof supertest.agent>;
  close(): Promise<void>;
}

/** Composes the application as the server does, and replaces the clock, the logger and the sandbox. */
export async function startTestApp({
  env = {},
  clock = new SystemClock(),
  beside,
  inProcess,
  ...paced
}: TestAppOptions = {}): Promise<TestApp> {
  const { connectionString, dataDir, drop } = beside === undefined ? await createPlace() : { ...beside, drop: async () => undefined };
  const required = { DATABASE_URL: connectionString, SLUICE_DATA_DIR: dataDir, SLUICE_ENCRYPTION_KEY: testEncryptionKey, PORT: '0' };
  const settings = parseConfig({ ...required, ...settingsOfAll(), ...env });
  const logLines: Record<string, unknown>[] = [];
  const logger = createLogger({ logLevel: 'debug' }, { write: (line) => void logLines.push(JSON.parse(line) as Record<string, unknown>) });
  const {
    app,
    config,
    storage,
    database,
    close: closeParts,
  } = await compose(settings, { clock, logger, sandbox: oneProcess(settings, logger), ...paced });
  await app.listen(0, '127.0.0.1');
  const isHere = inProcess ?? (beside !== undefined || needsProcess(env, clock, paced.pace));
  const places = isHere ? [] : memberPlaces();
  if (places.length === 0) {
    database.projections.start();
    database.worker.start();
  }
  const made = await app.get(CommandBus).execute(new BootstrapInstance(config.bootstrapEmail, config.bootstrapApiKey));
  const first = made ?? beside?.first;
  if (first === undefined) throw new Error('The database of the test was not empty');
  const members =
    places.length === 0
      ? undefined
      : await startRemoteMembers(places, { ...required, ...settingsOfAll(), ...env }, (line) => logLines.push(line));
  const url = members?.url ?? (await app.getUrl()).replace('[::1]', '127.0.0.1');
  const problems = new Set<string>();
  const close = async (): Promise<void> => {
    await members?.close();
    await database.worker.drain(2000);
    // As at the stop of the server: a page that is still open asks again and again.
    const cutOff = setInterval(() => (app.getHttpServer() as Server).closeAllConnections(), 2000);
    await app.close().finally(() => clearInterval(cutOff));
    await closeParts();
    await drop();
    if (problems.size > 0) throw new Error(`Answers are not as docs/openapi.json describes them:\n${[...problems].join('\n')}`);
  };
  const { filesDir } = storage;
  return {
    url,
    app,
    config,
    database,
    connectionString,
    dataDir,
    filesDir,
    first,
    logLines,
    as: (key) => agent(url, key, problems),
    close,
  };
}

/** Whether the test sets what another process could not have. */
function needsProcess(env: NonNullable<TestAppOptions['env']>, clock: Clock, pace: ActivityPace | undefined): boolean {
  return pace !== undefined || !(clock instanceof SystemClock) || env['SLUICE_ROLE'] !== undefined;
}

/** Settings of all servers that start from now on, in a file that may change while the tests run. */
function settingsOfAll(): Readonly<Record<string, string>> {
  const { SLUICE_TEST_SETTINGS_FILE: file } = process.env;
  return file === undefined ? {} : (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>);
}

/** A sandbox that starts no process before the first use. */
function oneProcess({ sandboxMemoryMb: memoryMb }: Config, logger: Logger): IsolatedSandbox {
  return new IsolatedSandbox({ minProcesses: 0, maxProcesses: 1, memoryMb, log: (message) => logger.warn(message) });
}

/** A database and a folder, both empty. */
async function createPlace(): Promise<Pick<TestApp, 'connectionString' | 'dataDir'> & { drop(): Promise<void> }> {
  const { connectionString, drop } = await createTestDatabase();
  const dataDir = join(tmpdir(), `sluice-data-${randomUUID()}`);
  return {
    connectionString,
    dataDir,
    drop: async () => {
      await drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const described = new DescribedApi();

/** Returns a client that checks every response against the description of the API. Deviations are reported when the server closes. */
function agent(url: string, key: string | undefined, problems: Set<string>): ReturnType<typeof supertest.agent> {
  const client = supertest.agent(url).use((request: supertest.Test) => {
    request.on('response', ({ status, headers, body }: supertest.Response) => {
      const { method, url: address } = request as unknown as { readonly method: string; readonly url: string };
      const contentType = headers['content-type'] ?? '';
      const problem = described.problemWith({ method, path: address.slice(url.length), status, contentType, body });
      if (problem !== undefined) problems.add(problem);
    });
  });
  return key === undefined ? client : client.set('X-API-Key', key);
}
