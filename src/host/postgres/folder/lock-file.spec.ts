import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { disownLockFiles, readLockFile } from './lock-file.js';

describe('the lock file of a postmaster', () => {
  let cluster: string;
  let file: string;
  beforeEach(() => {
    cluster = mkdtempSync(join(tmpdir(), 'sluice-lock-'));
    file = join(cluster, 'postmaster.pid');
  });
  afterEach(() => rmSync(cluster, { recursive: true }));

  it('has pid, port and status', () => {
    writeFileSync(file, '123\n/data/postgres\n1700000000\n54321\n.\n127.0.0.1\n  2146346   36\nready   \n');
    expect(readLockFile(cluster)).toEqual({ pid: 123, port: 54_321, status: 'ready' });
  });

  it('has no status before the postmaster writes one', () => {
    writeFileSync(file, '123\n/data/postgres\n1700000000\n54321\n.\n');
    expect(readLockFile(cluster)).toMatchObject({ pid: 123, status: '' });
  });

  it.each(['', '\n', 'nonsense'])('is undefined when it is damaged: %j', (content) => {
    writeFileSync(file, content);
    expect(readLockFile(cluster)).toBeUndefined();
  });

  it('is undefined when the file is missing', () => {
    expect(readLockFile(cluster)).toBeUndefined();
  });

  it('is handed to this process when its own is dead, and keeps the lines about backends', () => {
    writeFileSync(file, '123\n/data/postgres\n1700000000\n54321\n.\n127.0.0.1\n  2146346   36\nready   \n');
    writeFileSync(join(cluster, '.s.PGSQL.54321.lock'), '123\n');
    disownLockFiles(cluster);
    expect(readFileSync(file, 'utf8')).toBe(
      `${String(process.pid).padEnd(3)}\n/data/postgres\n1700000000\n54321\n.\n127.0.0.1\n  2146346   36\nready   \n`,
    );
    expect(existsSync(join(cluster, '.s.PGSQL.54321.lock'))).toBe(false);
  });

  it('is handed over the same way when a standalone backend wrote it', () => {
    writeFileSync(file, '-123\n/data/postgres\n1700000000\n0\n\n\n  2146346   36\n');
    disownLockFiles(cluster);
    expect(readFileSync(file, 'utf8')).toBe(`${String(process.pid).padEnd(4)}\n/data/postgres\n1700000000\n0\n\n\n  2146346   36\n`);
  });

  it('is removed when it is damaged', () => {
    writeFileSync(file, '');
    disownLockFiles(cluster);
    expect(existsSync(file)).toBe(false);
  });
});
