import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Response } from 'supertest';
import type { Json, JsonObject } from '#kernel/json.js';
import { ObjectStore } from '#ledger/objects/object-store.js';
import { InfrastructureFault } from '#kernel/errors.js';
import { choosePlan } from '../../support/plans.js';
import { uploaded } from '../../support/file-api.js';
import { blockWith, deployState, finishedJob } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { anEdge, aState } from '../../support/workflow-documents.js';

let server: TestApp;
let outside: Server;
let workflowId: string;

beforeAll(async () => {
  server = await startTestApp({ env: { SLUICE_OUTBOUND_ALLOW: '127.0.0.1' }, inProcess: true });
  outside = createServer((request, response) => {
    response.writeHead(request.url === '/there.csv' ? 200 : 404, { 'content-type': 'text/csv' }).end('a,b');
  }).listen(0, '127.0.0.1');
  await once(outside, 'listening');
  const inputFormat = [
    { name: 'papers', type: 'file[]' },
    { name: 'title', type: 'string' },
  ];
  const blocks = [
    blockWith('start', 'start_trigger', { inputFormat }),
    blockWith('read', 'file', { operation: 'file_get_content', getContentFile: '<start.papers>' }),
  ];
  workflowId = await deployState(server, aState(blocks, [anEdge('start', 'read')]));
}, 60_000);
afterAll(async () => {
  outside.close();
  await server.close();
});

const address = (path: string): string => `http://127.0.0.1:${(outside.address() as AddressInfo).port}${path}`;
const inline = (text: string, more: JsonObject = {}): JsonObject => ({
  type: 'file',
  name: 'notes.txt',
  data: `data:text/plain;base64,${Buffer.from(text).toString('base64')}`,
  ...more,
});

async function execute(body: JsonObject, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return server.as(server.first.apiKey).post(`/api/workflows/${workflowId}/execute`).set(headers).send(body);
}

async function storedFiles(): Promise<number> {
  const { workspaceId, apiKey } = server.first;
  const { body } = await server.as(apiKey).get('/api/v1/files').query({ workspaceId }).expect(200);
  return body.data.totalCount as number;
}

async function usedBytes(): Promise<number> {
  const { body } = await server.as(server.first.apiKey).get('/api/users/me/usage-limits').expect(200);
  return body.storage.usedBytes as number;
}

const otherHold = '0197a5e0-0000-7000-8000-00000000000f';

describe('files that are sent along', () => {
  it.each<[string, (file: Json) => JsonObject]>([
    ['beside the other fields', (papers) => ({ papers })],
    ['in input', (papers) => ({ input: { papers } })],
  ])('are kept before the run begins, which sees what is said of them: %s', async (_where, body) => {
    const { body: answer } = await execute(body([inline('first'), inline('second', { mime: 'text/markdown' })]));
    expect(answer.output).toMatchObject({
      contents: ['first', 'second'],
      files: [
        { type: 'text/plain', size: 5, name: expect.stringMatching(/^[\w-]{36}-notes\.txt$/) },
        { type: 'text/markdown', size: 6 },
      ],
    });
  });

  it('have names of up to 255 bytes', async () => {
    const nameOf = (bytes: number) => `${'x'.repeat(bytes - 4)}.txt`;
    const { body } = await execute({ papers: inline('long', { name: nameOf(255) }) });
    expect(body.output).toMatchObject({ contents: ['long'], files: [{ name: expect.stringMatching(/^[\w-]{36}-x{214}\.txt$/) }] });
    expect((await execute({ papers: inline('longer', { name: nameOf(256) }) })).status).toBe(400);
  });

  it('may be one alone, at an address, or stored already', async () => {
    const stored = await uploaded(server, 'stored.txt', 'third');
    expect((await execute({ papers: inline('one') })).body.output.contents).toEqual(['one']);
    const papers = [{ type: 'url', data: address('/there.csv'), name: 'there.csv' }, stored.id, { id: stored.id }];
    const { body } = await execute({ papers });
    expect(body.output).toMatchObject({ contents: ['a,b', 'third', 'third'], files: [{ type: 'text/csv' }, { id: stored.id }, {}] });
  });

  it('are kept for queued runs as well', async () => {
    const { body } = await execute({ papers: [inline('queued')], async: true });
    expect((await finishedJob(server, body.jobId as string)).output).toMatchObject({ contents: ['queued'] });
  });

  it.each(['data:nothing', 'data:text/plain;base64,####', 'data:text/plain;base64,aGVs###bG8='])(
    'are left out when they are no data: %s',
    async (data) => {
      const { body } = await execute({ papers: [inline('one'), inline('', { data })] });
      expect(body.output.contents).toEqual(['one']);
    },
  );

  it('may come in lines, or in the alphabet of addresses', async () => {
    const [lines, address] = ['aGVs\r\nbG8=\r\n', '8J-Yhg'].map((text) => inline('', { data: `data:text/plain;base64,${text}` }));
    const { body } = await execute({ papers: [lines ?? null, address ?? null] });
    expect(body.output.contents).toEqual(['hello', '😆']);
  });

  it.each<[string, () => Json, RegExp]>([
    ['gone.csv', () => ({ type: 'url', data: address('/gone.csv'), name: 'gone.csv' }), /answered with 404/],
    ['inside', () => ({ type: 'url', data: 'http://169.254.169.254/', name: 'inside' }), /not allowed|refuse/],
    ['absent.txt', () => ({ id: 'absent.txt' }), /^File not found$/],
    ['a/b', () => inline('x', { name: 'a/b' }), /must not contain a path/],
  ])('are refused with 400 when %s cannot be had, with its place and the reason', async (name, file, reason) => {
    const { status, body } = await execute({ papers: [inline('fine'), file()] });
    expect([status, body.error]).toEqual([400, `File processing failed: Failed to upload file: ${name}`]);
    expect(body).toMatchObject({ details: [{ path: ['papers', 1], message: expect.stringMatching(reason), code: 'invalid_file' }] });
    expect((await execute({ papers: file() })).body.details[0].path).toEqual(['papers']);
  });

  it.each<[string, (papers: Json) => Promise<Response>]>([
    ['a result', (papers) => execute({ papers })],
    ['a job', (papers) => execute({ papers, async: true })],
    ['a stream', (papers) => execute({ papers, stream: true })],
    ['the draft', (papers) => server.as(server.first.apiKey).post(`/api/v1/workflows/${workflowId}/run`).send({ input: { papers } })],
  ])('leave nothing when another of them cannot be had: a start for %s', async (_what, start) => {
    const before = [await storedFiles(), await usedBytes()];
    const bad = [inline('x', { name: 'a/b' }), { id: 'absent.txt' }, { type: 'url', data: address('/gone.csv'), name: 'gone.csv' }];
    for (const file of bad) expect((await start([inline('fine'), file])).status).toBe(400);
    expect([await storedFiles(), await usedBytes()]).toEqual(before);
  });

  it('leave nothing when the storage of files fails in between', async () => {
    const before = await storedFiles();
    const objects = server.app.get(ObjectStore);
    const put = objects.put.bind(objects);
    const spied = jest
      .spyOn(objects, 'put')
      .mockImplementationOnce(put)
      .mockRejectedValueOnce(new InfrastructureFault('The storage is away'));
    try {
      expect((await execute({ papers: [inline('one'), inline('two')] })).status).toBe(503);
    } finally {
      spied.mockRestore();
    }
    expect(await storedFiles()).toBe(before);
  });

  it('leave nothing when only some of them fit into the storage of the account', async () => {
    const { workspaceId, organizationId } = server.first;
    await choosePlan(server, 'free');
    const used = await usedBytes();
    await server.database.pool.query(`insert into object_hold (id, workspace_id, account_id, bytes) values ('${otherHold}', $1, $2, $3)`, [
      workspaceId,
      organizationId,
      5 * 1024 ** 3 - used - 100,
    ]);
    try {
      const before = await storedFiles();
      const { status, body } = await execute({ papers: [inline('x'.repeat(30)), inline('y'.repeat(90), { name: 'large.txt' })] });
      expect([status, body.error]).toEqual([400, 'File processing failed: Failed to upload file: large.txt']);
      expect(body.details[0]).toMatchObject({ path: ['papers', 1], message: expect.stringContaining('Storage limit exceeded') });
      expect([await storedFiles(), await usedBytes()]).toEqual([before, 5 * 1024 ** 3 - 100]);
      expect((await execute({ papers: [inline('x'.repeat(30)), inline('y'.repeat(70))] })).status).toBe(200);
    } finally {
      await server.database.pool.query(`delete from object_hold where id = '${otherHold}'`);
      await choosePlan(server, 'selfhosted');
    }
  });

  it('stay for the run that has begun when several starts choose one id at once', async () => {
    const before = await storedFiles();
    const starts = await Promise.all([1, 2, 3, 4].map(() => execute({ papers: [inline('x')] }, { 'X-Execution-Id': 'chosen-at-once' })));
    expect(starts.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    expect(await storedFiles()).toBe(before + 1);
  });

  it('are refused without repeating a long name', async () => {
    const { body } = await execute({ papers: [inline('x', { name: 'n'.repeat(5_000) })] });
    expect(body.error.length).toBeLessThan(300);
  });

  it('are refused when there are more than 20 for a field', async () => {
    const { status, body } = await execute({ papers: Array.from({ length: 21 }, () => inline('x')) });
    expect([status, body.error]).toEqual([400, 'papers must not hold more than 20 files']);
  });

  it('are kept once for one Idempotency-Key', async () => {
    const before = await storedFiles();
    const send = () => execute({ papers: [inline('once')] }, { 'Idempotency-Key': 'files-once' });
    const [first, second] = [await send(), await send()];
    expect(second.body.output).toEqual(first.body.output);
    expect(await storedFiles()).toBe(before + 1);
  });

  it('are no business of fields that are no files', async () => {
    const before = await storedFiles();
    await execute({ papers: [inline('x')], title: 'x', other: [inline('y')] });
    expect(await storedFiles()).toBe(before + 1);
  });
});
