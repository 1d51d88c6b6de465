import type { Command } from 'commander';
import { readConfig } from './read-config.js';
import type { Server } from '#app/server.js';
import { print } from './terminal.js';

export function addStart(program: Command): void {
  program.command('start').description('run the server, as without any command').action(start);
}

async function start(): Promise<void> {
  const config = readConfig();
  // Loaded here: the other commands need not wait for the whole server.
  const { startServer } = await import('#app/server.js');
  const server = await startServer(config);
  stopOnSignals(server);
  if (server.welcome !== undefined) print(server.welcome);
  server.logger.info({ url: server.url, role: config.role }, 'Sluice is ready');
}

/** SIGTERM and SIGINT stop in order; the second one stops at once. */
function stopOnSignals(server: Server): void {
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) process.exit(1);
    stopping = true;
    server.logger.info({ signal }, 'Stopping: finishing the work at hand');
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        server.logger.error({ err: error }, 'The stop failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
