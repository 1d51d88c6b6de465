import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BackupHeader } from './backup-format.js';
import { BackupReader } from './backup-reader.js';
import { BackupRefused } from './backup-refused.js';
import { BackupWriter } from './backup-writer.js';

const header: BackupHeader = {
  sluice: '1.2.3',
  createdAt: '2026-11-20T10:00:00.000Z',
  migrations: ['First1'],
  keyId: 'abcd1234',
  position: { tx: '12', pos: '7' },
  highestTx: '15',
  tables: [],
  sequences: [],
  files: { included: false, count: 0, bytes: 0 },
};
const long = Buffer.alloc(3 * 1024 * 1024, 'row\n');
const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-backup-file-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function* chunks(...parts: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* parts;
}

async function written(name: string): Promise<string> {
  const path = join(folder, name);
  const writer = await BackupWriter.begin(path, header);
  await writer.item({ kind: 'table', name: 'first' }, chunks(Buffer.from('a\n'), Buffer.from('b\n')), () => 2);
  await writer.item({ kind: 'file', name: 'second' }, chunks(long), () => 0);
  await writer.finish();
  return path;
}

async function contentOf(path: string): Promise<unknown[]> {
  const reader = await BackupReader.open(path);
  const found: unknown[] = [await reader.header()];
  for await (const item of reader.items()) {
    const parts: Buffer[] = [];
    for await (const part of item.data) parts.push(part);
    found.push([item.kind, item.name, item.end().rows, digest(Buffer.concat(parts))]);
  }
  await reader.close();
  return found;
}

async function check(path: string): Promise<unknown> {
  const reader = await BackupReader.open(path);
  try {
    return await reader.check();
  } finally {
    await reader.close();
  }
}

describe('a backup file', () => {
  it('gives back what was written, and holds less where it repeats', async () => {
    const path = await written('whole');
    expect(await contentOf(path)).toEqual([
      header,
      ['table', 'first', 2, digest(Buffer.from('a\nb\n'))],
      ['file', 'second', 0, digest(long)],
    ]);
    expect((await readFile(path)).length).toBeLessThan(10_000);
    expect(await check(path)).toMatchObject({ tables: 1, rows: 2, files: 1 });
  });

  it('is refused when any bit of it is another one', async () => {
    const whole = await readFile(await written('source'));
    const path = join(folder, 'flipped');
    for (let at = 0; at < whole.length; at += 7) {
      const harmed = Buffer.from(whole);
      harmed.writeUInt8(harmed.readUInt8(at) ^ (1 << (at % 8)), at);
      await writeFile(path, harmed);
      await expect(check(path)).rejects.toBeInstanceOf(BackupRefused);
    }
  });

  it.each([
    ['its end is missing', (whole: Buffer) => whole.subarray(0, -1)],
    ['it is cut between two parts', (whole: Buffer) => whole.subarray(0, 16)],
    ['something was added', (whole: Buffer) => Buffer.concat([whole, Buffer.from('x')])],
  ])('is refused when %s', async (_, harm) => {
    const path = join(folder, 'harmed');
    await writeFile(path, harm(await readFile(await written('harm-source'))));
    await expect(check(path)).rejects.toThrow('is damaged');
  });

  it('has its name only when it is whole, and leaves nothing when it is given up', async () => {
    const path = join(folder, 'abandoned');
    const writer = await BackupWriter.begin(path, header);
    expect(await readdir(folder)).not.toContain('abandoned');
    await writer.abandon();
    expect((await readdir(folder)).filter((name) => name.startsWith('abandoned'))).toEqual([]);
  });
});
