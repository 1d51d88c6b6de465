import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { OutboundFailure } from '#world/outbound/outbound-http.js';
import type { Json } from '#kernel/json.js';
import { aBlock, aDocument, edges } from '../../../../test/support/engine/documents.js';
import { runDocument, type RunOptions } from '../../../../test/support/engine/run-document.js';
import { ScriptedHttp, type ScriptedAnswer } from '../../../../test/support/engine/scripted-http.js';
import { webhookRequestBlock } from './webhook-request.block.js';

const url = 'https://hooks.example/v1/orders';
const json = { 'content-type': 'application/json' };
const secret = 'whsec-very-secret';
/** 2026-01-05T10:00:00.000Z, the time of every run of a spec. */
const timestamp = 1_767_607_200_000;

async function deliver(
  fields: Readonly<Record<string, Json>>,
  options: RunOptions & { readonly answers?: readonly (ScriptedAnswer | OutboundFailure)[] } = {},
) {
  const http = new ScriptedHttp(...(options.answers ?? [{ headers: json, body: '{"ok":true}' }]));
  const document = aDocument(
    [aBlock('s', 'start_trigger', {}, { name: 'Start' }), aBlock('b', 'webhook_request', { url, ...fields }, { name: 'Tell' })],
    edges('s > b'),
  );
  const run = await runDocument(document, { http, ...options });
  const ended = run.events.at(-1)?.payload as { output?: Json; input?: Json; error?: string } | undefined;
  return { ...run, requests: http.requests, request: http.requests[0], ended };
}

/** What a receiver works out for itself. */
function expectedSignature(body: string): string {
  const digest = createHmac('sha256', secret)
    .update(Buffer.from(`${String(timestamp)}.${body}`))
    .digest('hex');
  return `t=${String(timestamp)},v1=${digest}`;
}

describe('a delivery', () => {
  it('posts JSON with its own delivery id', async () => {
    const body = '{"q": "<start.q>", "n": <start.n>}';
    const { request, ended } = await deliver({ body }, { input: { q: 'a "b"', n: [1] } });
    expect(request).toMatchObject({ url, method: 'POST', body: '{"q":"a \\"b\\"","n":[1]}', timeoutMs: 61_000 });
    const id = request?.headers?.['X-Delivery-ID'];
    expect(request?.headers).toEqual({
      'Content-Type': 'application/json',
      'Idempotency-Key': id,
      'X-Delivery-ID': expect.stringMatching(/^\S+$/),
      'X-Webhook-Timestamp': String(timestamp),
    });
    expect(ended?.output).toEqual({ data: { ok: true }, status: 200, headers: json });
  });

  it.each<[Json | undefined, string]>([
    [undefined, '{}'],
    [null, '{}'],
    [{ a: ['<start.n>'] }, '{"a":[2]}'],
    ['<start.list>', '[1,"x"]'],
    ['<start.word>', '"hi"'],
    ['plain', '"plain"'],
  ])('has for %j the body %s', async (body, sent) => {
    const input = { n: 2, list: [1, 'x'], word: 'hi' };
    expect((await deliver(body === undefined ? {} : { body }, { input })).request?.body).toBe(sent);
  });

  it('carries the headers of its author, except those of the delivery', async () => {
    const headers = { Authorization: 'Bearer {{TOKEN}}', 'content-type': 'application/cloudevents+json', 'x-webhook-signature': 'mine' };
    const { request } = await deliver({ headers, secret }, { secrets: { TOKEN: 'abcdef' } });
    expect(request?.headers).toEqual({
      Authorization: 'Bearer abcdef',
      'content-type': 'application/cloudevents+json',
      'Idempotency-Key': expect.anything(),
      'X-Delivery-ID': expect.anything(),
      'X-Webhook-Timestamp': String(timestamp),
      'X-Webhook-Signature': expectedSignature('{}'),
    });
  });

  it('is made durable before it is sent', async () => {
    const { effects } = await deliver({ url: 'https://hooks.example/{{TOKEN}}?k=1' }, { secrets: { TOKEN: 'abcdef' } });
    expect(effects).toEqual([{ kind: 'http', target: 'POST https://hooks.example/{{TOKEN}}' }]);
  });

  it('is retried as its author says, with one id and a new signature each time', async () => {
    const { requests, effects } = await deliver(
      { secret, retries: 2 },
      { answers: [{ status: 503 }, new OutboundFailure('network', ''), {}] },
    );
    expect(requests).toHaveLength(3);
    expect(new Set(requests.map(({ headers }) => headers?.['X-Delivery-ID'])).size).toBe(1);
    expect(requests.every(({ headers }) => headers?.['X-Webhook-Signature'] === expectedSignature('{}'))).toBe(true);
    expect(effects).toHaveLength(1);
  });

  it('that is refused fails the block and shows the answer', async () => {
    const { ended, failures } = await deliver({ body: '{"a":1}' }, { answers: [{ status: 410, statusText: 'Gone', body: 'no more' }] });
    expect(failures[0]).toMatchObject({
      message: 'The request was answered with 410 Gone',
      status: 410,
      output: { data: 'no more', status: 410 },
    });
    expect(ended?.input).toMatchObject({ url, method: 'POST', body: '{"a":1}' });
  });

  it.each<[Readonly<Record<string, Json>>, string]>([
    [{ url: 'hooks.example' }, 'url must be a complete address'],
    [{ url: '<start.missing>' }, 'url must be a complete address'],
    [{ body: '{"a": }' }, 'body must be JSON'],
  ])('is not sent when its fields are not valid: %j', async (fields, message) => {
    const { requests, effects, ended } = await deliver(fields);
    expect([requests, effects]).toEqual([[], []]);
    expect(ended?.error).toContain(message);
  });

  it('needs an address before it can be deployed', () => {
    expect(webhookRequestBlock.check(aBlock('b', 'webhook_request'))).toMatchObject([{ field: 'url', code: 'required' }]);
  });
});

describe('a signature', () => {
  it.each<[string, Json]>([
    ['plain letters', '{"a": 1}'],
    ['letters beyond ASCII', '{"name": "Zoë 🎈 \\u0000"}'],
  ])('is over the exact bytes that are sent: %s', async (_what, body) => {
    const { request } = await deliver({ body, secret });
    expect(request?.headers?.['X-Webhook-Signature']).toBe(expectedSignature(request?.body as string));
  });

  it('is not made without a secret', async () => {
    expect((await deliver({ secret: '' })).request?.headers).not.toHaveProperty('X-Webhook-Signature');
  });

  it('is not made with the name of a secret that does not exist', async () => {
    const { requests, ended } = await deliver({ secret: '{{HOOK}}' });
    expect(requests).toEqual([]);
    expect(ended?.error).toBe('Secret HOOK is not set in this workspace');
  });
});

describe('two secrets', () => {
  const standard = (letters: string) => `whsec_${Buffer.from(letters.repeat(24)).toString('base64')}`;

  it('sign twice, the current one first', async () => {
    const { request } = await deliver({ secret, previousSecret: '{{OLD}}' }, { secrets: { OLD: 'the-former-secret' } });
    const header = request?.headers?.['X-Webhook-Signature'] ?? '';
    const former = createHmac('sha256', 'the-former-secret').update(`${timestamp}.{}`).digest('hex');
    expect(header).toBe(`${expectedSignature('{}')},v1=${former}`);
  });

  it('sign as Standard Webhooks', async () => {
    const { request } = await deliver({ signature: 'standard', secret: standard('a'), previousSecret: standard('b') });
    const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = request?.headers ?? {};
    const seconds = String(timestamp / 1000);
    const expected = ['a', 'b'].map((letter) => createHmac('sha256', letter.repeat(24)).update(`${id}.${seconds}.{}`).digest('base64'));
    expect([time, signature]).toEqual([seconds, expected.map((each) => `v1,${each}`).join(' ')]);
    expect(id).toBe(request?.headers?.['X-Delivery-ID']);
    expect(request?.headers).not.toHaveProperty('X-Webhook-Signature');
  });

  it.each(['secret', 'previousSecret'])('are refused for Standard Webhooks when %s is no base64', async (field) => {
    const { requests, effects, ended } = await deliver({ signature: 'standard', secret: standard('a'), [field]: 'no base64!' });
    expect([requests, ended?.error]).toEqual([[], expect.stringContaining(`${field} must be whsec_ and base64`)]);
    expect(effects).toEqual([]);
    expect(JSON.stringify(ended)).not.toContain('no base64!');
  });
});

describe('the signing secret', () => {
  const echo = { status: 500, statusText: secret, headers: { 'x-echo': secret }, body: `you said ${secret}` };

  it.each<[string, Json, string]>([
    ['written into the field', secret, '{{secret}}'],
    ['of the workspace', '{{HOOK}}', '{{HOOK}}'],
  ])('%s is seen nowhere, even when it is sent and comes back', async (_what, field, shown) => {
    const fields = { secret: field, url: `${url}/${secret}`, headers: { 'X-Key': secret }, body: { secret } };
    const run = await deliver(fields, { secrets: { HOOK: secret }, answers: [echo] });
    expect(run.request?.headers?.['X-Webhook-Signature']).toBe(expectedSignature(run.request?.body as string));
    expect(JSON.stringify([run.events, run.effects, run.outcome, run.failures.map(({ message }) => message)])).not.toContain(secret);
    expect(run.effects).toEqual([{ kind: 'http', target: `POST ${url}/${shown}` }]);
  });

  it('is not in what comes back of a success', async () => {
    const { outcome } = await deliver({ secret, headers: { 'X-Key': secret } }, { answers: [{ ...echo, status: 200 }] });
    expect(outcome).toMatchObject({ output: { data: 'you said {{secret}}', headers: { 'x-echo': '{{secret}}' } } });
  });
});
