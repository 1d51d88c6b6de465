import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sign } from '@octokit/webhooks-methods';
import { Webhook } from 'standardwebhooks';
import type { JsonObject } from '#kernel/json.js';
import { Triggers } from '#modules/triggers/store/triggers.js';
import { eventually } from '../../support/eventually.js';
import { sendRaw } from '../../support/raw-exchange.js';
import { startSilentServer } from '../../support/silent-server.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { fieldBlock, triggered } from '../../support/triggers/trigger-documents.js';
import { aState, anEdge } from '../../support/workflow-documents.js';
import { createWorkflow } from '../../support/workflow-api.js';

let server: TestApp;
let second: TestApp;

beforeAll(async () => {
  server = await startTestApp();
  second = await startTestApp({ beside: server });
}, 60_000);
afterAll(async () => {
  await second.close();
  await server.close();
});

const owner = () => server.as(server.first.apiKey);
const anyone = (process = server) => process.as();
const count = async (sql: string, ...values: readonly unknown[]): Promise<number> => {
  const { rows } = await server.database.pool.query<{ n: number }>(`select count(*)::int as n from ${sql}`, [...values]);
  return rows[0]?.n ?? 0;
};

interface Hook {
  readonly workflowId: string;
  readonly triggerId: string;
  readonly url: string;
}

/** A deployed workflow with one webhook, whose function returns what the webhook received. */
function aHook(fields: JsonObject): Promise<Hook> {
  return deployedHook(triggered(fieldBlock('hook', 'generic_webhook', fields)));
}

async function deployedHook(state: JsonObject): Promise<Hook> {
  const workflowId = await createWorkflow(server, { state });
  await owner().post(`/api/v1/workflows/${workflowId}/deploy`).expect(200);
  const { rows } = await server.database.pool.query<{ id: string; path: string }>('select id, path from trigger where workflow_id = $1', [
    workflowId,
  ]);
  return { workflowId, triggerId: rows[0]?.id ?? '', url: `/api/webhooks/trigger/${rows[0]?.path}` };
}

const open = (fields: JsonObject = {}) => aHook({ verification: 'none', ...fields });
const deliveriesOf = ({ triggerId }: Hook) => count('delivery where trigger_id = $1', triggerId);

/** What the run of an answer received. */
async function received(headers: Readonly<Record<string, string>>): Promise<unknown> {
  const executionId = headers['x-execution-id'] ?? '';
  const body = await eventually(async () => {
    const log = await owner().get(`/api/v1/logs/executions/${executionId}`).expect(200);
    expect(log.body.executionMetadata.endedAt).not.toBeNull();
    return log.body;
  });
  return body.executionMetadata === undefined ? undefined : runOutput(executionId);
}

async function runOutput(executionId: string): Promise<unknown> {
  const { rows } = await server.database.pool.query<{ output: { result: { got: unknown } } }>(
    `select data->'output' as output from run_event where stream_id = $1 and type = 'execution.completed'`,
    [executionId],
  );
  return rows[0]?.output.result.got;
}

describe('a webhook', () => {
  it('starts a run with the body and the query, and answers when the delivery is durable', async () => {
    const hook = await aHook({ token: 'a-long-token', exposeRequestHeaders: true });
    const answer = await anyone()
      .post(`${hook.url}?source=shop`)
      .set('Authorization', 'Bearer a-long-token')
      .set('X-Order', '7')
      .send({ order: { id: 7 } })
      .expect(200, { message: 'Webhook processed' });
    expect(answer.headers['x-delivery-id']).toMatch(/^[\w-]{36}$/);
    expect(await received(answer.headers)).toMatchObject({ order: { id: 7 }, query: { source: 'shop' }, headers: { 'x-order': '7' } });
    expect(JSON.stringify(await received(answer.headers))).not.toContain('a-long-token');
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['no token', {}],
    ['a wrong token', { authorization: 'Bearer a-long-tokem' }],
    ['a token without its prefix', { authorization: 'a-long-token' }],
    ['an empty token', { authorization: 'Bearer ' }],
  ])('refuses %s before it parses the body, and stores nothing', async (_what, headers) => {
    const hook = await aHook({ token: 'a-long-token' });
    const { body } = await anyone().post(hook.url).set(headers).set('Content-Type', 'application/json').send('{"broken').expect(401);
    expect(body).toMatchObject({ code: 'UNAUTHORIZED', error: expect.stringContaining('8 bytes, SHA-256') });
    expect(await deliveriesOf(hook)).toBe(0);
  });

  it('accepts what GitHub signs, with a secret of the workspace and the one before', async () => {
    await owner()
      .put(`/api/v1/workspaces/${server.first.workspaceId}/environment`)
      .send({ variables: { HUB: 'current', HUB_OLD: 'former' } })
      .expect(200);
    const hook = await aHook({ verification: 'github', secret: '{{HUB}}', previousSecret: '{{HUB_OLD}}' });
    const body = '{"ref":"refs/heads/main"}';
    const push = async (secret: string, sent = body) =>
      anyone()
        .post(hook.url)
        .set({ 'Content-Type': 'application/json', 'X-GitHub-Event': 'push', 'X-Hub-Signature-256': await sign(secret, body) })
        .send(sent);
    expect([(await push('current')).status, (await push('former')).status, (await push('other')).status]).toEqual([200, 200, 401]);
    expect((await push('current', `${body} `)).status).toBe(401);
    const ping = await anyone()
      .post(hook.url)
      .set({ 'Content-Type': 'application/json', 'X-GitHub-Event': 'ping', 'X-Hub-Signature-256': await sign('current', '{}') })
      .send('{}')
      .expect(200);
    expect(ping.headers['x-delivery-id']).toBeUndefined();
    expect(await deliveriesOf(hook)).toBe(2);
  });

  it('starts one run for 64 equal deliveries at once over two processes', async () => {
    const secret = `whsec_${Buffer.from('a key with at least 24 bytes').toString('base64')}`;
    const hook = await aHook({ verification: 'standard-webhooks', secret });
    const now = new Date();
    const headers = {
      'Content-Type': 'application/json',
      'webhook-id': 'msg_64',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('msg_64', now, '{"n":1}'),
    };
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_each, index) =>
        anyone(index % 2 === 0 ? server : second)
          .post(hook.url)
          .set(headers)
          .send('{"n":1}'),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(64).fill(200));
    expect(answers.filter(({ body }) => body.message === 'Webhook processed')).toHaveLength(1);
    const [first] = answers.filter(({ body }) => body.message === 'Webhook processed');
    const repeated = answers.filter(({ body }) => body.duplicate === true).map(({ body }) => body);
    const [deliveryId, executionId] = [first?.headers['x-delivery-id'], first?.headers['x-execution-id']];
    expect(repeated).toHaveLength(63);
    for (const body of repeated) expect(body).toEqual({ duplicate: true, deliveryId, executionId });
    expect(await count(`delivery where trigger_id = $1 and outcome = 'accepted'`, hook.triggerId)).toBe(1);
  });

  it('answers the challenge of its provider only', async () => {
    const challenge = { type: 'url_verification', challenge: '<b>c</b>' };
    const body = JSON.stringify(challenge);
    const seconds = String(Math.floor(Date.now() / 1000));
    const signature = `v0=${createHmac('sha256', 's').update(`v0:${seconds}:${body}`).digest('hex')}`;
    const headers = { 'Content-Type': 'application/json', 'X-Slack-Signature': signature, 'X-Slack-Request-Timestamp': seconds };
    const slack = await aHook({ verification: 'slack', secret: 's' });
    const { headers: answered } = await anyone().post(slack.url).set(headers).send(body).expect(200, { challenge: '<b>c</b>' });
    expect([answered['content-type'], answered['x-content-type-options']]).toEqual(['application/json; charset=utf-8', 'nosniff']);
    expect(await deliveriesOf(slack)).toBe(0);
    await anyone().post(slack.url).set('Content-Type', 'application/json').send(body).expect(401);
    const other = await open();
    await anyone().post(other.url).send(challenge).expect(200, { message: 'Webhook processed' });
    const graph = await aHook({ verification: 'microsoft-graph', secret: 's' });
    const validated = await anyone().post(`${graph.url}?validationToken=%3Cb%3E`).expect(200);
    expect([validated.text, validated.headers['content-type']]).toEqual(['<b>', 'text/plain; charset=utf-8']);
    await anyone().post(`${slack.url}?validationToken=x`).expect(401);
  });

  it('answers as its author says', async () => {
    const custom = await open({ responseMode: 'custom', responseStatusCode: 201, responseBody: '{"queued":true}' });
    await anyone().post(custom.url).send({}).expect(201, { queued: true });
    const text = await open({ responseMode: 'custom', responseBody: '<b>thanks</b>' });
    const { headers } = await anyone().post(text.url).send({}).expect(200, '<b>thanks</b>');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    const run = await open({ responseMode: 'run' });
    const { body } = await anyone().post(run.url).send({ n: 1 }).expect(200);
    expect(body).toMatchObject({ success: true, output: { result: { got: { n: 1, query: {} } } } });
  });

  it('answers with what the Response block of the run says', async () => {
    const answered = async (response: JsonObject) => {
      const hook = fieldBlock('hook', 'generic_webhook', { verification: 'none', responseMode: 'run' });
      const state = aState([hook, fieldBlock('reply', 'response', response)], [anEdge('hook', 'reply')]);
      return anyone()
        .post((await deployedHook(state)).url)
        .send({ name: 'Ada' });
    };
    const json = await answered({ dataMode: 'json', data: '{"hello":"<hook.name>"}', status: '201' });
    expect([json.status, json.body]).toEqual([201, { hello: 'Ada' }]);
    const headers = [{ id: 'h', cells: { Key: 'Content-Type', Value: 'text/csv' } }];
    const text = await answered({ dataMode: 'json', data: '"a,b"', headers });
    expect([text.status, text.text, text.headers['content-type']]).toEqual([200, 'a,b', expect.stringContaining('text/csv')]);
  });

  it('that is paused keeps deliveries, or asks to retry', async () => {
    const hook = await open();
    const pause = (mode: 'hold' | 'drop') =>
      server.app.get(Triggers, { strict: false }).change(hook.triggerId, {}, () => ({ type: 'pause', mode, at: new Date().toISOString() }));
    await pause('hold');
    const held = await anyone().post(hook.url).send({ n: 1 }).expect(202);
    expect(held.body).toEqual({ message: 'Webhook held', deliveryId: held.headers['x-delivery-id'] });
    await pause('drop');
    const dropped = await anyone().post(hook.url).send({ n: 2 }).expect(503);
    expect([dropped.headers['retry-after'], dropped.body.code]).toEqual(['60', 'UNAVAILABLE']);
  });

  it('accepts POST alone, and other methods when its author wants them', async () => {
    const post = await open();
    const refused = await anyone().put(post.url).send({}).expect(405);
    expect([refused.headers['allow'], refused.body.code]).toEqual(['POST', 'METHOD_NOT_ALLOWED']);
    await anyone().get(post.url).expect(405);
    await anyone().head(post.url).expect(405);
    const every = await open({ acceptOtherMethods: true });
    expect(await received((await anyone().get(`${every.url}?a=1`).expect(200)).headers)).toEqual({ method: 'GET', query: { a: '1' } });
    await anyone().delete(every.url).expect(200);
    const tested = await open({ verifyTestEvents: true });
    await anyone().get(tested.url).expect(200, { message: 'Webhook endpoint verified' });
    expect(await deliveriesOf(tested)).toBe(0);
  });

  it('stores the files of a form, and the run sees where they are', async () => {
    const hook = await open();
    const answer = await anyone().post(hook.url).field('note', 'hello').attach('photo', Buffer.from('bytes'), 'a photo.txt').expect(200);
    const input = (await received(answer.headers)) as { readonly photo: readonly { readonly url: string }[] };
    expect(input).toMatchObject({ note: 'hello', photo: [{ name: 'a photo.txt', size: 5, type: 'text/plain' }] });
    const { pathname, search } = new URL(input.photo[0]?.url ?? '');
    const { text } = await owner().get(`${pathname}${search}`).expect(200);
    expect(text).toBe('bytes');
  });

  it.each([
    [`${'x'.repeat(236)}.pdf`, `${'x'.repeat(236)}.pdf`],
    ['invoice%2F2026. ', 'invoice_2026'],
  ])('stores a file whatever its name is: %s', async (sent, name) => {
    const hook = await open();
    const answer = await anyone().post(hook.url).attach('photo', Buffer.from('bytes'), sent).expect(200);
    expect(await received(answer.headers)).toMatchObject({ photo: [{ name, size: 5 }] });
  });

  it('stores a file once that is delivered twice', async () => {
    const hook = await open();
    const send = () => anyone().post(hook.url).set('webhook-id', 'form-1').attach('photo', Buffer.from('bytes'), 'twice.txt').expect(200);
    await send();
    expect((await send()).body).toMatchObject({ duplicate: true });
    expect(await count(`workspace_file where name like '%twice.txt'`)).toBe(1);
  });

  it('repeats a delivery by the field that its author names', async () => {
    const hook = await open({ idempotencyField: 'order.id' });
    const send = (id: number) => anyone().post(hook.url).send({ order: { id } }).expect(200);
    const first = await send(7);
    expect((await send(8)).body).toEqual({ message: 'Webhook processed' });
    expect((await send(7)).body).toEqual({
      duplicate: true,
      deliveryId: first.headers['x-delivery-id'],
      executionId: first.headers['x-execution-id'],
    });
  });
});

describe('a signed delivery that is sent again with other headers', () => {
  const hmac = (text: string) => createHmac('sha256', 's').update(text).digest('hex');
  const send = (hook: Hook, body: string, headers: Readonly<Record<string, string>>) =>
    anyone().post(hook.url).set({ 'Content-Type': 'application/json' }).set(headers).send(body).expect(200);

  it('starts no run, since its signed body has an id', async () => {
    const hook = await aHook({ verification: 'stripe', secret: 's' });
    const seconds = Math.floor(Date.now() / 1000);
    const body = '{"id":"evt_1","type":"charge.succeeded"}';
    const signed = { 'Stripe-Signature': `t=${seconds},v1=${hmac(`${seconds}.${body}`)}` };
    const first = await send(hook, body, signed);
    for (const forged of [{ 'webhook-id': 'forged' }, { 'Idempotency-Key': 'forged' }])
      expect((await send(hook, body, { ...signed, ...forged })).body).toMatchObject({
        duplicate: true,
        deliveryId: first.headers['x-delivery-id'],
      });
  });

  it('is another event if only that id tells events with equal bodies apart, unless the author says otherwise', async () => {
    const body = '{"action":"dispatch"}';
    const signed = { 'X-Hub-Signature-256': `sha256=${hmac(body)}` };
    const answers = async (fields: JsonObject): Promise<readonly unknown[]> => {
      const hook = await aHook({ verification: 'github', secret: 's', ...fields });
      const sent = [];
      for (const id of ['one', 'two', 'one']) sent.push((await send(hook, body, { ...signed, 'X-GitHub-Delivery': id })).body.duplicate);
      return sent;
    };
    expect(await answers({})).toEqual([undefined, undefined, true]);
    expect(await answers({ idempotencyField: '$body' })).toEqual([undefined, true, true]);
  });
});

describe('webhooks that wait for their runs', () => {
  it('take no place from other requests without a key', async () => {
    const silent = await startSilentServer();
    const env = {
      SLUICE_OUTBOUND_ALLOW: '127.0.0.1',
      SLUICE_MAX_ANONYMOUS_REQUESTS: '1',
      SLUICE_MAX_ANONYMOUS_REQUESTS_PER_ADDRESS: '1',
    };
    const narrow = await startTestApp({ env });
    try {
      const hook = fieldBlock('hook', 'generic_webhook', { verification: 'none', responseMode: 'run' });
      const state = aState([hook, fieldBlock('ask', 'api', { url: silent.url, method: 'GET' })], [anEdge('hook', 'ask')]);
      const workflowId = await createWorkflow(narrow, { state });
      await narrow.as(narrow.first.apiKey).post(`/api/v1/workflows/${workflowId}/deploy`).expect(200);
      const { rows } = await narrow.database.pool.query<{ path: string }>('select path from trigger');
      const url = `/api/webhooks/trigger/${rows[0]?.path}`;
      const answers: Promise<{ readonly status: number }>[] = [];
      for (let waiting = 1; waiting <= 3; waiting += 1) {
        answers.push(anyone(narrow).post(url).send({}).then());
        await eventually(() => expect(silent.waiting).toBe(waiting));
      }
      await anyone(narrow).post('/api/webhooks/trigger/unknown').send({}).expect(404);
      silent.answerAll();
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200]);
    } finally {
      await narrow.close();
      await silent.close();
    }
  });
});

describe('an address', () => {
  it('that is unknown, deleted, of a trigger without one, or no address at all is answered with the same bytes', async () => {
    const gone = await open();
    const scheduled = await deployedHook(triggered(fieldBlock('tick', 'schedule', { dailyTime: '09:00' })));
    await owner().delete(`/api/v1/workflows/${gone.workflowId}/deploy`);
    await owner().delete(`/api/v1/workflows/${gone.workflowId}`).expect(200);
    const internal = [scheduled.url, `/api/webhooks/trigger/${scheduled.triggerId}`, '/api/webhooks/trigger/tick'];
    const urls = [
      ...internal,
      gone.url,
      `/api/webhooks/trigger/${'A'.repeat(22)}`,
      '/api/webhooks/trigger/x',
      '/api/webhooks/trigger/constructor',
    ];
    const answers = await Promise.all(
      urls.flatMap((url) => [anyone().post(url).send({ a: 1 }), anyone().get(url), anyone().put(url).send({}), anyone().delete(url)]),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  it('that is guessed too often is answered with 429', async () => {
    const third = await startTestApp({ beside: server });
    try {
      const answers: number[] = [];
      for (let round = 0; round < 301; round += 1) answers.push((await anyone(third).post('/api/webhooks/trigger/guess').send({})).status);
      expect([answers.slice(0, 300).every((status) => status === 404), answers[300]]).toEqual([true, 429]);
    } finally {
      await third.close();
    }
  });

  it('is not open to addresses that its author did not list', async () => {
    const hook = await open({ allowedIps: '192.0.2.0/24' });
    await anyone().post(hook.url).send({}).expect(403);
    const local = await open({ allowedIps: ['127.0.0.0/8', '::1'] });
    await anyone().post(local.url).send({}).expect(200);
  });
});

describe('a bad body', () => {
  it.each<[string, number, string, string | Buffer, Readonly<Record<string, string>>]>([
    ['broken JSON', 400, 'INVALID_JSON', '{"a":', {}],
    ['another charset', 400, 'INVALID_JSON', '{}', { 'Content-Type': 'application/json; charset=utf-16' }],
    ['bytes that are no UTF-8', 400, 'INVALID_JSON', Buffer.from([0x22, 0xff, 0x22]), {}],
    ['NUL', 400, 'VALIDATION_FAILED', '{"a":"\\u0000"}', {}],
    ['a depth above 100', 400, 'INVALID_JSON', '['.repeat(101) + ']'.repeat(101), {}],
    ['a key of a prototype', 400, 'VALIDATION_FAILED', '{"__proto__":{"admin":true}}', {}],
    ['compression', 415, 'UNSUPPORTED_MEDIA_TYPE', gzipSync('{}'), { 'Content-Encoding': 'gzip' }],
    ['a form that is none', 400, 'VALIDATION_FAILED', 'x', { 'Content-Type': 'multipart/form-data; boundary=b' }],
    ['more than 10 MiB', 413, 'PAYLOAD_TOO_LARGE', Buffer.alloc(10 * 1024 * 1024 + 1, 0x20), {}],
  ])('with %s is refused with %i %s, and nothing is stored', async (_what, status, code, sent, headers) => {
    const hook = await open();
    const { body } = await anyone()
      .post(hook.url)
      .set({ 'Content-Type': 'application/json', ...headers })
      .serialize((raw: unknown) => raw as string)
      .send(sent)
      .expect(status);
    expect(body.code).toBe(code);
    expect(await deliveriesOf(hook)).toBe(0);
  });

  it('that arrives too slowly is answered with 408, and ten thousand headers with 431', async () => {
    const hook = await open();
    const hasty = await startTestApp({ env: { SLUICE_BODY_TIMEOUT: '1s' }, beside: server });
    try {
      const head = `POST ${hook.url} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
      const slow = await sendRaw(hasty.url, `${head}Content-Length: 1000\r\n\r\n{`);
      const crowd = await sendRaw(hasty.url, `${head}${Array.from({ length: 10_000 }, (_h, index) => `X-${index}: 1\r\n`).join('')}\r\n`);
      await eventually(() => expect([slow.text().slice(9, 12), crowd.text().slice(9, 12)]).toEqual(['408', '431']));
      slow.socket.destroy();
      crowd.socket.destroy();
    } finally {
      await hasty.close();
    }
    expect(await deliveriesOf(hook)).toBe(0);
  });

  it('in a query is refused too', async () => {
    const hook = await open();
    await anyone().post(`${hook.url}?__proto__=1`).send({}).expect(400);
    await anyone().post(`${hook.url}?a=%00`).send({}).expect(400);
    expect(await deliveriesOf(hook)).toBe(0);
  });
});
