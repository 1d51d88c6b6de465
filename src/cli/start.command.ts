import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import type { Config } from '#host/config/config.js';
import { hasSiblings, tellReady } from '#ledger/signals/siblings.js';
import { wantedProcesses } from '#app/processes/process-plan.js';
import { readConfig } from './read-config.js';
import type { Server } from '#app/server.js';
import type { Processes } from '#app/processes/start-processes.js';
import { print } from './terminal.js';

export function addStart(program: Command): void {
  program.command('start').description('run the server; the default command').action(start);
}

async function start(): Promise<void> {
  const config = readConfig();
  const wanted = hasSiblings() ? 1 : wantedProcesses(config, availableParallelism());
  // What has begun before its siblings are ready has nothing to finish.
  const early = hasSiblings() ? undefined : stopOnSignals();
  if (wanted > 1 && early !== undefined && (await startSeveral(config, wanted, early))) return;
  // Loaded here, so that the other commands do not load the whole server.
  const { startServer } = await import('#app/server.js');
  const server = await startServer(config, early?.wanted).catch((error: unknown) => endEarly(config, early?.wanted, error));
  (early ?? stopOnSignals()).ready(server);
  if (hasSiblings()) tellReady();
  if (server.welcome !== undefined) print(server.welcome);
  if (server.setup !== undefined) print(server.setup);
  server.logger.info({ url: server.url, role: config.role }, 'Sluice is ready');
}

/** @returns whether several processes run */
async function startSeveral(config: Config, wanted: number, stops: Stops): Promise<boolean> {
  const { startProcesses } = await import('#app/processes/start-processes.js');
  const started = Promise.withResolvers<Processes>();
  const replace = (): void => void started.promise.then(reload);
  // The end of a terminal ends the server that it shows.
  if (!process.stdout.isTTY) process.on('SIGHUP', replace);
  const processes = await startProcesses(config, wanted, stops.wanted).catch((error: unknown) => endEarly(config, stops.wanted, error));
  if (processes === undefined) {
    process.off('SIGHUP', replace);
    return false;
  }
  stops.ready(processes);
  processes.logger.info({ processes: processes.count }, 'All processes are ready');
  started.resolve(processes);
  return true;
}

/** A start that a signal has ended is no failure. */
async function endEarly(config: Config, wanted: AbortSignal | undefined, error: unknown): Promise<never> {
  if (wanted?.aborted !== true) throw error;
  const { createLogger } = await import('#host/logging/logger.js');
  createLogger(config).info({ signal: String(wanted.reason) }, 'Stopped before the server was ready');
  process.exit(0);
}

async function reload({ logger, reload: replaceAll }: Processes): Promise<void> {
  logger.info('Reloading: processes are replaced one by one');
  await replaceAll();
  logger.info('Reloaded');
}

/** npm passes a signal on that the terminal has sent to the server already. Two signals within this time are one. */
const sameSignalMs = 500;

type Stoppable = Pick<Server, 'logger' | 'stop'>;

interface Stops {
  /** Aborts when a signal comes before the server is ready. */
  readonly wanted: AbortSignal;
  /** The server is ready. It stops at once if a signal came before. */
  ready(server: Stoppable): void;
}

/** From now on the first SIGTERM or SIGINT stops the server gracefully, once it is ready; the second one stops it at once. */
function stopOnSignals(): Stops {
  const wanted = new AbortController();
  let server: Stoppable | undefined;
  let state: 'running' | 'signalled' | 'stopping' = 'running';
  const stop = (signal: string): void => {
    if (state === 'stopping') process.exit(1);
    if (state === 'signalled') return;
    state = 'signalled';
    setTimeout(() => (state = 'stopping'), sameSignalMs);
    if (server === undefined) wanted.abort(signal);
    else finish(server, signal);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // A reload that comes before the server is ready does not end it.
  if (!process.stdout.isTTY) process.on('SIGHUP', () => undefined);
  const ready = (started: Stoppable): void => {
    server = started;
    if (wanted.signal.aborted) finish(server, String(wanted.signal.reason));
  };
  return { wanted: wanted.signal, ready };
}

function finish({ logger, stop }: Stoppable, signal: string): void {
  logger.info({ signal }, 'Stopping: finishing the work at hand');
  stop().then(
    () => {
      logger.info('Stopped');
      process.exit(0);
    },
    (error: unknown) => {
      logger.error({ err: error }, 'The stop failed');
      process.exit(1);
    },
  );
}
