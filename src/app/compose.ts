import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { parseLargeResult } from '#host/loop/parse-in-pieces.js';
import { configureHttp } from '#edge/http-app.js';
import { answersRequests, type Config } from '#host/config/config.js';
import { createLogger, type Logger } from '#host/logging/logger.js';
import { Telemetry } from '#host/logging/telemetry/telemetry.js';
import { SystemClock } from '#host/system-clock.js';
import { SystemIds } from '#host/system-ids.js';
import type { Clock } from '#kernel/clock.js';
import { notFound } from '#kernel/errors.js';
import type { Ids } from '#kernel/ids.js';
import { openDatabase, type Database } from '#ledger/ledger.js';
import type { ActivityPace } from '#ledger/signals/activity.js';
import type { SignalsServerOptions } from '#ledger/signals/carriers/open-carrier.js';
import { AgreedClock, databaseMs } from '#ledger/vitals/agreed-clock.js';
import { DiskRoom, type FreeSpace } from '#ledger/vitals/disk-room.js';
import { openByteStore } from '#ledger/objects/open-byte-store.js';
import { requireEncryptionKey } from '#modules/identity/index.js';
import { PolicedHttp } from '#world/outbound/policed-http.js';
import { IsolatedSandbox } from '#world/sandbox/isolated-sandbox.js';
import { wallText } from '#world/sandbox/wall-report.js';
import { AppModule } from './app.module.js';
import { composition } from './composition.js';
import { requireBucket, requireFolder } from './require-files.js';
import type { Infrastructure } from './infrastructure.module.js';
import { openStorage, type Storage } from './open-storage.js';
import { deriveKey } from '#host/secrets/derive-key.js';
import { openSecrets } from './secrets.js';

/** What a test replaces. The composed application closes these parts as well. */
export interface Overrides {
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly logger?: Logger;
  readonly sandbox?: IsolatedSandbox;
  readonly pace?: ActivityPace;
  readonly outbound?: PolicedHttp;
}

/** A composed application. It does not listen yet, and background work does not run yet. */
export interface Composed {
  readonly app: NestExpressApplication;
  readonly config: Config;
  readonly logger: Logger;
  readonly storage: Storage;
  readonly database: Database;
  /** Closes everything that was opened for the application, in reverse order. The application is closed before. */
  close(): Promise<void>;
}

type Close = () => Promise<void>;

interface Means extends Overrides {
  /** Ends the wait for a database that cannot be reached. */
  readonly stopped: AbortSignal | undefined;
}

/** The composition root. The server and the tests build the application here. If a step fails, everything that was opened is closed. @throws the reason of `stopped` if it aborts while the database cannot be reached */
export async function compose(config: Config, overrides: Overrides = {}, stopped?: AbortSignal): Promise<Composed> {
  const opened: Close[] = [];
  const close = async (): Promise<void> => {
    for (const closeOne of opened.splice(0).toReversed()) await closeOne();
  };
  try {
    const { storage, ...infrastructure } = await openInfrastructure(config, { ...overrides, stopped }, opened);
    const app = await createApplication(infrastructure);
    return { app, config, storage, logger: infrastructure.logger, database: infrastructure.database, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openInfrastructure(
  config: Config,
  { clock = new AgreedClock(new SystemClock()), ids = new SystemIds(), logger = createLogger(config), stopped, ...overrides }: Means,
  opened: Close[],
): Promise<Infrastructure & { readonly storage: Storage }> {
  const storage = await openStorage(config, logger);
  opened.push(() => storage.close());
  const bytes = await openByteStore(config, storage.filesDir);
  opened.push(() => bytes.close());
  if (config.s3Bucket === undefined) await requireFolder(config.filesDir ?? storage.filesDir);
  else await requireBucket(bytes, config.s3Bucket, ids);
  const database = await openDatabase({
    connectionString: storage.connectionString,
    poolSize: config.databasePool,
    composition,
    clock,
    digestKey: deriveKey(storage.encryptionKey, 'contents-digest'),
    concurrency: config.workerConcurrency,
    patience: { forMs: config.databaseWaitMs, report: (message) => logger.warn(message), signal: stopped },
    ...(overrides.pace === undefined ? {} : { pace: overrides.pace }),
    readUrls: config.databaseReadUrls,
    signalsServer: signalsServer(config, logger),
    objects: { bytes, ids, isUsed: config.s3Bucket !== undefined },
    onError: (error) => logger.error({ err: error }, 'Background work failed and will be retried'),
  });
  opened.push(() => database.close());
  if (clock instanceof AgreedClock) {
    const stop = await clock.follow(() => databaseMs(database.pool));
    opened.push(async () => stop());
  }
  const secrets = openSecrets(storage.encryptionKey, config, clock);
  await requireEncryptionKey(database.pool, secrets.secretBox);
  const sandbox = overrides.sandbox ?? createSandbox(config, logger);
  opened.push(() => sandbox.close());
  const disks = new DiskRoom(growingFolders(config, storage));
  const outbound = overrides.outbound ?? new PolicedHttp({ allow: config.outboundAllow, own: config });
  opened.push(() => outbound.close());
  const telemetry = await Telemetry.open(config, logger);
  opened.push(() => telemetry.close());
  return { config, logger, clock, ids, storage, database, sandbox, outbound, bytes, disks, telemetry, ...secrets };
}

async function createApplication(infrastructure: Infrastructure): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule.of(infrastructure), { bodyParser: false, logger: false });
  configureHttp(app);
  if (!answersRequests(infrastructure.config)) app.use(onlyOperations);
  return app;
}

function growingFolders({ s3Bucket, filesDir }: Config, storage: Storage): ReadonlyMap<FreeSpace['folder'], string> {
  const folders = new Map<FreeSpace['folder'], string>();
  if (storage.databaseDir !== undefined) folders.set('database', storage.databaseDir);
  if (s3Bucket === undefined) folders.set('files', filesDir ?? storage.filesDir);
  return folders;
}

function signalsServer({ signalsUrl: address }: Config, logger: Logger): SignalsServerOptions | undefined {
  if (address === undefined) return undefined;
  const server = new URL(address).host;
  return {
    address,
    onChange: ({ isConnected, reason }) => {
      if (isConnected) logger.info({ server }, 'The signals server carries signals between processes');
      else logger.warn({ server, reason }, 'The signals server cannot be used; PostgreSQL carries signals until it can');
    },
  };
}

function createSandbox({ sandboxProcesses, sandboxMemoryMb }: Config, logger: Logger): IsolatedSandbox {
  return new IsolatedSandbox({
    maxProcesses: sandboxProcesses,
    memoryMb: sandboxMemoryMb,
    parseLarge: (json) => parseLargeResult(json),
    log: (message) => logger.warn(message),
    report: (walls) => logger[walls.missing.length === 0 ? 'info' : 'warn'](`Isolation of user code: ${wallText(walls)}`),
  });
}

/** Workers and followers answer health checks and metrics, and no other route. */
function onlyOperations({ path }: Request, _response: Response, next: NextFunction): void {
  next(path.startsWith('/health/') || path === '/metrics' ? undefined : notFound('Route'));
}
