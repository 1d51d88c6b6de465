import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino';
import type { Config } from '#host/config/config.js';

/** The log of this process. A class only to serve as a token of injection. */
export abstract class Logger {}
export interface Logger extends PinoLogger {}

/** Names of fields whose values never reach a log, wherever they stand up to three levels deep. */
const secretFields = [
  'apiKey',
  'key',
  'x-api-key',
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
  'encryptionKey',
  'databaseUrl',
];
const redact = secretFields.flatMap((field) =>
  ['', '*.', '*.*.'].map((prefix) => (prefix === '' ? `["${field}"]` : `${prefix}["${field}"]`)),
);

/** JSON lines on standard output. */
export function createLogger({ logLevel }: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger {
  const options = {
    level: logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: redact, censor: '[redacted]' },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
