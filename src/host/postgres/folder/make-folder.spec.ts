import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeFolder } from './make-folder.js';

let base: string;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'sluice-folder-'));
});
afterAll(() => rm(base, { recursive: true }));

describe('a folder that is made', () => {
  it('is made with those above it, for its owner only, and the first new one is returned', async () => {
    const folder = join(base, 'a/b/c');
    expect(await makeFolder(folder)).toBe(join(base, 'a'));
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(base, 'a'))).mode & 0o777).toBe(0o700);
  });

  it('stays as it is when it is there', async () => {
    const folder = join(base, 'there');
    await makeFolder(folder);
    await chmod(folder, 0o755);
    expect(await makeFolder(folder)).toBeUndefined();
    expect((await stat(folder)).mode & 0o777).toBe(0o755);
  });

  it('is made once by several callers at the same time', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => makeFolder(join(base, 'raced/x/y'))));
    expect(made.filter((first) => first !== undefined).length).toBeGreaterThanOrEqual(1);
    expect((await stat(join(base, 'raced/x/y'))).isDirectory()).toBe(true);
  });

  it('is refused below a file', async () => {
    await writeFile(join(base, 'file'), '');
    await expect(makeFolder(join(base, 'file/x'))).rejects.toThrow('ENOTDIR');
  });

  (process.platform === 'linux' ? it : it.skip)('is refused where the system makes none', async () => {
    await expect(makeFolder('/proc/sluice/x')).rejects.toThrow('ENOENT');
  });
});
