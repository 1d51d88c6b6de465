import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import type { NestExpressApplication } from '@nestjs/platform-express';
import supertest from 'supertest';
import { AppModule } from '#app/app.module.js';
import { composition } from '#app/composition.js';
import { parseConfig, type Config } from '#host/config/config.js';
import { CursorSignature } from '#edge/answer/cursor.js';
import { configureHttp } from '#edge/http-app.js';
import { openDatabase, type Database } from '#ledger/ledger.js';
import { createLogger } from '#host/logging/logger.js';
import { openByteStore } from '#ledger/objects/open-byte-store.js';
import { PolicedHttp } from '#world/outbound/policed-http.js';
import { IsolatedSandbox } from '#world/sandbox/isolated-sandbox.js';
import { KeyDigest } from '#host/secrets/key-digest.js';
import { LinkSignature } from '#host/secrets/link-signature.js';
import { SecretBox } from '#host/secrets/secret-box.js';
import { SystemClock } from '#host/system-clock.js';
import { SystemIds } from '#host/system-ids.js';
import type { Clock } from '#kernel/clock.js';
import { BootstrapInstance, type FirstRun } from '#modules/identity/index.js';
import { DescribedApi } from './api-description/described-api.js';
import { createTestDatabase } from './test-database.js';

/** Unless the environment of a test names another one. */
export const testEncryptionKey = '5a'.repeat(32);

export interface TestAppOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  /** Another process on the database of this one: nothing is created, and closing it leaves the database alone. */
  readonly beside?: TestApp;
}

/** The whole application on a database of its own, listening on a free port, doing all that a process does. */
export interface TestApp {
  readonly url: string;
  readonly app: NestExpressApplication;
  readonly config: Config;
  readonly database: Database;
  readonly connectionString: string;
  /** Where its files lie, unless its environment says otherwise. */
  readonly filesDir: string;
  /** The first user (owner and operator), organization, workspace and personal key. */
  readonly first: FirstRun;
  /** Everything that was logged, parsed. */
  readonly logLines: readonly Readonly<Record<string, unknown>>[];
  /** Sends requests with this key; without one, requests without a key. */
  as(key?: string): ReturnType<typeof supertest.agent>;
  close(): Promise<void>;
}

export async function startTestApp({ env = {}, clock = new SystemClock(), beside }: TestAppOptions = {}): Promise<TestApp> {
  const { connectionString, filesDir, drop } = beside === undefined ? await createPlace() : { ...beside, drop: async () => undefined };
  const config = parseConfig({ DATABASE_URL: connectionString, SLUICE_ENCRYPTION_KEY: testEncryptionKey, PORT: '0', ...env });
  const { encryptionKey = testEncryptionKey, formerEncryptionKeys } = config;
  const logLines: Record<string, unknown>[] = [];
  const logger = createLogger({ logLevel: 'debug' }, { write: (line) => void logLines.push(JSON.parse(line) as Record<string, unknown>) });
  const onError = (error: unknown): void => logger.error({ err: error });
  const database = await openDatabase({ connectionString, poolSize: 10, composition, clock, onError });
  const sandbox = new IsolatedSandbox({
    minProcesses: 0,
    maxProcesses: 1,
    memoryMb: config.sandboxMemoryMb,
    log: (message) => logger.warn(message),
  });
  const bytes = await openByteStore(config, filesDir);
  const outbound = new PolicedHttp({ allow: config.outboundAllow });
  const infrastructure = {
    config,
    logger,
    clock,
    ids: new SystemIds(),
    database,
    sandbox,
    outbound,
    bytes,
    secretBox: new SecretBox(encryptionKey, formerEncryptionKeys),
    keyDigest: new KeyDigest(encryptionKey, 'api-key', formerEncryptionKeys),
    cursors: new CursorSignature(encryptionKey, formerEncryptionKeys),
    links: new LinkSignature(encryptionKey, clock, formerEncryptionKeys),
  };
  const app = await NestFactory.create<NestExpressApplication>(AppModule.of(infrastructure), { bodyParser: false, logger: false });
  configureHttp(app);
  await app.listen(0, '127.0.0.1');
  database.projections.start();
  database.worker.start();
  const made = await app.get(CommandBus).execute(new BootstrapInstance(config.bootstrapEmail, config.bootstrapApiKey));
  const first = made ?? beside?.first;
  if (first === undefined) throw new Error('The database of the test was not empty');
  const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  const problems = new Set<string>();
  const close = async (): Promise<void> => {
    await database.worker.drain(2000);
    await app.close();
    await sandbox.close();
    await outbound.close();
    await bytes.close();
    await database.close();
    await drop();
    if (problems.size > 0) throw new Error(`Answers are not as docs/openapi.json describes them:\n${[...problems].join('\n')}`);
  };
  return { url, app, config, database, connectionString, filesDir, first, logLines, as: (key) => agent(url, key, problems), close };
}

/** A database and a folder, both empty. */
async function createPlace(): Promise<Pick<TestApp, 'connectionString' | 'filesDir'> & { drop(): Promise<void> }> {
  const { connectionString, drop } = await createTestDatabase();
  const filesDir = join(tmpdir(), `sluice-files-${randomUUID()}`);
  return {
    connectionString,
    filesDir,
    drop: async () => {
      await drop();
      await rm(filesDir, { recursive: true, force: true });
    },
  };
}

const described = new DescribedApi();

/** Every answer is held against the description of the API; what is not as described is told when the server is closed. */
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
