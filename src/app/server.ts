import type { Server as HttpServer } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { Drain } from '#edge/gate/drain.js';
import { requireMetricsPort } from '#edge/gate/metrics-port.js';
import { ReservedPort } from '#edge/gate/reserved-port.js';
import { PortOfSeveral } from '#edge/gate/port-of-several.js';
import { answersRequests, atPort, followsEvents, worksOnJobs, type Config } from '#host/config/config.js';
import type { Logger } from '#host/logging/logger.js';
import { stallWatch } from '#host/loop/stall-watch.js';
import { within } from '#host/within.js';
import type { Database } from '#ledger/ledger.js';
import { hasSiblings } from '#ledger/signals/siblings.js';
import { ActiveRuns, Stopping } from '#modules/runs/index.js';
import { compose, type Composed } from './compose.js';
import { PortAtStop } from './processes/port-at-stop.js';
import { adviceOnKeys, prepareFirstRun, setupNotice } from './first-run.js';

/** A running process. */
export interface Server {
  readonly app: INestApplication;
  readonly logger: Logger;
  /** Its address on this machine. */
  readonly url: string;
  /** What to print after the first start; it contains a key. */
  readonly welcome: string | undefined;
  /** What leads the first person to a password; it contains a link. Undefined: a user has one. */
  readonly setup: string | undefined;
  /** Finishes active work, releases the rest and closes everything. Safe to call twice. */
  stop(): Promise<void>;
}

type Port = ReservedPort | PortOfSeveral;

/** Starts what the configured role needs. If a step fails, everything that was opened is closed. @throws StartRefused, and the reason of `stopped` */
export async function startServer(config: Config, stopped?: AbortSignal): Promise<Server> {
  const port = hasSiblings() ? new PortOfSeveral(config, answersRequests(config)) : await ReservedPort.listen(config);
  try {
    // Processes of one server share this port as well, and their supervisor has tried it.
    if (!hasSiblings()) await requireMetricsPort(config);
    return await composeAndServe(atPort(config, port.port), port, stopped);
  } catch (error) {
    port.close();
    throw error;
  }
}

async function composeAndServe(config: Config, port: Port, stopped: AbortSignal | undefined): Promise<Server> {
  const composed = await compose(config, {}, stopped);
  try {
    return await serve(composed, port);
  } catch (error) {
    // Background work of the application ends before the database that it uses is closed.
    await composed.app.close().catch(() => undefined);
    await composed.close();
    throw error;
  }
}

async function serve({ app, config, logger, database, close }: Composed, port: Port): Promise<Server> {
  await app.init();
  const welcome = answersRequests(config) ? await prepareFirstRun(app, config, logger) : undefined;
  const url = `http://localhost:${port.port}`;
  const setup = answersRequests(config) ? await setupNotice(app, config) : undefined;
  const advice = welcome === undefined && answersRequests(config) ? await adviceOnKeys(app) : undefined;
  if (advice !== undefined) logger.warn(advice);
  // The last step that waits: a signal that follows the first ready answer finds its handler.
  await port.handOver(app.getHttpServer() as HttpServer);
  const ownPort = hasSiblings() && answersRequests(config) ? new PortAtStop(app.getHttpServer() as HttpServer) : undefined;
  stallWatch.start(({ facts, ...stall }) => logger.warn({ ...stall, ...facts }, 'The event loop stood still'));
  startWork(database, config);
  let stopped: Promise<void> | undefined;
  const finishAndClose = async (): Promise<void> => {
    try {
      await finishWork(app, database, config, ownPort);
    } finally {
      await close();
    }
  };
  const stop = (): Promise<void> => (stopped ??= finishAndClose());
  return { app, logger, url, welcome, setup, stop };
}

/** Time for the last leases and responses, after everything that they wait for has ended or was given back. */
const lastStepMs = 1000;

/**
 * Active requests and jobs get their time. Another process, or this one after the next start, continues what is not finished then.
 * The outbound client, the sandbox and the database are closed only after that.
 */
async function finishWork(
  app: INestApplication,
  { worker }: Database,
  { drainNoticeMs, drainTimeoutMs }: Config,
  ownPort: PortAtStop | undefined,
): Promise<void> {
  const get = <Part>(part: abstract new (...args: never[]) => Part): Part => app.get(part, { strict: false });
  const [drain, runs] = [get(Drain), get(ActiveRuns)];
  stallWatch.stop();
  drain.begin();
  const jobs = worker.drain(drainNoticeMs + drainTimeoutMs);
  await pause(drainNoticeMs);
  drain.refuse();
  ownPort?.refuse();
  get(Stopping).begin();
  await within(drainTimeoutMs, Promise.all([drain.idle(), runs.ended(), jobs, ownPort?.unneeded]));
  await runs.giveBack();
  await Promise.all([worker.drain(lastStepMs), within(lastStepMs, drain.idle())]);
  const server = app.getHttpServer() as HttpServer;
  // A client may open another stream until the server has stopped listening, and the end of that stream would be awaited, too.
  const cutOff = setInterval(() => server.closeAllConnections(), lastStepMs);
  await app.close().finally(() => clearInterval(cutOff));
}

function startWork({ projections, worker, housekeeper }: Database, config: Config): void {
  if (followsEvents(config)) projections.start({ isDedicated: config.role === 'follower' });
  if (!worksOnJobs(config)) return;
  worker.start();
  housekeeper.start();
}
