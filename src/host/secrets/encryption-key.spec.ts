import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StartRefused } from '../start-refused.js';
import { keptEncryptionKey, makeEncryptionKey } from './encryption-key.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-key-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('the encryption key in the data folder', () => {
  it('is made once, for its owner only', async () => {
    await makeEncryptionKey(folder);
    const key = await keptEncryptionKey(folder);
    await makeEncryptionKey(folder);
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(await keptEncryptionKey(folder)).toBe(key);
    expect((await stat(join(folder, 'encryption-key'))).mode & 0o777).toBe(0o600);
  });

  it('may end with a line break', async () => {
    await writeFile(join(folder, 'encryption-key'), `${'a'.repeat(64)}\n`);
    expect(await keptEncryptionKey(folder)).toBe('a'.repeat(64));
  });

  it('is not replaced by another one when its file is lost', async () => {
    const missing = keptEncryptionKey(folder);
    await expect(missing).rejects.toThrow(StartRefused);
    await expect(missing).rejects.toThrow(/encryption-key is missing, and SLUICE_ENCRYPTION_KEY is not set/);
    expect(await readdir(folder)).toEqual([]);
  });
});
