import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ReadFile, WriteFile, type FileOfRun } from '#modules/files/index.js';
import { fileUrl, uploaded } from '../../support/file-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

let keys = 0;
const aKey = (): string => `effect ${(keys += 1)}`;

function write(file: Partial<FileOfRun>, effectKey = aKey()) {
  const { workspaceId, organizationId, userId } = server.first;
  const usual = { workspaceId, name: 'a', mediaType: 'text/plain', content: Buffer.from('x'), replaces: false };
  return server.app
    .get(CommandBus)
    .execute(new WriteFile({ ...usual, accountId: organizationId, meta: { actorId: userId }, ...file }, effectKey));
}

function read(reference: string, most = 1000) {
  return server.app.get(QueryBus).execute(new ReadFile(server.first.workspaceId, reference, most));
}

describe('a file that a run writes', () => {
  it('can be read like any other file', async () => {
    const { id } = await write({ name: 'report.txt', content: Buffer.from('all is well') });
    const { text, headers } = await server.as(server.first.apiKey).get(fileUrl(server, id)).expect(200);
    expect([text, headers['content-type']]).toEqual(['all is well', 'text/plain']);
  });

  it('is written once when the effect is repeated, even concurrently and after its deletion', async () => {
    const key = aKey();
    const written = await Promise.all(Array.from({ length: 8 }, () => write({ name: 'once' }, key)));
    expect(new Set(written.map(({ id }) => id)).size).toBe(1);
    const id = written[0]?.id ?? '';
    await server.as(server.first.apiKey).delete(fileUrl(server, id)).expect(200);
    expect((await write({ name: 'once' }, key)).id).toBe(id);
    await server.as(server.first.apiKey).get(fileUrl(server, id)).expect(404);
  });

  it('is rejected under a name that is taken', async () => {
    await uploaded(server, 'mine.txt');
    await expect(write({ name: 'mine.txt' })).rejects.toMatchObject({ code: 'DUPLICATE_NAME' });
  });

  it('replaces a file on request, once', async () => {
    await uploaded(server, 'latest.txt', 'old');
    const key = aKey();
    const written = await write({ name: 'latest.txt', content: Buffer.from('new'), replaces: true }, key);
    expect((await write({ name: 'latest.txt', content: Buffer.from('new'), replaces: true }, key)).id).toBe(written.id);
    expect(String((await read('latest.txt')).bytes)).toBe('new');
  });

  it('is always there while it is replaced again and again', async () => {
    await uploaded(server, 'always.txt', 'first');
    let isOver = false;
    const reads = (async () => {
      const contents = new Set<string>();
      while (!isOver) contents.add(String((await read('always.txt')).bytes));
      return contents;
    })();
    for (let number = 0; number < 100; number += 1) {
      await write({ name: 'always.txt', content: Buffer.from(`number ${number}`), replaces: true });
    }
    isOver = true;
    expect((await reads).size).toBeGreaterThan(1);
    expect(String((await read('always.txt')).bytes)).toBe('number 99');
  });

  it('replaces a file for each of several runs that do so at the same time', async () => {
    await uploaded(server, 'busy.txt', 'old');
    const contents = ['a', 'b', 'c', 'd', 'e', 'f'];
    const written = await Promise.all(contents.map((text) => write({ name: 'busy.txt', content: Buffer.from(text), replaces: true })));
    expect(new Set(written.map(({ id }) => id)).size).toBe(contents.length);
    expect(contents).toContain(String((await read('busy.txt')).bytes));
  });
});

describe('a file that a run reads', () => {
  it('is found by id, by name and by key', async () => {
    const file = await uploaded(server, 'found.txt', 'here');
    for (const reference of [file.id, file.name, file.key]) expect(String((await read(reference)).bytes)).toBe('here');
  });

  it('is not found in another workspace', async () => {
    const { workspaceId } = server.first;
    await uploaded(server, 'private.txt');
    const elsewhere = workspaceId.replace(/^./, (digit) => (digit === 'f' ? '0' : 'f'));
    const reading = server.app.get(QueryBus).execute(new ReadFile(elsewhere, `files/${workspaceId}/private.txt`, 1000));
    await expect(reading).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('may not be larger than the limit of the run', async () => {
    await uploaded(server, 'long.txt', 'x'.repeat(100));
    await expect(read('long.txt', 99)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    expect((await read('long.txt', 100)).bytes).toHaveLength(100);
  });
});
