import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createPool } from '#ledger/database/connect.js';
import { BytesMissing } from '#ledger/objects/byte-store.js';
import { DiskBytes } from '#ledger/objects/disk-bytes.js';
import { ObjectTooLarge } from '#ledger/objects/meter.js';
import { holdObject, releaseObject } from '#ledger/objects/object-hold.js';
import { ObjectStore } from '#ledger/objects/object-store.js';
import { StorageRoom } from '#ledger/objects/storage-room.js';
import { SystemIds } from '#host/system-ids.js';
import { eventually } from '../../support/eventually.js';
import { startFaultProxy } from '../../support/fault-proxy.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

const ids = new SystemIds();
const most = 1024;
let store: TestStore;
let folder: string;
let objects: ObjectStore;

beforeEach(async () => {
  store = await openTestStore({ events: [], projections: [] });
  folder = await mkdtemp(join(tmpdir(), 'sluice-objects-'));
  objects = new ObjectStore(new DiskBytes(folder), store.pool, ids, store.leases.owner);
});
afterEach(async () => {
  await store.finish();
  await rm(folder, { recursive: true });
});

async function filesOnDisk(): Promise<readonly string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map(({ name }) => name);
}

async function hold(key: string, { accountId = ids.next(), bytes = 1 } = {}): Promise<string> {
  const id = ids.next();
  await store.store.append({ streams: [], writes: [holdObject({ id, objectKey: key, workspaceId: ids.next(), accountId, bytes })] });
  return id;
}

async function letTimePass(interval: string): Promise<void> {
  await store.pool.query(`update stored_object set touched_at = touched_at - $1::interval`, [interval]);
}

describe('what is put', () => {
  it('has the digest of its bytes for a key', async () => {
    const content = randomBytes(most);
    expect(await objects.put(content, most)).toMatchObject({ key: createHash('sha256').update(content).digest('hex'), size: most });
  });

  it('comes back, whole and in parts', async () => {
    const { key } = await objects.put(Readable.from([Buffer.from('abc'), Buffer.from('def')]), most);
    expect(String(await buffer(await objects.open(key)))).toBe('abcdef');
    expect(String(await buffer(await objects.open(key, { first: 2, last: 3 })))).toBe('cd');
  });

  it('lies there once, however often and by however many it is put', async () => {
    const content = randomBytes(most);
    const stored = await Promise.all(Array.from({ length: 12 }, () => objects.put(content, most)));
    expect(new Set(stored.map(({ key }) => key)).size).toBe(1);
    expect(await filesOnDisk()).toHaveLength(1);
  });

  it('stays when the answer that it is kept is lost: others may hold the same bytes by then', async () => {
    const proxy = await startFaultProxy(store.connectionString);
    const pool = createPool(proxy.url, 1);
    const content = randomBytes(most);
    const cut = new ObjectStore(new DiskBytes(folder), pool, ids, store.leases.owner);
    const source = (async function* () {
      yield content;
      proxy.loseAnswer();
    })();
    await expect(cut.put(source, most)).rejects.toThrow(/terminated|ended/i);
    const { key, madeAt } = await objects.put(content, most);
    expect(madeAt).toBeUndefined();
    expect(await objects.read(key)).toEqual(content);
    await pool.end();
    await proxy.close();
  });

  it('is refused at the first byte too many, and leaves nothing', async () => {
    await expect(objects.put(randomBytes(most + 1), most)).rejects.toThrow(ObjectTooLarge);
    expect(await filesOnDisk()).toEqual([]);
    expect((await store.pool.query('select 1 from stored_object')).rowCount).toBe(0);
  });

  it('leaves nothing when its source breaks off', async () => {
    const source = new Readable({ read: () => undefined });
    const putting = objects.put(source, most);
    source.push(Buffer.from('half'));
    source.destroy(new Error('the caller left'));
    await expect(putting).rejects.toThrow('the caller left');
    expect(await filesOnDisk()).toEqual([]);
  });

  it('is refused as unavailable when nothing can be written', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const nowhere = new ObjectStore(new DiskBytes(join(file, 'folder')), store.pool, ids, store.leases.owner);
    await expect(nowhere.put(Buffer.from('x'), most)).rejects.toMatchObject({ kind: 'unavailable', code: 'UNAVAILABLE' });
  });

  it('restores a file that was deleted from the disk', async () => {
    const { key } = await objects.put(Buffer.from('precious'), most);
    await rm(folder, { recursive: true });
    expect(await objects.exists(key)).toBe(false);
    await objects.put(Buffer.from('precious'), most);
    expect(String(await buffer(await objects.open(key)))).toBe('precious');
  });
});

describe('what is put and not needed after all', () => {
  it('is removed at once', async () => {
    await objects.discard(await objects.put(Buffer.from('x'), most));
    expect(await filesOnDisk()).toEqual([]);
  });

  it('stays when another caller has put or holds the same', async () => {
    const [first, second] = [await objects.put(Buffer.from('x'), most), await objects.put(Buffer.from('x'), most)];
    await objects.discard(second);
    await objects.discard(first);
    expect(await objects.exists(first.key)).toBe(true);
    const held = await objects.put(Buffer.from('y'), most);
    await hold(held.key);
    await objects.discard(held);
    expect(await objects.exists(held.key)).toBe(true);
  });
});

describe('a sweep', () => {
  it('leaves an object without a holder for an hour', async () => {
    const { key } = await objects.put(Buffer.from('x'), most);
    await letTimePass('59 minutes');
    await objects.sweep();
    expect(await objects.exists(key)).toBe(true);
    await letTimePass('2 minutes');
    await objects.sweep();
    expect(await objects.exists(key)).toBe(false);
    expect(await filesOnDisk()).toEqual([]);
    await expect(objects.open(key)).rejects.toThrow(BytesMissing);
  });

  it('leaves an object until its last holder releases it', async () => {
    const { key } = await objects.put(Buffer.from('x'), most);
    const [one, other] = [await hold(key), await hold(key)];
    await letTimePass('1 year');
    await store.store.append({ streams: [], writes: [releaseObject(one)] });
    await objects.sweep();
    expect(await objects.exists(key)).toBe(true);
    await store.store.append({ streams: [], writes: [releaseObject(other)] });
    await objects.sweep();
    expect(await objects.exists(key)).toBe(false);
  });

  it('leaves what is just being written, and takes what a process left that is gone', async () => {
    const source = new Readable({ read: () => undefined });
    const putting = objects.put(source, most);
    source.push(Buffer.from('half'));
    await objects.sweep();
    const gone = new ObjectStore(new DiskBytes(folder), store.pool, ids, 2 ** 31 - 1);
    const never = new Readable({ read: () => undefined });
    const lost = gone.put(never, most);
    const rows = async (): Promise<number | null> => (await store.pool.query('select 1 from stored_object')).rowCount;
    await eventually(async () => expect(await rows()).toBe(2));
    await objects.sweep();
    expect(await rows()).toBe(1);
    source.push(null);
    expect((await putting).size).toBe(4);
    never.destroy();
    await expect(lost).rejects.toThrow('Premature close');
  });

  it('never takes what is put at that moment', async () => {
    const content = Buffer.from('again and again');
    for (let round = 0; round < 30; round += 1) {
      await letTimePass('2 hours');
      const [{ key }] = await Promise.all([objects.put(content, most), objects.sweep()]);
      expect(String(await buffer(await objects.open(key)))).toBe('again and again');
    }
    await objects.sweep();
    expect(await filesOnDisk()).toHaveLength(1);
  });
});

describe('the room of an account', () => {
  const room = (): StorageRoom => new StorageRoom(store.pool);

  it('is taken to the last byte and no further by fifty who claim it at once, in two processes', async () => {
    const account = { accountId: ids.next(), limitBytes: 100 };
    const { key } = await objects.put(Buffer.from('x'), most);
    const rooms = [room(), room()];
    const claims = Array.from({ length: 50 }, async (_, index) =>
      rooms[index % 2]?.claim(account, 10, () => hold(key, { accountId: account.accountId, bytes: 10 })),
    );
    const settled = await Promise.allSettled(claims);
    const refusals = settled.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(refusals).toHaveLength(40);
    expect(refusals[0]?.reason).toMatchObject({ kind: 'too-large', code: 'STORAGE_LIMIT_EXCEEDED' });
    expect(await room().used(account.accountId)).toBe(100);
    expect(await room().left(account)).toBe(0);
  });

  it('is claimed by many accounts at once, however few connections there are and although their appends read through the same ones', async () => {
    const few = createPool(store.connectionString, 2);
    const crowded = new StorageRoom(few);
    const claim = async (): Promise<unknown> =>
      crowded.claim({ accountId: ids.next(), limitBytes: 10 }, 10, async () => (await few.query('select 1')).rowCount);
    try {
      expect(await Promise.all(Array.from({ length: 10 }, claim))).toEqual(Array.from({ length: 10 }, () => 1));
    } finally {
      await few.end();
    }
  });

  it('goes back when what was to be stored could not be', async () => {
    const account = { accountId: ids.next(), limitBytes: 10 };
    const claim = (append: () => Promise<unknown>): Promise<unknown> => room().claim(account, 10, append);
    await expect(claim(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await claim(async () => 'stored')).toBe('stored');
  });

  it('is reported in gigabytes when none is left', async () => {
    const account = { accountId: ids.next(), limitBytes: 5 * 1024 ** 3 };
    await hold('a', { accountId: account.accountId, bytes: Math.round(5.01 * 1024 ** 3) });
    await expect(room().claim(account, 1, async () => undefined)).rejects.toThrow('Storage limit exceeded. Used: 5.01GB, Limit: 5GB');
  });
});
