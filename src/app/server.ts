import type { Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { AppModule } from './app.module.js';
import { composition } from './composition.js';
import { prepareFirstRun } from './first-run.js';
import { openStorage } from './open-storage.js';
import type { Config } from '#host/config/config.js';
import { CursorSignature } from '#edge/answer/cursor.js';
import { configureHttp } from '#edge/http-app.js';
import { Drain } from '#edge/gate/drain.js';
import { openDatabase, type Database } from '#ledger/ledger.js';
import { createLogger, type Logger } from '#host/logging/logger.js';
import { openByteStore } from '#ledger/objects/open-byte-store.js';
import { PolicedHttp } from '#world/outbound/policed-http.js';
import { IsolatedSandbox } from '#world/sandbox/isolated-sandbox.js';
import { KeyDigest } from '#host/secrets/key-digest.js';
import { LinkSignature } from '#host/secrets/link-signature.js';
import { SecretBox } from '#host/secrets/secret-box.js';
import { SystemClock } from '#host/system-clock.js';
import { SystemIds } from '#host/system-ids.js';
import { notFound } from '#kernel/errors.js';

/** A running process. */
export interface Server {
  readonly app: INestApplication;
  readonly logger: Logger;
  /** Where it listens on this machine. */
  readonly url: string;
  /** What to show after the very first start: it holds a key. */
  readonly welcome: string | undefined;
  /** Finishes the work at hand, gives back the rest, closes everything. Safe to call twice. */
  stop(): Promise<void>;
}

type Undo = () => Promise<void>;

/** Starts what the configured role asks for. Whatever was opened is closed again when a later step fails. */
export async function startServer(config: Config): Promise<Server> {
  const opened: Undo[] = [];
  const undo = async (): Promise<void> => {
    for (const close of opened.splice(0).toReversed()) await close();
  };
  try {
    return await open(config, opened, undo);
  } catch (error) {
    await undo();
    throw error;
  }
}

async function open(config: Config, opened: Undo[], undo: Undo): Promise<Server> {
  const logger = createLogger(config);
  const { connectionString, encryptionKey, filesDir, close } = await openStorage(config, logger);
  opened.push(close);
  const clock = new SystemClock();
  const onError = (error: unknown): void => logger.error({ err: error }, 'Background work failed; it will be tried again');
  const options = { connectionString, poolSize: config.databasePool, composition, clock, concurrency: config.workerConcurrency, onError };
  const database = await openDatabase(options);
  opened.push(() => database.close());
  const sandbox = new IsolatedSandbox({
    maxProcesses: config.sandboxProcesses,
    memoryMb: config.sandboxMemoryMb,
    log: (message) => logger.warn(message),
  });
  opened.push(() => sandbox.close());
  const bytes = await openByteStore(config, filesDir);
  opened.push(() => bytes.close());
  const outbound = new PolicedHttp({ allow: config.outboundAllow, own: [ownAddress(config)] });
  opened.push(async () => outbound.close());
  const infrastructure = {
    config,
    logger,
    clock,
    ids: new SystemIds(),
    database,
    sandbox,
    outbound,
    bytes,
    secretBox: new SecretBox(encryptionKey, config.formerEncryptionKeys),
    keyDigest: new KeyDigest(encryptionKey, 'api-key', config.formerEncryptionKeys),
    cursors: new CursorSignature(encryptionKey, config.formerEncryptionKeys),
    links: new LinkSignature(encryptionKey, clock, config.formerEncryptionKeys),
  };
  const app = await NestFactory.create<NestExpressApplication>(AppModule.of(infrastructure), { bodyParser: false, logger: false });
  configureHttp(app);
  if (config.role === 'worker') app.use(onlyOperations);
  await app.init();
  const welcome = config.role === 'worker' ? undefined : await prepareFirstRun(app, config, logger);
  await app.listen(config.port, config.host);
  opened.push(() => finishWork(app, database, config.drainTimeoutMs));
  if (config.role !== 'api') startWork(database);
  const { port } = app.getHttpServer().address() as AddressInfo;
  return { app, logger, url: `http://localhost:${port}`, welcome, stop: undo };
}

/** A workflow must not call the server that runs it by its public name, unless the operator allows it. */
function ownAddress({ baseUrl }: Config): string {
  const { hostname, port, protocol } = new URL(baseUrl);
  return `${hostname}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`;
}

/** A worker answers whoever watches it, and nobody else. */
function onlyOperations({ path }: Request, _response: Response, next: NextFunction): void {
  next(path.startsWith('/health/') || path === '/metrics' ? undefined : notFound('Route'));
}

/** Requests and jobs at hand get their time; what is not finished then goes on elsewhere, or here after the next start. */
async function finishWork(app: NestExpressApplication, { worker }: Database, timeoutMs: number): Promise<void> {
  app.get(Drain, { strict: false }).begin();
  const cutOff = setTimeout(() => (app.getHttpServer() as HttpServer).closeAllConnections(), timeoutMs);
  await Promise.all([app.close(), worker.drain(timeoutMs)]);
  clearTimeout(cutOff);
}

function startWork({ projections, worker, housekeeper }: Database): void {
  projections.start();
  worker.start();
  housekeeper.start();
}
