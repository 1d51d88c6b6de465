import { existsSync, readFileSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { ConfigError, parseConfig } from '#infrastructure/config/config.js';
import { helpText } from '#infrastructure/config/help.js';
import { DatabaseUnreachable } from '#infrastructure/database/connect.js';
import { EmbeddedPostgresError } from '#infrastructure/database/embedded/embedded-postgres-error.js';
import { rotateEncryption } from './rotate-encryption.js';
import { startServer, type Server } from './server.js';

const badConfiguration = 78;

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function complain(text: string): void {
  process.stderr.write(`${text}\n`);
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

async function start(): Promise<void> {
  if (existsSync('.env')) loadEnvFile('.env');
  const config = parseConfig(process.env);
  const server = await startServer(config);
  stopOnSignals(server);
  if (server.welcome !== undefined) print(server.welcome);
  server.logger.info({ url: server.url, role: config.role }, 'Sluice is ready');
}

function version(): string {
  const { version: text } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };
  return text;
}

/** `keys rotate-encryption`. Fails when something could not be opened, which is left as it is. */
async function rotate(): Promise<void> {
  if (existsSync('.env')) loadEnvFile('.env');
  const { resealed, unreadable } = await rotateEncryption(parseConfig(process.env), print);
  for (const line of unreadable) complain(line);
  print(`${resealed} sealed anew, ${unreadable.length} left that no known key opens`);
  if (unreadable.length > 0) process.exitCode = 1;
}

function fail(error: unknown): never {
  if (error instanceof ConfigError)
    complain(`The configuration has problems:\n${error.problems.map((problem) => `  ${problem}`).join('\n')}`);
  else if (error instanceof EmbeddedPostgresError || error instanceof DatabaseUnreachable) complain(error.message);
  else complain(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exit(error instanceof ConfigError ? badConfiguration : 1);
}

const [option, ...more] = process.argv.slice(2);
if (option === 'keys' && more.join(' ') === 'rotate-encryption') rotate().catch(fail);
else if (option === '--help' || option === '-h') print(helpText());
else if (option === '--version' || option === '-v') print(version());
else if (option !== undefined) {
  complain(`Unknown option ${option}\n\n${helpText()}`);
  process.exitCode = badConfiguration;
} else {
  start().catch(fail);
}
