import { execFileSync } from 'node:child_process';
import { lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeWhole } from './write-whole.js';

describe('what is written as a whole', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'whole-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('replaces the file that a link names, and leaves the link', async () => {
    const [file, link] = [join(folder, 'january.jsonl'), join(folder, 'latest.jsonl')];
    await writeFile(file, 'former');
    await symlink(file, link);
    await writeWhole(link, Readable.from(['new']));
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect(await readFile(file, 'utf8')).toBe('new');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('is read from a pipe with a name, which stays', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const [read] = await Promise.all([readFile(pipe, 'utf8'), writeWhole(pipe, Readable.from(['one ', 'two']))]);
    expect(read).toBe('one two');
    expect((await lstat(pipe)).isFIFO()).toBe(true);
  });

  it('leaves the former content when it breaks off', async () => {
    const file = join(folder, 'kept.jsonl');
    await writeFile(file, 'former');
    const broken = Readable.from(
      (function* () {
        yield 'begin';
        throw new Error('broken off');
      })(),
    );
    await expect(writeWhole(file, broken)).rejects.toThrow('broken off');
    expect(await readFile(file, 'utf8')).toBe('former');
    expect((await readdir(folder)).filter((name) => name.includes('partial'))).toEqual([]);
  });
});
