import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeOwnership } from './ownership.js';
import { processIdentity } from '../process-identity.js';

describe('the ownership of a data directory', () => {
  let dataDir: string;
  let record: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'sluice-owner-'));
    record = join(dataDir, 'postgres.owner');
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  it('names this process and when it started', () => {
    takeOwnership(dataDir);
    expect(readlinkSync(record)).toBe(`${process.pid} ${processIdentity(process.pid)}`);
  });

  it('is refused while a live process has it', () => {
    takeOwnership(dataDir);
    expect(() => takeOwnership(dataDir)).toThrow(`in use by another Sluice (process ${process.pid})`);
  });

  it('can be taken again after its release', () => {
    takeOwnership(dataDir)();
    expect(readdirSync(dataDir)).toEqual([]);
    takeOwnership(dataDir);
  });

  it.each(['4194305 boot 12', `${process.pid} another-boot 12`, 'nonsense'])('is taken from an owner that is dead: %s', (owner) => {
    symlinkSync(owner, record);
    takeOwnership(dataDir);
    expect(readlinkSync(record)).toMatch(new RegExp(`^${process.pid} `));
    expect(readdirSync(dataDir)).toEqual(['postgres.owner']);
  });

  it('is not released for a later owner', () => {
    const release = takeOwnership(dataDir);
    rmSync(record);
    symlinkSync('1 of another process', record);
    release();
    expect(readlinkSync(record)).toBe('1 of another process');
  });
});
