import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseConfig } from '#host/config/config.js';
import { BytesMissing, type ByteStore } from '#ledger/objects/byte-store.js';
import { openByteStore } from '#ledger/objects/open-byte-store.js';
import { SystemIds } from '#host/system-ids.js';
import { startS3Server } from '../../support/s3-server.js';

const ids = new SystemIds();

interface Opened {
  readonly bytes: ByteStore;
  close(): Promise<void>;
}

async function onDisk(): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bytes-'));
  return { bytes: await openByteStore(parseConfig({}), folder), close: () => rm(folder, { recursive: true }) };
}

async function inBucket(): Promise<Opened> {
  const { env, stop } = await startS3Server();
  const bytes = await openByteStore(parseConfig(env), '');
  const close = async (): Promise<void> => {
    await bytes.close();
    await stop();
  };
  return { bytes, close };
}

function breaksOff(after: Buffer): Readable {
  return Readable.from(
    (async function* () {
      yield after;
      throw new Error('the caller left');
    })(),
  );
}

describe.each([
  ['a folder', onDisk],
  ['a bucket', inBucket],
])('bytes in %s', (_, open) => {
  let opened: Opened;
  let bytes: ByteStore;

  beforeAll(async () => {
    opened = await open();
    ({ bytes } = opened);
  });
  afterAll(() => opened.close());

  it.each([0, 1, 70_000, 12 * 1024 * 1024])('come back as they were written: %i of them', async (size) => {
    const [location, content] = [ids.next(), randomBytes(size)];
    await bytes.write(location, Readable.from([content]));
    expect((await buffer(await bytes.open(location))).equals(content)).toBe(true);
    expect(await bytes.exists(location)).toBe(true);
  });

  it('come in parts, both ends included', async () => {
    const location = ids.next();
    await bytes.write(location, Readable.from([Buffer.from('0123456789')]));
    const part = async (first: number, last: number): Promise<string> => String(await buffer(await bytes.open(location, { first, last })));
    expect([await part(0, 1), await part(2, 5), await part(9, 9)]).toEqual(['01', '2345', '9']);
  });

  it.each([10, 7 * 1024 * 1024])('are not there when their source broke off after %i of them', async (size) => {
    const location = ids.next();
    await expect(bytes.write(location, breaksOff(randomBytes(size)))).rejects.toThrow('the caller left');
    expect(await bytes.exists(location)).toBe(false);
    await expect(bytes.open(location)).rejects.toThrow(BytesMissing);
  });

  it('are missing when they were never written', async () => {
    expect(await bytes.exists(ids.next())).toBe(false);
    await expect(bytes.open(ids.next())).rejects.toThrow(BytesMissing);
  });

  it('can be removed, and removed again', async () => {
    const location = ids.next();
    await bytes.write(location, Readable.from([Buffer.from('x')]));
    await bytes.remove(location);
    await bytes.remove(location);
    expect(await bytes.exists(location)).toBe(false);
  });

  it('of many writers lie beside each other', async () => {
    const locations = Array.from({ length: 20 }, () => ids.next());
    await Promise.all(locations.map((location) => bytes.write(location, Readable.from([Buffer.from(location)]))));
    const read = await Promise.all(locations.map(async (location) => String(await buffer(await bytes.open(location)))));
    expect(read).toEqual(locations);
  });
});

describe('a folder of files', () => {
  it('is made when the first one is written', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'sluice-bytes-'));
    const folder = join(parent, 'deep', 'files');
    const bytes = await openByteStore(parseConfig({ SLUICE_FILES_DIR: folder }), '/nowhere');
    expect(existsSync(folder)).toBe(false);
    await bytes.write(ids.next(), Readable.from([Buffer.from('x')]));
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
    await rm(parent, { recursive: true });
  });
});

describe('a bucket', () => {
  it('receives the request to abort an upload that a dead process left unfinished', async () => {
    const location = ids.next();
    const unfinished = `<Upload><Key>objects/${location}</Key><UploadId>left</UploadId></Upload>`;
    const asked: string[] = [];
    const server = createServer(({ method, url = '' }, response) => {
      asked.push(`${method} ${url.replace(/[?&]x-id=\w+/, '')}`);
      if (method === 'GET')
        response.setHeader('Content-Type', 'application/xml').end(`<ListMultipartUploadsResult>${unfinished}</ListMultipartUploadsResult>`);
      else response.writeHead(204).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const SLUICE_S3_ENDPOINT = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const keys = { SLUICE_S3_ACCESS_KEY_ID: 'id', SLUICE_S3_SECRET_ACCESS_KEY: 'secret' };
    const bytes = await openByteStore(parseConfig({ SLUICE_S3_BUCKET: 'files', SLUICE_S3_ENDPOINT, ...keys }), '');
    await bytes.remove(location);
    await bytes.close();
    server.close();
    expect(asked).toEqual([
      `DELETE /files/objects/${location}`,
      `GET /files/?prefix=objects%2F${location}&uploads=`,
      `DELETE /files/objects/${location}?uploadId=left`,
    ]);
  });
});
