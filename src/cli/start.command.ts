import type { Command } from 'commander';
import { readConfig } from './read-config.js';
import type { Server } from '#app/server.js';
import { print } from './terminal.js';

export function addStart(program: Command): void {
  program.command('start').description('run the server; the default command').action(start);
}

async function start(): Promise<void> {
  const config = readConfig();
  // Loaded here, so that the other commands do not load the whole server.
  const { startServer } = await import('#app/server.js');
  const server = await startServer(config);
  stopOnSignals(server);
  if (server.welcome !== undefined) print(server.welcome);
  if (server.setup !== undefined) print(server.setup);
  server.logger.info({ url: server.url, role: config.role }, 'Sluice is ready');
}

/** npm passes a signal on that the terminal has sent to the server already. Two signals within this time are one. */
const sameSignalMs = 500;

/** The first SIGTERM or SIGINT stops the server gracefully; the second one stops it at once. */
function stopOnSignals(server: Server): void {
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
