import { join, resolve } from 'node:path';
import { supervised, type Config } from '#host/config/config.js';
import { defaultDataFolder } from '#host/postgres/folder/data-folder.js';
import { addressOfRunning, startEmbeddedPostgres } from '#host/postgres/embedded-postgres.js';
import type { Log } from '#host/postgres/folder/site.js';
import type { Logger } from '#host/logging/logger.js';
import { closedOnSignals } from './closed-on-signals.js';
import { keptEncryptionKey, makeEncryptionKey } from '#host/secrets/encryption-key.js';

/** The places of all data, and the key that encrypts secrets. */
export interface Storage {
  readonly connectionString: string;
  readonly encryptionKey: string;
  /** The folder of files unless the configuration names another one. */
  readonly filesDir: string;
  /** The folder of the embedded database; undefined with DATABASE_URL. */
  readonly databaseDir?: string;
  /** Stops what was started for it. */
  close(): Promise<void>;
}

/** The database of the configuration, or the embedded one. The configuration gives both address and key, or at most the key. */
export async function openStorage({ databaseUrl, encryptionKey, dataDir: chosen }: Config, logger: Logger): Promise<Storage> {
  if (databaseUrl !== undefined && encryptionKey !== undefined) {
    const filesDir = join(chosen ?? resolve('.sluice'), 'files');
    const { databaseDir } = supervised;
    const database = { connectionString: databaseUrl, ...(databaseDir === undefined ? {} : { databaseDir }) };
    return { ...database, encryptionKey, filesDir, close: async () => undefined };
  }
  const log: Log = (message, level = 'info') => logger[level](message);
  const onLost = (error: Error): void => {
    logger.fatal({ err: error }, 'The connection to the database process is lost; this process ends and must be restarted');
    process.exit(1);
  };
  const dataDir = chosen ?? defaultDataFolder({ log });
  const beforeCreation = async (): Promise<void> => {
    if (encryptionKey === undefined) await makeEncryptionKey(dataDir);
  };
  const postgres = await startEmbeddedPostgres({ dataDir, log, onLost, beforeCreation });
  try {
    const key = encryptionKey ?? (await keptEncryptionKey(dataDir));
    return {
      connectionString: postgres.connectionString,
      encryptionKey: key,
      filesDir: join(dataDir, 'files'),
      databaseDir: dataDir,
      close: () => postgres.stop(),
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/**
 * The storage of the configuration for a command: an embedded database that a server runs is used as it is, and `close` does not stop it. One that
 * is started for the command stops with it, also when a signal ends the command.
 */
export async function joinStorage(config: Config, logger: Logger): Promise<Storage> {
  if (config.databaseUrl !== undefined) return openStorage(config, logger);
  const dataDir = config.dataDir ?? defaultDataFolder({ log: () => undefined });
  const running = addressOfRunning(dataDir);
  if (running === undefined) return closedOnSignals(openStorage(config, logger));
  return {
    connectionString: running,
    encryptionKey: config.encryptionKey ?? (await keptEncryptionKey(dataDir)),
    filesDir: join(dataDir, 'files'),
    close: async () => undefined,
  };
}
