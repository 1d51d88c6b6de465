import { join } from 'node:path';
import type { Pool } from 'pg';
import { addressOfRunning } from '#host/postgres/embedded-postgres.js';
import { createPool, reachDatabase } from '#ledger/database/connect.js';
import { defaultDataFolder } from '#host/postgres/folder/data-folder.js';
import { createLogger, type Logger } from '#host/logging/logger.js';
import { keptEncryptionKey } from '#host/secrets/encryption-key.js';
import type { Config } from '#host/config/config.js';
import { openStorage, type Storage } from '#app/open-storage.js';
import { readConfig } from '../read-config.js';

/** What a command that works beside servers stands on. */
export interface CommandStorage {
  readonly config: Config;
  readonly logger: Logger;
  readonly connectionString: string;
  readonly encryptionKey: string;
  /** Where files lie when nobody chose a place for them. */
  readonly filesDir: string;
  /** A few connections. */
  readonly pool: Pool;
}

/**
 * Runs `work` on the configured database, and closes it whatever happens. An embedded database that a server keeps running is used
 * as it is; one that nobody runs is started for the time of the command.
 */
export async function withStorage<Result>(work: (storage: CommandStorage) => Promise<Result>): Promise<Result> {
  const config = readConfig();
  const logger = createLogger({ logLevel: 'warn' });
  const { connectionString, encryptionKey, filesDir, close } = await joinStorage(config, logger);
  const pool = createPool(connectionString, 4);
  try {
    await reachDatabase(pool, connectionString);
    return await work({ config, logger, connectionString, encryptionKey, filesDir, pool });
  } finally {
    await pool.end();
    await close();
  }
}

/** The storage of the configuration, as `withStorage` finds it. Whoever has it closes it. */
export async function joinStorage(config: Config, logger: Logger): Promise<Storage> {
  if (config.databaseUrl !== undefined) return openStorage(config, logger);
  const dataDir = config.dataDir ?? defaultDataFolder({ log: () => undefined });
  const running = addressOfRunning(dataDir);
  if (running === undefined) return openStorage(config, logger);
  return {
    connectionString: running,
    encryptionKey: config.encryptionKey ?? (await keptEncryptionKey(dataDir)),
    filesDir: join(dataDir, 'files'),
    close: async () => undefined,
  };
}
