import type { Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INestApplication } from '@nestjs/common';
import { Drain } from '#edge/gate/drain.js';
import type { Config } from '#host/config/config.js';
import type { Logger } from '#host/logging/logger.js';
import type { Database } from '#ledger/ledger.js';
import { compose, type Composed } from './compose.js';
import { prepareFirstRun } from './first-run.js';

/** A running process. */
export interface Server {
  readonly app: INestApplication;
  readonly logger: Logger;
  /** Its address on this machine. */
  readonly url: string;
  /** What to print after the first start; it contains a key. */
  readonly welcome: string | undefined;
  /** Finishes active work, releases the rest and closes everything. Safe to call twice. */
  stop(): Promise<void>;
}

/** Starts what the configured role needs. If a step fails, everything that was opened is closed. */
export async function startServer(config: Config): Promise<Server> {
  const composed = await compose(config);
  try {
    return await serve(composed);
  } catch (error) {
    await composed.close();
    throw error;
  }
}

async function serve({ app, config, logger, database, close }: Composed): Promise<Server> {
  await app.init();
  const welcome = config.role === 'worker' ? undefined : await prepareFirstRun(app, config, logger);
  await app.listen(config.port, config.host);
  if (config.role !== 'api') startWork(database);
  let stopped: Promise<void> | undefined;
  const finishAndClose = async (): Promise<void> => {
    try {
      await finishWork(app, database, config.drainTimeoutMs);
    } finally {
      await close();
    }
  };
  const stop = (): Promise<void> => (stopped ??= finishAndClose());
  const { port } = app.getHttpServer().address() as AddressInfo;
  return { app, logger, url: `http://localhost:${port}`, welcome, stop };
}

/** Active requests and jobs get their time. Another process, or this one after the next start, continues what is not finished then. */
async function finishWork(app: INestApplication, { worker }: Database, timeoutMs: number): Promise<void> {
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
