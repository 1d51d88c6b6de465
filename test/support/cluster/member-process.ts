import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { compose, type Composed } from '#app/compose.js';
import { followsEvents, parseConfig, worksOnJobs } from '#host/config/config.js';
import { createLogger } from '#host/logging/logger.js';
import { IsolatedSandbox } from '#world/sandbox/isolated-sandbox.js';

/**
 * A process of a cluster for many tests. Each connection to it is one application: the first line has its settings, the reply its port and what
 * it logs. It closes with its connection.
 */
const [, , port] = process.argv;
const server = createServer({ allowHalfOpen: true }, (socket) => {
  socket.on('error', () => undefined);
  void serve(socket).catch((error: unknown) => socket.end(line({ failed: String(error) })));
}).listen(Number(port), '0.0.0.0');
await once(server, 'listening');
process.send?.('listening');

async function serve(socket: Socket): Promise<void> {
  const ended = once(socket, 'end');
  const [first] = (await once(createInterface(socket), 'line')) as [string];
  const config = parseConfig(JSON.parse(first) as Record<string, string>);
  const logger = createLogger(
    { logLevel: 'debug' },
    { write: (text) => void (socket.writable && socket.write(line({ log: JSON.parse(text) as unknown }))) },
  );
  const sandbox = new IsolatedSandbox({
    minProcesses: 0,
    maxProcesses: 1,
    memoryMb: config.sandboxMemoryMb,
    log: (message) => logger.warn(message),
  });
  const composed = await compose(config, { logger, sandbox });
  try {
    await run(composed, socket, ended);
  } finally {
    await composed.close();
    socket.end();
  }
}

async function run({ app, config, database: { projections, worker } }: Composed, socket: Socket, ended: Promise<unknown>): Promise<void> {
  await app.listen(0, '0.0.0.0');
  if (followsEvents(config)) projections.start({ isDedicated: config.role === 'follower' });
  if (worksOnJobs(config)) worker.start();
  socket.write(line({ port: Number(new URL(await app.getUrl()).port) }));
  await ended;
  await worker.drain(2000);
  await app.close();
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
