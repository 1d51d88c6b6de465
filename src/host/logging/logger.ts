import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino';
import pretty from 'pino-pretty';
import { harmless } from './harmless.js';
import { supervised, type Config } from '#host/config/config.js';

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
  'databaseReadUrls',
  'signalsUrl',
];
const redact = secretFields.flatMap((field) =>
  ['', '*.', '*.*.'].map((prefix) => (prefix === '' ? `["${field}"]` : `${prefix}["${field}"]`)),
);

interface LogSettings extends Pick<Config, 'logLevel'> {
  /** Absent: JSON. */
  readonly logFormat?: Config['logFormat'];
}

/** Lines on standard output: JSON for programs, or text for a person in front of a terminal. */
export function createLogger({ logLevel, logFormat = 'json' }: LogSettings, destination?: DestinationStream): Logger {
  const options = {
    level: logLevel,
    base: supervised.label === undefined ? null : { process: supervised.label },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: harmless },
    redact: { paths: redact, censor: '[redacted]' },
  };
  if (isText(logFormat, process.stdout.isTTY)) return pino(options, asText(destination));
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** *auto*: text on a terminal. */
export function isText(format: Config['logFormat'], isTerminal: boolean): boolean {
  return format === 'text' || (format === 'auto' && isTerminal);
}

function asText(destination: DestinationStream | undefined): DestinationStream {
  const layout = { sync: true, singleLine: true, translateTime: 'SYS:HH:MM:ss', ignore: 'channel' };
  return pretty(destination === undefined ? layout : { ...layout, destination, colorize: false });
}
