import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartRefused } from '../start-refused.js';

/** Writes the encryption key of a database that is about to be created: beside the data, readable by its owner only. A key that exists is kept. */
export async function makeEncryptionKey(dataDir: string): Promise<void> {
  try {
    await writeFile(fileIn(dataDir), randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/**
 * The encryption key of an installation with the embedded database.
 * @throws StartRefused when the file is missing: another key would open no secret of the database
 */
export async function keptEncryptionKey(dataDir: string): Promise<string> {
  const file = fileIn(dataDir);
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new StartRefused(
      `${file} is missing, and SLUICE_ENCRYPTION_KEY is not set: set it to the key of this database, or put the file back from your copy`,
      'configuration',
      { cause: error },
    );
  }
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'encryption-key');
}
