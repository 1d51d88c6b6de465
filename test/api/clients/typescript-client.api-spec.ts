import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { inspect } from 'node:util';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { SluiceClient, SluiceError, type ClientOptions } from '../../../clients/typescript/dist/index.js';
import { fileAt } from '../../../clients/typescript/dist/node.js';
import { startCuttingProxy, type CuttingProxy } from '../../support/cutting-proxy.js';
import { eventually } from '../../support/eventually.js';
import { blockWith, deployState, functionBlock, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createWorkflow } from '../../support/workflow-api.js';

let server: TestApp;
let proxy: CuttingProxy;
let greet: string;
let failing: string;

beforeAll(async () => {
  server = await startTestApp();
  proxy = await startCuttingProxy(server.url);
  greet = await deployState(server, inARow(functionBlock('greet', 'return "hello " + <start.name>')));
  failing = await deployState(server, inARow(functionBlock('broken', 'throw new Error("no luck")')));
});
afterAll(async () => {
  await proxy.close();
  await server.close();
});

const client = (options: Partial<ClientOptions> = {}): SluiceClient =>
  new SluiceClient({ baseUrl: server.url, apiKey: server.first.apiKey, ...options });

async function failureOf(work: Promise<unknown>): Promise<SluiceError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof SluiceError)) throw new Error(`No SluiceError: ${String(error)}`);
  return error;
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** The log follows runs; on a busy machine it may be a moment behind. */
async function expectOneRun(executionId: string): Promise<void> {
  await eventually(async () => {
    expect((await client().logs.list({ workspaceId: server.first.workspaceId, executionId })).data).toHaveLength(1);
  });
}

describe('the options of a client', () => {
  it('are a key without the line break at the end of its file', async () => {
    expect(await client({ apiKey: `${server.first.apiKey}\n` }).execute(greet, { name: 'Ada' })).toMatchObject({ success: true });
  });

  it.each(['sk-sluice-one\ntwo', 'sk-sluice-€', ' \n'])('are no key such as %j, which is not shown', (apiKey) => {
    expect(() => client({ apiKey })).toThrow(/^apiKey (contains characters that API keys do not have|is required)$/);
  });

  it.each(['localhost:3000', 'ftp://host', 'nothing', ''])('are no address such as %j', (baseUrl) => {
    expect(() => client({ baseUrl })).toThrow('baseUrl must be an http or https address, such as http://localhost:3000');
  });
});

describe('running a workflow', () => {
  it('returns the outcome of the run', async () => {
    const run = await client().execute(greet, { name: 'Ada' });
    expect(run).toMatchObject({ success: true, output: { result: 'hello Ada' }, error: null });
  });

  it('takes an input that is not an object', async () => {
    const echo = await deployState(server, inARow(functionBlock('echo', 'return <start.input>')));
    expect((await client().execute(echo, [1, 2])).output).toMatchObject({ result: [1, 2] });
  });

  it('returns the data of a Response block, with the type that the caller names', async () => {
    const fee = await deployState(server, inARow(blockWith('done', 'response', { dataMode: 'json', data: '{"fee": 12}', status: '200' })));
    const { fee: amount } = await client().execute<{ readonly fee: number }>(fee);
    expect(amount).toBe(12);
  });

  it('keeps the body of a Response block with a status of 400 or more', async () => {
    const gone = await deployState(
      server,
      inARow(blockWith('done', 'response', { dataMode: 'json', data: '{"why": "sold"}', status: '410' })),
    );
    expect(await failureOf(client().execute(gone))).toMatchObject({ status: 410, body: { why: 'sold' } });
    const raw = await client().executeRaw<{ readonly why: string }>(gone);
    expect(raw).toMatchObject({ status: 410, body: { why: 'sold' } });
    expect(raw.executionId).not.toBe('');
    expect(raw.headers.get('content-type')).toContain('application/json');
  });

  it.each([200, 404])('returns the text of a Response block that chose another media type with the status %d', async (status) => {
    const headers = [{ id: 'h', cells: { Key: 'Content-Type', Value: 'text/html' } }];
    const page = await deployState(
      server,
      inARow(blockWith('done', 'response', { dataMode: 'json', data: '"<p>12</p>"', status: String(status), headers })),
    );
    const raw = await client().executeRaw<string>(page);
    expect(raw).toMatchObject({ status, body: '<p>12</p>', executionId: expect.stringMatching(/./) });
  });

  it('throws from executeRaw when the run fails', async () => {
    expect(await failureOf(client().executeRaw(failing))).toMatchObject({ kind: 'EXECUTION_ERROR', status: 500 });
  });

  it('does not show the key when it is printed', () => {
    expect(inspect(client(), { depth: null, showHidden: true })).not.toContain(server.first.apiKey);
  });

  it('throws what a failed run says, with its id', async () => {
    const error = await failureOf(client().execute(failing));
    expect(error).toMatchObject({ kind: 'EXECUTION_ERROR', code: 'EXECUTION_ERROR', status: 500 });
    expect(error.message).toContain('no luck');
    expect(error.executionId).toBeDefined();
  });

  it('runs once when the answer is lost', async () => {
    const id = 'lost-answer';
    // The head of the answer comes through, and then nothing.
    proxy.cutAfter(10);
    const run = await client({ baseUrl: proxy.url }).execute(greet, { name: 'Once' }, { executionId: id });
    expect(run.output).toMatchObject({ result: 'hello Once' });
    await expectOneRun(id);
  });
});

describe('a job', () => {
  it('is waited for, with word of how it goes', async () => {
    const job = await client().start(greet, { name: 'later' });
    const seen: string[] = [];
    const done = await job.wait({ intervalMs: 10, onProgress: ({ status }) => seen.push(status) });
    expect(done.output).toMatchObject({ result: 'hello later' });
    expect(seen.at(-1)).toBe('completed');
    expect(await client().job(job.jobId).wait()).toMatchObject({ status: 'completed' });
  });

  it('throws when the run fails', async () => {
    const job = await client().start(failing);
    expect(await failureOf(job.wait({ intervalMs: 10 }))).toMatchObject({ kind: 'EXECUTION_ERROR' });
  });

  it('ends the wait after the given timeout, and the job continues', async () => {
    const waiting = await deployState(server, inARow(blockWith('pause', 'wait', { timeValue: '1', timeUnit: 'minutes' })));
    const job = await client().start(waiting);
    expect(await failureOf(job.wait({ intervalMs: 10, timeoutMs: 30 }))).toMatchObject({ kind: 'TIMEOUT' });
    await client().executions.cancel(waiting, job.executionId ?? '');
  });
});

describe('a replay', () => {
  it('returns its outcome, or a job', async () => {
    const { executionId } = await client().execute(greet, { name: 'Ada' });
    const replayed = await client().replay(greet, executionId, { mode: 'recorded' });
    expect(replayed.output).toMatchObject({ result: 'hello Ada' });
    const begun = await client().replay(greet, executionId, { mode: 'recorded', async: true });
    expect(await client().job(begun.jobId).wait({ intervalMs: 10 })).toMatchObject({ status: 'completed' });
    const job = await client().startReplay(greet, executionId, { mode: 'recorded' });
    expect(job.executionId).toEqual(expect.any(String));
    expect((await job.wait({ intervalMs: 10 })).output).toMatchObject({ result: 'hello Ada' });
  });
});

describe('a stream', () => {
  const name = { name: 'wire' };
  const selectedOutputs = ['greet.result'];

  it('shows outputs while the run is active, and its end', async () => {
    const messages = await all(client().stream(greet, name, { selectedOutputs }));
    expect(messages.map((message) => ('chunk' in message ? message.chunk : message.event))).toEqual(['hello wire', 'final']);
  });

  it('is taken up where it was cut, without a second run', async () => {
    const plain = await all(client().stream(greet, name, { selectedOutputs }));
    for (const bytes of [200, 400, 500, 600]) {
      const executionId = `cut-after-${bytes}`;
      proxy.cutAfter(bytes, bytes, bytes);
      const messages = await all(client({ baseUrl: proxy.url }).stream(greet, name, { selectedOutputs, executionId }));
      expect(messages).toEqual(plain);
      await expectOneRun(executionId);
    }
  });

  it('tells of a run that fails as the last message', async () => {
    expect(await all(client().stream(failing))).toMatchObject([{ event: 'error' }]);
  });
});

describe('the events of a run', () => {
  it('are followed to the end, once each, over connections that are cut', async () => {
    const { executionId = '' } = await client().start(greet, { name: 'wire' });
    const { data: listed } = await eventually(async () => {
      const page = await client().runEvents.list(executionId);
      expect(page.status).toBe('completed');
      return page;
    });
    for (const bytes of [0, 400, 900]) {
      proxy.cutAfter(bytes, bytes);
      expect(await all(client({ baseUrl: proxy.url }).followEvents(executionId))).toEqual(listed);
    }
    expect(await all(client().followEvents(executionId, { after: 1 }))).toEqual(listed.slice(1));
  });
});

describe('a run that asks', () => {
  it('continues with the answer', async () => {
    const asking = await deployState(server, inARow(blockWith('ask', 'human_in_the_loop', {}), functionBlock('after', 'return "done"')));
    const paused = await client().execute(asking);
    expect(paused.status).toBe('paused');
    const { pausePoints } = await client().pauses.execution(asking, paused.executionId);
    const resumed = await client().resume(asking, paused.executionId, pausePoints[0]?.contextId ?? '', { ok: true });
    expect(resumed).toMatchObject({ status: 'completed', output: { result: 'done' } });
  });

  it('continues with the answer when it was started as a stream', async () => {
    const asking = await deployState(server, inARow(blockWith('ask', 'human_in_the_loop', {}), functionBlock('after', 'return "done"')));
    const executionId = 'streamed-question';
    expect(await all(client().stream(asking, {}, { executionId }))).toMatchObject([{ event: 'final', data: { status: 'paused' } }]);
    const { pausePoints } = await client().pauses.execution(asking, executionId);
    const resumed = await client().resume(asking, executionId, pausePoints[0]?.contextId ?? '', { ok: true });
    expect(resumed).toMatchObject({ status: 'completed', output: { result: 'done' } });
  });
});

describe('lists', () => {
  it('are pages when awaited, and all members when iterated', async () => {
    for (let n = 0; n < 4; n += 1) await createWorkflow(server, {});
    const query = { workspaceId: server.first.workspaceId, limit: 2 };
    const page = await client().workflows.list(query);
    expect(page.data).toHaveLength(2);
    expect(page.nextCursor).not.toBeNull();
    const ids = (await all(client().workflows.list(query))).map(({ id }) => id);
    expect(ids.length).toBeGreaterThanOrEqual(6);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('lists that are told in other ways', () => {
  const rows = Array.from({ length: 5 }, (_, at) => ({ n: at }));

  it('are rows of tables, and what happened to one', async () => {
    const { workspaceId } = server.first;
    const schema = { columns: [{ name: 'n', type: 'number' as const }] };
    const { id } = (await client().tables.create({ workspaceId, name: 'iterated', schema })).data.table;
    await client().tableRows.insert(id, { workspaceId, rows });
    const listed = await all(client().tableRows.query(id, { workspaceId, limit: 2 }));
    expect(listed.map(({ data }) => data)).toEqual(rows);
    const behind = await all(client().tableRows.query(id, { workspaceId, limit: 2, offset: 1 }));
    expect(behind.map(({ data }) => data)).toEqual(rows.slice(1));
    const [first] = listed;
    const history = await all(client().rowHistory.list(id, first?.id ?? '', { workspaceId, limit: 1 }));
    expect(history.map(({ operation }) => operation)).toEqual(['insert']);
  });

  it('are files', async () => {
    const { workspaceId } = server.first;
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await client().files.upload({ workspaceId, file: { name, content: name } });
    const names = (await all(client().files.list({ workspaceId, limit: 1 }))).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['a.txt', 'b.txt', 'c.txt']));
  });

  it('are documents, which are counted instead of pointed at', async () => {
    const { workspaceId } = server.first;
    const { id } = (await client().knowledgeBases.create({ workspaceId, name: 'iterated' })).data.knowledgeBase;
    for (const name of ['a.txt', 'b.txt', 'c.txt']) {
      await client().knowledgeDocuments.upload(id, { workspaceId, file: { name, content: `About ${name}` } });
    }
    const names = (await all(client().knowledgeDocuments.list(id, { workspaceId, limit: 2 }))).map(({ filename }) => filename);
    expect(names.toSorted()).toEqual(['a.txt', 'b.txt', 'c.txt']);
  });
});

describe('files', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-client-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each([
    ['a path', async () => fileAt(join(folder, 'one.txt')), 'one.txt'],
    ['a Blob', async () => new Blob(['from disk'], { type: 'text/plain' }), 'blob'],
    ['a File', async () => new File(['from disk'], 'three.txt', { type: 'text/plain' }), 'three.txt'],
    ['text', async () => ({ name: 'four.txt', content: 'from disk' }), 'four.txt'],
    ['a stream', async () => ({ name: 'fünf "5".txt', content: new Blob(['from disk']).stream() }), 'fünf "5".txt'],
  ])('are sent from %s and come back as they are', async (_, upload, name) => {
    await writeFile(join(folder, 'one.txt'), 'from disk');
    const { workspaceId } = server.first;
    const { data } = await client().files.upload({ workspaceId, file: await upload() });
    expect(data.file.name).toBe(name);
    const response = await client().fileContent.get(data.file.id, { workspaceId });
    expect(await response.text()).toBe('from disk');
  });
});

describe('a fetch of the caller', () => {
  it('may give bodies that are no streams of the web', async () => {
    const own: typeof fetch = async (input, init) =>
      Object.defineProperty(await fetch(input, init), 'body', { value: Readable.from(['a stream of Node']) });
    expect((await client({ fetch: own }).execute(greet, { name: 'Ada' })).output).toMatchObject({ result: 'hello Ada' });
  });

  it('may give an empty body with an answer that has none', async () => {
    const { executionId } = await client().execute(greet, { name: 'Ada' });
    const statuses: number[] = [];
    const browser: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      statuses.push(response.status);
      return response.body === null ? Object.defineProperty(response, 'body', { value: new Blob([]).stream() }) : response;
    };
    const { data } = await client().runEvents.list(executionId);
    expect(await all(client({ fetch: browser }).followEvents(executionId, { after: 1 }))).toHaveLength(data.length - 1);
    expect(statuses).toContain(204);
  });

  it('gives answers that keep their address', async () => {
    const { workspaceId } = server.first;
    const { data } = await client().files.upload({ workspaceId, file: { name: 'address.txt', content: 'here' } });
    expect((await client().fileContent.get(data.file.id, { workspaceId })).url).toContain(`${server.url}/api/v1/files/${data.file.id}`);
  });
});

describe('errors', () => {
  it('tell the kind, the code and the fields', async () => {
    expect(await failureOf(client({ apiKey: 'sk-sluice-wrong' }).execute(greet))).toMatchObject({ kind: 'UNAUTHORIZED', status: 401 });
    const bad = await failureOf(client().workflows.create({ workspaceId: server.first.workspaceId, name: '' }));
    expect(bad).toMatchObject({ kind: 'OTHER', code: 'VALIDATION_FAILED', status: 400 });
    expect(bad.details[0]?.path).toEqual(['name']);
    expect(bad.requestId).toBeDefined();
  });

  it('are the reason of the signal when the caller has called it off', async () => {
    const reason = new Error('changed my mind');
    await expect(client().execute(greet, {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it('are read where they are objects', async () => {
    const error = await failureOf(client().runsV2.get(greet, 'nothing', {}));
    expect(error).toMatchObject({ code: 'NOT_FOUND', status: 404, message: expect.stringContaining('not found') });
  });

  it('are of kind NETWORK when no server answers', async () => {
    expect(await failureOf(client({ baseUrl: 'http://127.0.0.1:1', maxRetries: 0 }).execute(greet))).toMatchObject({ kind: 'NETWORK' });
  });
});

describe('a server that is not well', () => {
  let ill: Server;
  let answers: ((request: IncomingMessage, response: ServerResponse) => void)[] = [];
  let seen: string[] = [];

  beforeAll(async () => {
    ill = createServer((request, response) => {
      request.resume();
      seen.push(String(request.headers['idempotency-key'] ?? request.method));
      (answers.shift() ?? ((_, last) => last.end('{"success":true}')))(request, response);
    }).listen(0, '127.0.0.1');
    await once(ill, 'listening');
  });
  afterAll(() => void ill.close());
  afterEach(() => {
    answers = [];
    seen = [];
  });

  const caller = (options: Partial<ClientOptions> = {}): SluiceClient =>
    client({ baseUrl: `http://127.0.0.1:${(ill.address() as AddressInfo).port}`, ...options });
  const refuse =
    (status: number, code: string, headers: Record<string, string> = {}) =>
    (_: IncomingMessage, response: ServerResponse): void =>
      void response.writeHead(status, headers).end(JSON.stringify({ error: 'not now', code }));

  it('is asked again after the time that it names, with the same key', async () => {
    answers = [refuse(429, 'RATE_LIMIT_EXCEEDED', { 'Retry-After': '0' }), refuse(503, 'UNAVAILABLE', { 'Retry-After': '0' })];
    expect(await caller().execute('x')).toMatchObject({ success: true });
    expect(seen).toHaveLength(3);
    expect(new Set(seen).size).toBe(1);
  });

  it('is not asked again to do what may have been done', async () => {
    answers = [refuse(503, 'UNAVAILABLE', { 'Retry-After': '0' })];
    const error = await failureOf(caller().workflows.create({ workspaceId: 'w', name: 'n' }));
    expect(error).toMatchObject({ status: 503, retryAfterMs: 0 });
    expect(seen).toHaveLength(1);
  });

  it('is given up after some tries', async () => {
    answers = Array.from({ length: 5 }, () => refuse(429, 'RATE_LIMIT_EXCEEDED', { 'Retry-After': '0' }));
    expect(await failureOf(caller({ maxRetries: 2 }).execute('x'))).toMatchObject({ kind: 'RATE_LIMIT_EXCEEDED' });
    expect(seen).toHaveLength(3);
  });

  it('is waited for while it works on the same request', async () => {
    const busy = refuse(409, 'IDEMPOTENCY_KEY_IN_USE', { 'Retry-After': '0' });
    answers = [(request) => request.socket.destroy(), busy, busy, busy, busy];
    expect(await caller({ maxRetries: 1 }).execute('x')).toMatchObject({ success: true });
  });

  it('is sent again when the connection is lost once more after a long wait', async () => {
    const busy = refuse(409, 'IDEMPOTENCY_KEY_IN_USE', { 'Retry-After': '0' });
    answers = [(request) => request.socket.destroy(), busy, busy, busy, (request) => request.socket.destroy()];
    expect(await caller({ maxRetries: 2 }).execute('x')).toMatchObject({ success: true });
  });

  it('follows the active run when its stream is started again', async () => {
    const busy = refuse(409, 'IDEMPOTENCY_KEY_IN_USE', { 'Retry-After': '0', 'X-Execution-Id': 'e1' });
    const events = 'id: 1-0\ndata: {"blockId":"b","chunk":"c"}\n\nid: 2-0\ndata: "[DONE]"\n\n';
    let read: string | undefined;
    answers = [
      (request) => request.socket.destroy(),
      busy,
      (request, response) => {
        read = request.url;
        response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(events);
      },
    ];
    expect(await all(caller().stream('x'))).toEqual([{ blockId: 'b', chunk: 'c' }]);
    expect(read).toBe('/api/workflows/x/executions/e1/stream');
  });

  it('is not waited for any longer than a call may take', async () => {
    answers = [refuse(429, 'RATE_LIMIT_EXCEEDED', { 'Retry-After': '3600' })];
    expect(await failureOf(caller().execute('x'))).toMatchObject({ kind: 'RATE_LIMIT_EXCEEDED', retryAfterMs: 3_600_000 });
    expect(seen).toHaveLength(1);
  });

  it('is sent a file from a path once more', async () => {
    answers = [refuse(429, 'RATE_LIMIT_EXCEEDED', { 'Retry-After': '0' })];
    const file = await fileAt(fileURLToPath(import.meta.url));
    await caller().files.upload({ workspaceId: 'w', file });
    expect(seen).toHaveLength(2);
  });

  it('has a time limit', async () => {
    answers = [() => undefined];
    expect(await failureOf(caller({ maxRetries: 0 }).execute('x', {}, { timeoutMs: 50 }))).toMatchObject({ kind: 'TIMEOUT' });
  });

  it('has the time limit of the client, also while it runs a workflow', async () => {
    const hasty = caller({ maxRetries: 0, timeoutMs: 50 });
    const how = { mode: 'live' } as const;
    for (const call of [
      () => hasty.execute('x'),
      () => hasty.executeRaw('x'),
      () => hasty.resume('x', 'e', 'c'),
      () => hasty.replay('x', 'e', how),
    ]) {
      answers = [() => undefined];
      expect(await failureOf(call())).toMatchObject({ kind: 'TIMEOUT' });
    }
  });

  describe('for longer than the limit of fetch in Node', () => {
    const used = Symbol.for('undici.globalDispatcher.1');
    const platform = globalThis as { [used]?: object | undefined };
    let usual: object | undefined;
    // Node looks at its limits once a second.
    const late = (_: IncomingMessage, response: ServerResponse): void => void setTimeout(() => response.end('{"success":true}'), 2500);

    beforeAll(async () => {
      await fetch(server.url);
      usual = platform[used];
      const Agent = usual?.constructor as new (options: object) => object;
      platform[used] = new Agent({ headersTimeout: 500 });
    });
    afterAll(() => void (platform[used] = usual));

    it('is waited for', async () => {
      answers = [late];
      expect(await caller({ maxRetries: 0 }).execute('x')).toMatchObject({ success: true });
    });

    it('is not waited for by a fetch of the caller, and has taken too long', async () => {
      answers = [late];
      const own: typeof fetch = (input, init) => fetch(input, init);
      expect(await failureOf(caller({ maxRetries: 0, fetch: own }).execute('x'))).toMatchObject({ kind: 'TIMEOUT' });
    });
  });

  it('may send a body for longer than the time limit, and not be silent for it', async () => {
    const inParts = (parts: number) => (_: IncomingMessage, response: ServerResponse) => {
      let sent = 0;
      const timer = setInterval(() => {
        response.write(' ');
        if ((sent += 1) < parts) return;
        clearInterval(timer);
        if (parts === 8) response.end('{"success":true}');
      }, 100);
    };
    answers = [inParts(8), inParts(1)];
    expect(await caller({ maxRetries: 0 }).execute('x', {}, { timeoutMs: 400 })).toMatchObject({ success: true });
    expect(await failureOf(caller({ maxRetries: 0 }).execute('x', {}, { timeoutMs: 400 }))).toMatchObject({ kind: 'TIMEOUT' });
  });

  it('is sent a body for longer than the time limit', async () => {
    answers = [(request, response) => void request.on('end', () => response.end('{"success":true}'))];
    async function* slow(): AsyncIterable<Uint8Array> {
      for (let part = 0; part < 8; part += 1) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        yield new Uint8Array(10);
      }
    }
    const file = { name: 'slow.bin', content: slow() };
    expect(await caller().files.upload({ workspaceId: 'w', file }, { timeoutMs: 400 })).toMatchObject({ success: true });
  });

  it('is asked again when the body of an answer is cut', async () => {
    const cut = (_: IncomingMessage, response: ServerResponse): void => {
      response.writeHead(200, { 'Content-Length': '100' }).write('{');
      setTimeout(() => response.destroy(), 20);
    };
    answers = [cut];
    expect(await caller().execute('x')).toMatchObject({ success: true });
    expect(new Set(seen).size).toBe(1);
    answers = [cut];
    expect(await failureOf(caller({ maxRetries: 0 }).execute('x'))).toMatchObject({ kind: 'NETWORK' });
  });

  it('cannot send the key to another address', async () => {
    const other: (string | undefined)[] = [];
    const thief = createServer((request, response) => {
      other.push(request.headers['x-api-key'] as string | undefined);
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(thief, 'listening');
    const target = `http://127.0.0.1:${(thief.address() as AddressInfo).port}/api`;
    for (const status of [302, 307]) {
      answers = [(_, response) => void response.writeHead(status, { Location: `${target}?signature=s3cret` }).end()];
      const error = await failureOf(caller().workflows.list({ workspaceId: 'w' }) as unknown as Promise<unknown>);
      expect(error).toMatchObject({ kind: 'OTHER', status });
      expect(error.message).toContain(`redirects to ${target},`);
    }
    thief.close();
    expect(other).toEqual([]);
  });

  it('is followed while a run is silent, over any number of connections', async () => {
    const silent = (_: IncomingMessage, response: ServerResponse): void =>
      void response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(': heartbeat\n\n');
    answers = [
      ...Array.from({ length: 12 }, () => silent),
      (_, response) => void response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end('id: 1\ndata: "[DONE]"\n\n'),
    ];
    expect(await all(caller().followEvents('e1'))).toEqual([]);
    expect(seen).toHaveLength(13);
  });

  it('is followed ever more slowly while a proxy answers with a page instead', async () => {
    const page = (_: IncomingMessage, response: ServerResponse): void =>
      void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>\nOut of order\n</html>\n');
    answers = [
      ...Array.from({ length: 4 }, () => page),
      (_, response) => void response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end('id: 1\ndata: "[DONE]"\n\n'),
    ];
    const begin = Date.now();
    expect(await all(caller().followEvents('e1'))).toEqual([]);
    expect(Date.now() - begin).toBeGreaterThan(1400);
  });

  it('may answer with something that is not JSON', async () => {
    answers = [(_, response) => void response.end('<html>')];
    expect(await failureOf(caller().execute('x'))).toMatchObject({ kind: 'INVALID_JSON' });
  });
});
