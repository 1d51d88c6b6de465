import { describe, expect, it } from '@jest/globals';
import { OutboundFailure, type OutboundFailureKind } from '#world/outbound/outbound-http.js';
import type { Json } from '#kernel/json.js';
import { aBlock, aDocument, edges } from '../../../../test/support/engine/documents.js';
import { runDocument, type RunOptions } from '../../../../test/support/engine/run-document.js';
import { ScriptedHttp, type ScriptedAnswer } from '../../../../test/support/engine/scripted-http.js';

const url = 'https://api.example/v1/things';
const json = { 'content-type': 'application/json; charset=utf-8' };

async function call(
  fields: Readonly<Record<string, Json>>,
  options: RunOptions & { readonly answers?: readonly (ScriptedAnswer | OutboundFailure)[] } = {},
) {
  const http = new ScriptedHttp(...(options.answers ?? [{ headers: json, body: '{"id":1}' }]));
  const document = aDocument(
    [aBlock('s', 'start_trigger', {}, { name: 'Start' }), aBlock('b', 'api', { url, ...fields }, { name: 'Fetch' })],
    edges('s > b'),
  );
  const run = await runDocument(document, { http, ...options });
  const ended = run.events.at(-1)?.payload as { output?: Json; input?: Json; error?: string } | undefined;
  return { ...run, requests: http.requests, request: http.requests[0], ended };
}

describe('a request', () => {
  it('goes where its author says, with the data of the run', async () => {
    const { request } = await call(
      {
        url: `${url}?a=1`,
        method: 'post',
        params: [{ id: '1', cells: { Key: 'q', Value: '<start.q>' } }],
        headers: [{ id: '1', cells: { Key: 'Authorization', Value: 'Bearer {{TOKEN}}' } }],
        body: '{"q": "<start.q>", "list": <start.list>}',
      },
      { input: { q: 'a&b "c"', list: [1] }, secrets: { TOKEN: 'abcdef' } },
    );
    expect(request).toMatchObject({
      url: `${url}?a=1&q=a%26b+%22c%22`,
      method: 'POST',
      headers: {
        Authorization: 'Bearer abcdef',
        'Content-Type': 'application/json',
        'Idempotency-Key': expect.stringMatching(/^[\w-]{43}$/),
      },
      body: '{"q":"a&b \\"c\\"","list":[1]}',
      timeoutMs: 61_000,
      maxResponseBytes: 10 * 1024 * 1024,
    });
  });

  it.each<[string, Json]>([
    ['a reference to an object', '<start.headers>'],
    ['a text that is JSON with the data of the run', '{"X-Count": <start.headers.X-Count>, "X-Word": "<start.headers.X-Word>"}'],
  ])('has the headers of %s', async (_, headers) => {
    const { request } = await call({ headers }, { input: { headers: { 'X-Count': 2, 'X-Word': 'a "b" <start.q>' }, q: 'x' } });
    expect(request?.headers).toMatchObject({ 'X-Count': '2', 'X-Word': 'a "b" <start.q>' });
  });

  it.each(['headers', 'params'])('is not sent with %s that are no table', async (field) => {
    const { requests, ended } = await call({ [field]: 'X-Count: <start.q>' }, { input: { q: 'x' } });
    expect(ended?.error).toContain(`${field} must be a table`);
    expect(requests).toEqual([]);
  });

  it.each<[Json, string | null, string | undefined]>([
    ['plain <start.q>', 'plain x', 'text/plain; charset=utf-8'],
    [{ q: '<start.q>' }, '{"q":"x"}', 'application/json'],
    ['', null, undefined],
  ])('has the body %j', async (body, sent, type) => {
    const { request } = await call({ method: 'PUT', body }, { input: { q: 'x' } });
    expect([request?.body, request?.headers?.['Content-Type']]).toEqual([sent, type]);
  });

  it('has no body when it only asks', async () => {
    expect((await call({ body: '{"a":1}' })).request).toMatchObject({ method: 'GET', body: null });
  });

  it('leaves the content type and the key to the author who sets them', async () => {
    const { request } = await call({
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/x-a', 'idempotency-key': 'mine' },
    });
    expect(request?.headers).toEqual({ 'content-type': 'application/x-a', 'idempotency-key': 'mine' });
  });

  it.each<[Json, number]>([
    ['1000', 1_000],
    [5_000_000, 61_000],
  ])('with a timeout of %j may take %i ms', async (timeout, limit) => {
    expect((await call({ timeout })).request?.timeoutMs).toBe(limit);
  });

  it('is made durable before it is sent, without anything secret', async () => {
    const { effects } = await call(
      { url: 'https://u:p@api.example/{{TOKEN}}?k={{TOKEN}}', method: 'delete' },
      { secrets: { TOKEN: 'abcdef' } },
    );
    expect(effects).toEqual([{ kind: 'http', target: 'DELETE https://api.example/{{TOKEN}}' }]);
  });

  it('is not sent with the name of a secret that is not set', async () => {
    const headers = [{ cells: { Key: 'Authorization', Value: 'Bearer {{ERP_TOKEN}}' } }];
    const { requests, effects, ended } = await call({ headers }, { secrets: { OTHER: 'abcdefgh' } });
    expect(ended?.error).toBe('Secret ERP_TOKEN is not set in this workspace');
    expect([requests, effects]).toEqual([[], []]);
  });

  it('is not sent without an address', async () => {
    const { requests, effects, ended } = await call({ url: ' <start.missing> ' });
    expect([requests, effects]).toEqual([[], []]);
    expect(ended?.output).toEqual({ data: null, status: 200, headers: {} });
  });

  it.each([
    [{ url: 'example/x' }, 'url must be a complete address'],
    [{ method: 'BREW' }, 'method must be one of GET, HEAD'],
  ])('is refused when it makes no sense: %j', async (fields, message) => {
    const { requests, ended } = await call(fields);
    expect(requests).toEqual([]);
    expect(ended?.error).toContain(message);
  });
});

describe('an answer', () => {
  it.each<[Readonly<Record<string, string>>, string, Json]>([
    [json, '{"id":1}', { id: 1 }],
    [{ 'content-type': 'application/problem+json' }, '[1]', [1]],
    [json, 'null', null],
    [json, '{broken', '{broken'],
    [{ 'content-type': 'text/plain' }, '{"id":1}', '{"id":1}'],
    [{ 'content-type': 'text/x; note=/json' }, '1', '1'],
    [{}, '', ''],
  ])('with %j and %j is data only where it says so', async (headers, body, data) => {
    expect((await call({}, { answers: [{ status: 201, headers, body }] })).ended?.output).toEqual({ data, status: 201, headers });
  });

  it('that is not a success fails the block and can be looked at', async () => {
    const { outcome, failures } = await call(
      {},
      { answers: [{ status: 404, statusText: 'Not Found', headers: json, body: '{"why":"gone"}' }] },
    );
    expect(outcome).toMatchObject({ kind: 'failed', error: 'Fetch: The request was answered with 404 Not Found' });
    expect(failures[0]).toMatchObject({
      status: 404,
      output: { data: { why: 'gone' }, status: 404, error: 'The request was answered with 404 Not Found' },
    });
  });

  it.each<[OutboundFailureKind, number]>([
    ['blocked', 502],
    ['timeout', 408],
    ['invalid', 400],
    ['too-large', 502],
  ])('that never comes fails the block: %s', async (kind, status) => {
    const { failures } = await call({}, { answers: [new OutboundFailure(kind, 'no answer')] });
    expect(failures[0]).toMatchObject({ message: 'no answer', status });
  });
});

describe('repeating a request', () => {
  const busy = { status: 503 };
  const fields = { retries: 2, retryDelayMs: 100 };

  it('is up to the author', async () => {
    expect((await call({}, { answers: [busy] })).requests).toHaveLength(1);
    expect((await call(fields, { answers: [busy] })).requests).toHaveLength(3);
    expect((await call(fields, { answers: [busy, {}] })).requests).toHaveLength(2);
  });

  it('keeps the key', async () => {
    const { requests, effects } = await call({ ...fields, method: 'PUT' }, { answers: [busy] });
    expect(new Set(requests.map(({ headers }) => headers?.['Idempotency-Key'])).size).toBe(1);
    expect(effects).toHaveLength(1);
  });

  it.each([
    [{ status: 429 }, 3],
    [{ status: 500 }, 3],
    [new OutboundFailure('timeout', ''), 3],
    [new OutboundFailure('network', ''), 3],
    [{ status: 400 }, 1],
    [new OutboundFailure('blocked', ''), 1],
    [new OutboundFailure('too-large', ''), 1],
  ])('makes sense or not, by the answer (%#)', async (answer, sent) => {
    expect((await call(fields, { answers: [answer] })).requests).toHaveLength(sent);
  });

  it.each(['POST', 'PATCH'])('of a %s needs the permission of the author', async (method) => {
    expect((await call({ ...fields, method }, { answers: [busy] })).requests).toHaveLength(1);
    expect((await call({ ...fields, method, retryNonIdempotent: true }, { answers: [busy] })).requests).toHaveLength(3);
  });

  it('waits twice as long each time, up to a limit', async () => {
    const { pauses } = await call({ retries: 4, retryDelayMs: 100, retryMaxDelayMs: 350 }, { answers: [busy] });
    expect(pauses).toEqual([100, 200, 350, 350]);
  });

  it.each([
    ['2', 2_000],
    ['Mon, 05 Jan 2026 10:00:07 GMT', 7_000],
    ['Mon, 05 Jan 2026 09:00:00 GMT', 0],
    ['3600', 30_000],
    ['later', 100],
  ])('waits as the server asks: %s', async (after, waited) => {
    const { pauses } = await call({ ...fields, retries: 1 }, { answers: [{ status: 429, headers: { 'retry-after': after } }] });
    expect(pauses).toEqual([waited]);
  });
});
