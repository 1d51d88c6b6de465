import type { Config } from '#infrastructure/config/config.js';
import { createPool, reachDatabase } from '#infrastructure/database/connect.js';
import { createLogger } from '#infrastructure/logging/logger.js';
import { KeyDigest } from '#infrastructure/secrets/key-digest.js';
import { resealRows, type Resealed } from '#infrastructure/secrets/reseal.js';
import { SecretBox } from '#infrastructure/secrets/secret-box.js';
import { variablesToReseal } from '#modules/environment/index.js';
import { keysToReseal } from '#modules/identity/index.js';
import { openStorage } from './open-storage.js';

/**
 * Seals API keys and environment variables with SLUICE_ENCRYPTION_KEY that were sealed with one of SLUICE_ENCRYPTION_KEY_PREVIOUS.
 * Servers go on meanwhile; called again, it does what is left. The database must have the schema of this version.
 */
export async function rotateEncryption(config: Config, print: (line: string) => void): Promise<Resealed> {
  const storage = await openStorage(config, createLogger({ logLevel: 'warn' }));
  const pool = createPool(storage.connectionString, 1);
  try {
    await reachDatabase(pool, storage.connectionString);
    const box = new SecretBox(storage.encryptionKey, config.formerEncryptionKeys);
    const digest = new KeyDigest(storage.encryptionKey, 'api-key', config.formerEncryptionKeys);
    const keys = await resealRows(keysToReseal(pool, box, digest), print);
    const variables = await resealRows(variablesToReseal(pool, box), print);
    return { resealed: keys.resealed + variables.resealed, unreadable: [...keys.unreadable, ...variables.unreadable] };
  } finally {
    await pool.end();
    await storage.close();
  }
}
