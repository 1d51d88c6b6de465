import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../postgres/folder/make-folder.js';

/** The encryption key of an installation with the embedded database: created at the first start, stored beside the data, readable by its owner only. */
export async function keptEncryptionKey(dataDir: string): Promise<string> {
  const file = join(dataDir, 'encryption-key');
  await makeFolder(dataDir);
  const key = randomBytes(32).toString('hex');
  try {
    await writeFile(file, key, { mode: 0o600, flag: 'wx' });
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return (await readFile(file, 'utf8')).trim();
  }
}
