import { pino, type DestinationStream, type Logger } from 'pino';
import type { Config } from '#infrastructure/config/config.js';

export type { Logger };

/** Names of fields whose values never reach a log, wherever they stand up to three levels deep. */
const secretFields = ['apiKey', 'key', 'x-api-key', 'authorization', 'cookie', 'password', 'secret', 'token', 'encryptionKey', 'databaseUrl'];
const redact = secretFields.flatMap((field) => ['', '*.', '*.*.'].map((prefix) => (prefix === '' ? `["${field}"]` : `${prefix}["${field}"]`)));

/** JSON lines on standard output. */
export function createLogger({ logLevel }: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger {
  const options = { level: logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: { paths: redact, censor: '[redacted]' } };
  return destination === undefined ? pino(options) : pino(options, destination);
}
