import type { Pool } from 'pg';
import type { Config } from '#host/config/config.js';
import { createLogger, type Logger } from '#host/logging/logger.js';
import { SystemClock } from '#host/system-clock.js';
import { SystemIds } from '#host/system-ids.js';
import { SystemTimers } from '#host/system-timers.js';
import type { Clock } from '#kernel/clock.js';
import { PlanCatalogue } from '#kernel/plan/plan.js';
import type { Timers } from '#kernel/timers.js';
import type { Composition } from '#ledger/composition.js';
import { openByteStore } from '#ledger/objects/open-byte-store.js';
import { StoredPayloads } from '#ledger/objects/stored-payloads.js';
import type { PayloadObjects } from '#ledger/events/payload/payload-objects.js';
import { createPool, reachDatabase } from '#ledger/database/connect.js';
import { composition } from './composition.js';
import { joinStorage, type Storage } from './open-storage.js';
import { openSecrets, type Secrets } from './secrets.js';

/** What a command uses beside running servers: the parts of `compose` below the application. The schema stays as it is. */
export interface CommandParts extends Omit<Storage, 'close'>, Secrets {
  readonly config: Config;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly plans: PlanCatalogue;
  readonly composition: Composition;
  /** A few connections. */
  readonly pool: Pool;
  /** Reads large parts of payloads that are objects; large parts of appends stay rows. */
  readonly payloads: PayloadObjects;
  close(): Promise<void>;
}

/** Uses an embedded database that a server runs, and starts one that no server runs until `close`. */
export async function composeCommand(config: Config): Promise<CommandParts> {
  const logger = createLogger({ logLevel: 'warn' });
  const clock = new SystemClock();
  const storage = await joinStorage(config, logger);
  const pool = createPool(storage.connectionString, 4);
  const bytes = await openByteStore(config, storage.filesDir).catch(async (error: unknown) => {
    await pool.end();
    await storage.close();
    throw error;
  });
  const payloads = new StoredPayloads({ bytes, pool, ids: new SystemIds(), owner: 0, isUsed: false });
  const close = async (): Promise<void> => {
    await bytes.close();
    await pool.end();
    await storage.close();
  };
  try {
    await reachDatabase(pool, storage.connectionString);
  } catch (error) {
    await close();
    throw error;
  }
  const secrets = openSecrets(storage.encryptionKey, config, clock);
  const plans = config.plans ?? new PlanCatalogue();
  return { ...storage, ...secrets, config, logger, clock, timers: new SystemTimers(), plans, composition, pool, payloads, close };
}
