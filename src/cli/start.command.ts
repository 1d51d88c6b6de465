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
  if (wanted > 1 && (await startSeveral(config, wanted))) return;
  // Loaded here, so that the other commands do not load the whole server.
  const { startServer } = await import('#app/server.js');
  const server = await startServer(config);
  stopOnSignals(server);
  if (hasSiblings()) tellReady();
  if (server.welcome !== undefined) print(server.welcome);
  if (server.setup !== undefined) print(server.setup);
  server.logger.info({ url: server.url, role: config.role }, 'Sluice is ready');
}

/** @returns whether several processes run */
async function startSeveral(config: Config, wanted: number): Promise<boolean> {
  const { startProcesses } = await import('#app/processes/start-processes.js');
  const processes = await startProcesses(config, wanted);
  if (processes === undefined) return false;
  stopOnSignals(processes);
  // The end of a terminal ends the server that it shows.
  if (!process.stdout.isTTY) process.on('SIGHUP', () => void reload(processes));
  processes.logger.info({ processes: processes.count }, 'All processes are ready');
  return true;
}

async function reload({ logger, reload: replaceAll }: Processes): Promise<void> {
  logger.info('Reloading: processes are replaced one by one');
  await replaceAll();
  logger.info('Reloaded');
}

/** npm passes a signal on that the terminal has sent to the server already. Two signals within this time are one. */
const sameSignalMs = 500;

/** The first SIGTERM or SIGINT stops the server gracefully; the second one stops it at once. */
function stopOnSignals(server: Pick<Server, 'logger' | 'stop'>): void {
  let state: 'running' | 'signalled' | 'stopping' = 'running';
  const stop = (signal: string): void => {
    if (state === 'stopping') process.exit(1);
    if (state === 'signalled') return;
    state = 'signalled';
    setTimeout(() => (state = 'stopping'), sameSignalMs);
    server.logger.info({ signal }, 'Stopping: finishing the work at hand');
    server.stop().then(
      () => {
        server.logger.info('Stopped');
        process.exit(0);
      },
      (error: unknown) => {
        server.logger.error({ err: error }, 'The stop failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
