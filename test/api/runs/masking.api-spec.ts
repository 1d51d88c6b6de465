import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import type { Json, JsonObject } from '#kernel/json.js';
import { eventually } from '../../support/eventually.js';
import { issueKey } from '../../support/issue-key.js';
import { blockWith, deployState, finishedJob, functionBlock, inARow } from '../../support/run-api.js';
import { askBlock, resumePath } from '../../support/resume-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const secret = 'hunter2-and-more';
const pin = '4711';
let server: TestApp;
/** Answers every request with a region and the secret. */
let receiver: Server;
let url: string;
const received: IncomingHttpHeaders[] = [];

beforeAll(async () => {
  receiver = createServer((request, response) => {
    received.push(request.headers);
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ region: 'Oslo', key: secret }));
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  url = `http://127.0.0.1:${String((receiver.address() as AddressInfo).port)}`;
  server = await startTestApp({ env: { SLUICE_OUTBOUND_ALLOW: '127.0.0.1' } });
  const { body } = await owner()
    .put(`/api/v1/workspaces/${server.first.workspaceId}/environment`)
    .send({ variables: { REGION: 'Oslo', TOWN: 'Lillehammer', PIN: pin, PASSWORD: secret } })
    .expect(200);
  expect(body.data.warnings).toMatchObject([
    { path: ['variables', 'REGION'], code: 'too_short_to_mask', message: expect.stringContaining('fewer than 8 characters') },
    { path: ['variables', 'PIN'], code: 'too_short_to_mask' },
  ]);
}, 60_000);
afterAll(async () => {
  await server.close();
  receiver.closeAllConnections();
  receiver.close();
});

const owner = (): ReturnType<TestApp['as']> => server.as(server.first.apiKey);
const execute = (workflowId: string) => owner().post(`/api/workflows/${workflowId}/execute`);

async function logOf(executionId: string): Promise<string> {
  return (await owner().get(`/api/v1/logs/executions/${executionId}`).expect(200)).text;
}

async function traceOf(executionId: string): Promise<Record<string, { input: Json; output: Json; errorMessage?: string }>> {
  const { body } = await owner().get(`/api/v1/logs/${executionId}`).expect(200);
  const [root] = body.data.executionData.traceSpans as [{ children: { blockId: string; input: Json; output: Json }[] }];
  return Object.fromEntries(root.children.map((span) => [span.blockId, span]));
}

async function storedEvents(executionId: string): Promise<string> {
  const { rows } = await server.app.get(Pool).query('select data::text from run_event where stream_id = $1', [executionId]);
  expect(rows.length).toBeGreaterThan(1);
  return JSON.stringify(rows);
}

/** A workflow that uses each secret and returns what the caller sent. */
const echo = (): Promise<string> =>
  deployState(
    server,
    inARow(
      blockWith('use', 'variables', {
        variables: [
          { variableName: 'region', type: 'string', value: 'in {{REGION}}' },
          { variableName: 'pin', type: 'string', value: '{{PIN}}' },
          { variableName: 'town', type: 'string', value: '{{TOWN}}' },
        ],
      }),
      functionBlock('echo', 'return <start.sent>'),
    ),
  );

describe('the response to a caller', () => {
  it.each<Json>(['Oslo', 'Lillehammer', { Oslo: 'Oslo', Lillehammer: ['in Lillehammer'] }])('returns %j as it was sent', async (sent) => {
    const id = await echo();
    const { body } = await execute(id).send({ sent }).expect(200);
    expect(body.output.result).toEqual(sent);
    const started = await execute(id).send({ sent, async: true }).expect(202);
    expect((await finishedJob(server, started.body.jobId))['output']).toMatchObject({ result: sent });
    const status = await owner().get(`/api/workflows/${id}/executions/${body.executionId}?includeOutput=true`).expect(200);
    expect(status.body.finalOutput.result).toEqual(sent);
    const headers = { 'Idempotency-Key': `echo-${JSON.stringify(sent)}` };
    for (let repeat = 0; repeat < 2; repeat += 1) {
      expect((await execute(id).set(headers).send({ sent }).expect(200)).body.output.result).toEqual(sent);
    }
  });

  it('does not answer guesses: 10,000 at once, with a key that can only execute', async () => {
    const { key } = await issueKey(server, { name: 'guess', workspaceId: server.first.workspaceId, scopes: ['execute'] });
    const guesses = Array.from({ length: 10_000 }, (_, index) => String(index).padStart(4, '0'));
    const path = `/api/workflows/${await echo()}/execute`;
    const { body } = await server.as(key).post(path).send({ sent: guesses }).expect(200);
    expect(body.output.result).toEqual(guesses);
    const { text } = await server
      .as(key)
      .post(path)
      .send({ sent: guesses, stream: true, selectedOutputs: ['echo.result', 'use.pin'] });
    expect(text).toContain(pin);
    expect(text).not.toContain('{{PIN}}{{');
    const frames = text.split('\n').filter((line) => line.startsWith('data: {'));
    const chunks = frames.map((line) => JSON.parse(line.slice('data: '.length)) as { blockId?: string; chunk?: string });
    expect(JSON.parse(chunks.find(({ blockId }) => blockId === 'b-echo' || blockId === 'echo')?.chunk ?? '')).toEqual(guesses);
    expect(chunks.find(({ chunk }) => chunk?.includes('{{PIN}}'))).toBeDefined();
  });
});

describe('a trace', () => {
  it('shows the names of secrets in the fields of a request, whatever their length', async () => {
    const id = await deployState(
      server,
      inARow(
        blockWith('call', 'api', {
          url: `${url}/{{REGION}}?pin={{PIN}}`,
          method: 'POST',
          headers: [{ cells: { Key: 'X-Pin', Value: 'pin {{PIN}}' } }],
          body: '{"region": "{{REGION}}", "city": "<start.city>", "key": "{{PASSWORD}}"}',
        }),
      ),
    );
    const { body } = await execute(id).send({ city: 'Oslo' }).expect(200);
    expect(body.output.data).toEqual({ region: 'Oslo', key: secret });
    const trace = await traceOf(body.executionId);
    expect(trace['call']?.input).toMatchObject({
      url: `${url}/{{REGION}}?pin={{PIN}}`,
      headers: { 'X-Pin': 'pin {{PIN}}' },
      body: '{"region":"{{REGION}}","city":"Oslo","key":"{{PASSWORD}}"}',
    });
    expect(trace['call']?.output).toMatchObject({ data: { region: 'Oslo', key: '{{PASSWORD}}' } });
    const effects = await owner().get(`/api/v1/logs/executions/${body.executionId}/effects`).expect(200);
    expect(effects.body.data[0].target).toBe(`POST ${url}/{{REGION}}`);
    expect(await storedEvents(body.executionId)).not.toContain(secret);
  });

  it('contains no encoded form of a secret that code made', async () => {
    const code = `const s = {{PASSWORD}};
      const encode = (text) => { const a = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'; let bits = ''; for (const c of text) bits += c.charCodeAt(0).toString(2).padStart(8, '0'); while (bits.length % 6) bits += '0'; return bits.match(/.{6}/g).map((b) => a[parseInt(b, 2)]).join(''); };
      return { basic: 'Basic ' + encode('user:' + s), upper: s.toUpperCase(), json: JSON.stringify({ s }), hex: [...s].map((c) => c.charCodeAt(0).toString(16)).join(''), escaped: encodeURIComponent(s) };`;
    const { body } = await execute(await deployState(server, inARow(functionBlock('make', code))))
      .send({})
      .expect(200);
    const { basic, upper, json, hex } = body.output.result as Record<string, string>;
    expect(Buffer.from(String(basic).slice(6), 'base64').toString()).toBe(`user:${secret}`);
    const shown = `${await logOf(body.executionId)}${await storedEvents(body.executionId)}`;
    for (const form of [secret, String(basic).slice(14, -2), upper, hex, json]) expect(shown).not.toContain(form);
    expect(shown).toContain('{{PASSWORD}}');
  });

  it('masks a secret that the workflow does not name, and the message of an error', async () => {
    const { body } = await execute(await deployState(server, inARow(functionBlock('fail', 'throw new Error("no " + <start.value>)'))))
      .send({ value: secret })
      .expect(500);
    expect(body.error).toMatch(/^fail: Error: no \{\{PASSWORD\}\}/);
    expect((await traceOf(body.executionId))['fail']?.errorMessage).toContain('no {{PASSWORD}}');
  });

  it('masks a secret in the input of a run, which its blocks and replays receive as it was', async () => {
    const id = await deployState(server, inARow(functionBlock('measure', 'return <start.nested>.value.length')));
    const input = { nested: { value: secret }, text: `Bearer ${secret}` };
    const { body } = await execute(id).send(input).expect(200);
    expect(body.output.result).toBe(secret.length);
    const executionId = body.executionId as string;
    expect(await logOf(executionId)).not.toContain(secret);
    const { body: log } = await owner().get(`/api/v1/logs/${executionId}`).expect(200);
    expect(log.data.executionData.workflowInput).toEqual({ nested: { value: '{{PASSWORD}}' }, text: 'Bearer {{PASSWORD}}' });
    expect(JSON.stringify(log)).not.toContain(secret);
    const events = await owner().get(`/api/v1/logs/executions/${executionId}/events`).expect(200);
    expect(events.text).toContain('Bearer {{PASSWORD}}');
    expect(events.text).not.toContain(secret);
    expect(await storedEvents(executionId)).not.toContain(secret);
    for (const mode of ['live', 'recorded']) {
      const repeated = await owner().post(`/api/workflows/${id}/executions/${executionId}/replay`).send({ mode }).expect(200);
      expect(repeated.body).toMatchObject({ output: { result: secret.length } });
    }
  });

  it('masks a secret in the input of a queued run and of its queued replay, which their blocks receive as it was', async () => {
    const id = await deployState(server, inARow(functionBlock('measure', 'return <start.value>.length')));
    const { body } = await execute(id)
      .send({ input: { value: secret }, async: true })
      .expect(202);
    expect((await finishedJob(server, body.jobId)).output).toMatchObject({ result: secret.length });
    const replay = await owner()
      .post(`/api/workflows/${id}/executions/${body.executionId}/replay`)
      .send({ mode: 'live', async: true })
      .expect(202);
    expect((await finishedJob(server, replay.body.jobId)).output).toMatchObject({ result: secret.length });
    for (const jobId of [body.jobId, replay.body.jobId]) expect(await storedEvents(jobId)).not.toContain(secret);
  });

  it('has its value in the output of an answer that was given asynchronously', async () => {
    const id = await deployState(server, inARow(askBlock('ask'), functionBlock('tell', 'return <start.value>')));
    const asked = await execute(id)
      .send({ input: { value: secret }, async: true })
      .expect(202);
    const { executionId } = asked.body as { executionId: string };
    await eventually(async () => {
      const view = await owner().get(`/api/workflows/${id}/executions/${executionId}`).expect(200);
      expect(view.body.status).toBe('paused');
    });
    const { body } = await owner().post(resumePath(id, executionId)).send({ approved: true }).expect(202);
    expect((await finishedJob(server, body.jobId)).output).toMatchObject({ result: secret });
    expect(await storedEvents(body.jobId)).not.toContain(secret);
  });

  it('shows no fields that are named like credentials, which later blocks and replays receive', async () => {
    const id = await deployState(
      server,
      inARow(
        functionBlock('make', 'return { accessToken: <start.password> + "!", nextPageToken: "p2" }'),
        blockWith('call', 'api', {
          url,
          method: 'POST',
          headers: [{ cells: { Key: 'Authorization', Value: 'Bearer <make.result.accessToken>' } }],
          body: '{"password": "<start.password>"}',
        }),
        functionBlock('use', 'return <make.result.accessToken> + <start.password>'),
      ),
    );
    const { body } = await execute(id).send({ password: 'first-password' }).expect(200);
    expect(body.output.result).toBe('first-password!first-password');
    expect(received.at(-1)?.authorization).toBe('Bearer first-password!');
    const trace = await traceOf(body.executionId);
    expect(trace['make']?.output).toMatchObject({ result: { accessToken: '[REDACTED]', nextPageToken: 'p2' } });
    expect(trace['call']?.input).toMatchObject({ headers: { Authorization: '[REDACTED]' } });
    const { body: log } = await owner().get(`/api/v1/logs/${body.executionId}`).expect(200);
    expect(log.data.executionData.workflowInput).toEqual({ password: '[REDACTED]' });
    const replay = { mode: 'recorded' };
    const repeated = await owner().post(`/api/workflows/${id}/executions/${body.executionId}/replay`).send(replay).expect(200);
    expect((repeated.body as JsonObject)['output']).toMatchObject({ result: 'first-password!first-password' });
  });
});
