import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateIdentity, identityToRecipient, type Decrypter, type Encrypter } from 'age-encryption';
import type { BackupHeader } from './backup-format.js';
import { decrypterFrom, encrypterFor } from './backup-keys.js';
import { BackupReader } from './backup-reader.js';
import { BackupRefused } from './backup-refused.js';
import { EncryptedTarget } from './backup-target.js';
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

async function written(name: string, encrypter?: Encrypter, content = long): Promise<string> {
  const path = join(folder, name);
  const writer = await BackupWriter.begin(path, header, encrypter);
  await writer.item({ kind: 'table', name: 'first' }, chunks(Buffer.from('a\n'), Buffer.from('b\n')), () => 2);
  await writer.item({ kind: 'file', name: 'second' }, chunks(content), () => 0);
  await writer.finish();
  return path;
}

async function contentOf(path: string, decrypter?: Decrypter): Promise<unknown[]> {
  const reader = await BackupReader.open(path, decrypter);
  const found: unknown[] = [await reader.header()];
  for await (const item of reader.items()) {
    const parts: Buffer[] = [];
    for await (const part of item.data) parts.push(part);
    found.push([item.kind, item.name, item.end().rows, digest(Buffer.concat(parts))]);
  }
  await reader.close();
  return found;
}

async function check(path: string, decrypter?: Decrypter): Promise<unknown> {
  const reader = await BackupReader.open(path, decrypter);
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

describe('an encrypted backup file', () => {
  let identity: string;
  let encrypter: Encrypter;

  beforeAll(async () => {
    identity = await generateIdentity();
    encrypter = await encrypterFor([await identityToRecipient(await generateIdentity()), await identityToRecipient(identity)]);
  });

  it('gives each of its recipients what was written, also beyond many parts', async () => {
    const content = randomBytes(5 * 1024 * 1024);
    const path = await written('encrypted', encrypter, content);
    expect(await contentOf(path, decrypterFrom(`# a comment\n\n${identity}\n`))).toEqual([
      header,
      ['table', 'first', 2, digest(Buffer.from('a\nb\n'))],
      ['file', 'second', 0, digest(content)],
    ]);
    expect(await check(path, decrypterFrom(identity))).toMatchObject({ tables: 1, rows: 2, files: 1 });
  });

  it('shows nothing of its content', async () => {
    const bytes = await readFile(await written('hidden', encrypter));
    expect(bytes.toString('latin1')).not.toMatch(/SLUICE|1\.2\.3/);
  });

  it('is refused when any bit of it is another one', async () => {
    const whole = await readFile(await written('encrypted-source', encrypter));
    const path = join(folder, 'encrypted-flipped');
    for (let at = 0; at < whole.length; at += 7) {
      const harmed = Buffer.from(whole);
      harmed.writeUInt8(harmed.readUInt8(at) ^ (1 << (at % 8)), at);
      await writeFile(path, harmed);
      await expect(check(path, decrypterFrom(identity))).rejects.toBeInstanceOf(BackupRefused);
    }
  });

  it.each([
    ['its end is missing', (whole: Buffer) => whole.subarray(0, -1)],
    ['only its first line is there', (whole: Buffer) => whole.subarray(0, 22)],
    ['it is cut between two encrypted parts', (whole: Buffer) => whole.subarray(0, partsOf(whole) + 64 * 1024 + 16)],
    ['something was added', (whole: Buffer) => Buffer.concat([whole, Buffer.from('x')])],
  ])('is refused when %s', async (_, harm) => {
    const path = join(folder, 'encrypted-harmed');
    await writeFile(path, harm(await readFile(await written('encrypted-whole', encrypter, randomBytes(300_000)))));
    await expect(check(path, decrypterFrom(identity))).rejects.toThrow('is damaged');
  });

  it('is refused with the identity of another, and without any', async () => {
    const path = await written('for-others', encrypter);
    await expect(check(path, decrypterFrom(await generateIdentity()))).rejects.toThrow('it was encrypted for another one');
    await expect(check(path)).rejects.toThrow('is encrypted: restore it with --identity or --passphrase-file');
  });

  it('says why it could not be stored', async () => {
    const readOnly = await open(await written('read-only'));
    const target = await EncryptedTarget.begin(readOnly, encrypter);
    const parts = async (): Promise<void> => {
      for (let part = 0; part < 4; part += 1) await target.write(randomBytes(100_000));
    };
    await expect(parts()).rejects.toThrow('EBADF');
    await expect(target.end()).rejects.toThrow('EBADF');
    await target.abandon();
    await readOnly.close();
  });
});

/** Where the first encrypted part begins: behind the header of age, which ends with a line of the digest, and a nonce. */
function partsOf(whole: Buffer): number {
  return whole.indexOf('\n', whole.indexOf('\n--- ') + 1) + 1 + 16;
}

describe('the keys of a backup', () => {
  it.each(['age1', 'ssh-ed25519 AAAA', 'AGE-SECRET-KEY-1QQQ', ''])('are not taken from a recipient that is none: %s', async (recipient) => {
    await expect(encrypterFor([recipient])).rejects.toThrow(
      /^--encrypt-to is not an age recipient. It begins with age1; age-keygen prints/,
    );
  });

  it('are not taken from a recipient for which nothing can be encrypted, also behind one that is fine', async () => {
    const fine = await identityToRecipient(await generateIdentity());
    const point = 'age1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq5cu47z';
    await expect(encrypterFor([fine, point])).rejects.toThrow(/^--encrypt-to is not an age recipient. It has the form of one/);
  });

  it.each(['', '# only a comment', 'age1qqq', 'AGE-SECRET-KEY-1QQQ'])('are not taken from an identity file that holds none: %j', (text) => {
    expect(() => decrypterFrom(text)).toThrow('is not an age identity file');
  });
});
