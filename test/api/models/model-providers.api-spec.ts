import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunIdentity } from '#blocks/ports/run-identity.js';
import { ProviderDirectory } from '#modules/models/index.js';
import { eventually } from '../../support/eventually.js';
import { createUser } from '../../support/issue-key.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const absent = '00000000-0000-4000-8000-000000000000';
const key = 'vendor-key-that-no-answer-shows';
const heard: Pick<IncomingMessage, 'url' | 'headers'>[] = [];
let server: TestApp;
let vendor: Server;
let baseUrl: string;
let answer: { readonly status: number; readonly body: string };
let workspaceId: string;
let count = 0;

beforeAll(async () => {
  vendor = createServer(({ url, headers }, response) => {
    heard.push({ url, headers });
    if (url === '/v1/models/gone') return response.writeHead(404).end();
    response
      .writeHead(answer.status, { 'content-type': 'application/json', ...(answer.status === 302 ? { location: '/elsewhere' } : {}) })
      .end(answer.body);
  });
  await new Promise<void>((listening) => vendor.listen(0, '127.0.0.1', listening));
  baseUrl = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}/v1`;
  server = await startTestApp({ env: { SLUICE_OUTBOUND_ALLOW: '127.0.0.1', SLUICE_OPENAI_API_KEY: 'operators-key' } });
  workspaceId = server.first.workspaceId;
  await owner()
    .put(`/api/v1/workspaces/${workspaceId}/environment`)
    .send({ variables: { VENDOR_KEY: key } })
    .expect(200);
}, 60_000);
afterAll(async () => {
  await server.close();
  vendor.close();
});
afterEach(async () => {
  const { body } = await owner().get(`/api/v1/model-providers?workspaceId=${workspaceId}`).expect(200);
  for (const { id } of body.data as { id: string }[]) await owner().delete(`/api/v1/model-providers/${id}`).expect(200);
});

describe('a model provider of a workspace', () => {
  it('is created with the defaults of its kind, listed and deleted', async () => {
    const provider = await create({ kind: 'anthropic', apiKey: '{{ VENDOR_KEY }}' });
    expect(provider).toEqual({
      id: expect.any(String),
      workspaceId,
      name: expect.any(String),
      kind: 'anthropic',
      baseUrl: 'https://api.anthropic.com/v1',
      hasApiKey: true,
      headers: {},
      idleTimeoutMs: 120_000,
      models: null,
      lacks: [],
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
    const { body } = await owner().get(`/api/v1/model-providers?workspaceId=${workspaceId}`).expect(200);
    expect(body).toEqual({ data: [provider], nextCursor: null });
    await owner().delete(`/api/v1/model-providers/${provider.id}`).expect(200);
    await owner().delete(`/api/v1/model-providers/${provider.id}`).expect(404);
  });

  it.each([
    ['a kind that is none', { kind: 'grok' }, ['kind']],
    ['no kind', {}, ['kind']],
    ['no address', { kind: 'openai-compatible' }, ['baseUrl']],
    ['an address with a password', { kind: 'openai', baseUrl: 'https://a:b@models.example/v1' }, ['baseUrl']],
    ['another protocol', { kind: 'openai', baseUrl: 'file:///etc/passwd' }, ['baseUrl']],
    ['a public address without TLS', { kind: 'openai', baseUrl: 'http://192.0.2.1/v1' }, ['baseUrl']],
    ['a private address that is not allowed', { kind: 'openai', baseUrl: 'http://10.0.0.1/v1' }, ['baseUrl']],
    ['a key instead of a variable', { kind: 'openai', apiKey: 'sk-abc' }, ['apiKey']],
    ['a header that carries a key', { kind: 'openai', headers: { Authorization: 'Bearer x' } }, ['headers', 'Authorization']],
    [
      'a header that carries a key of a gateway',
      { kind: 'openai', headers: { 'x-team': 'support', 'cf-aig-authorization': 'Bearer x' } },
      ['headers', 'cf-aig-authorization'],
    ],
    [
      'a header that carries a subscription',
      { kind: 'openai', headers: { 'Ocp-Apim-Subscription-Key': 'x' } },
      ['headers', 'Ocp-Apim-Subscription-Key'],
    ],
    ['a header of the connection', { kind: 'openai', headers: { host: 'x' } }, ['headers', 'host']],
    ['a header with a line break', { kind: 'openai', headers: { 'x-a': 'b\r\nc: d' } }, ['headers', 'x-a']],
    [
      'a price that is none',
      { kind: 'openai', models: [{ id: 'a', prices: { input: 'free', output: 0 } }] },
      ['models', 0, 'prices', 'input'],
    ],
    ['a model name with a control character', { kind: 'openai', models: [{ id: 'a\u0007b' }] }, ['models', 0, 'id']],
    ['an unknown field of a model', { kind: 'openai', models: [{ id: 'a', price: 1 }] }, ['models', 0, 'price']],
    ['an unknown field', { kind: 'openai', apikey: '{{A}}' }, ['apikey']],
  ])('is refused with %s (AC-135)', async (_, fields, path) => {
    const { body } = await owner()
      .post('/api/v1/model-providers')
      .send({ workspaceId, name: 'bad', ...fields })
      .expect(400);
    expect(body.details[0].path).toEqual(path);
    expect(JSON.stringify(body)).not.toContain('sk-abc');
  });

  it('has a port of another protocol than HTTP only if the operator lists it', async () => {
    const refused = { workspaceId, name: 'discard', kind: 'openai', baseUrl: 'http://127.0.0.1:9/v1' };
    const { body } = await owner().post('/api/v1/model-providers').send(refused).expect(400);
    expect(body.details).toMatchObject([{ path: ['baseUrl'], message: expect.stringContaining('port 9 of another protocol') }]);
  });

  it('has a name that no other provider of the workspace has', async () => {
    const { name } = await create({ kind: 'openai' });
    const again = { workspaceId, name: name.toUpperCase(), kind: 'openai' };
    expect((await owner().post('/api/v1/model-providers').send(again).expect(409)).body.code).toBe('DUPLICATE_NAME');
    const other = await create({ kind: 'openai' });
    await owner().patch(`/api/v1/model-providers/${other.id}`).send({ name }).expect(409);
    const both = await Promise.all(
      [1, 2].map(() => owner().post('/api/v1/model-providers').send({ workspaceId, name: 'race', kind: 'openai' })),
    );
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  });

  it('keeps its key at the origin that it was entered for (AC-136)', async () => {
    const { id } = await create({ kind: 'openai', apiKey: '{{VENDOR_KEY}}' });
    const change = (changes: object): ReturnType<ReturnType<TestApp['as']>['patch']> =>
      owner().patch(`/api/v1/model-providers/${id}`).send(changes);
    const moved = await change({ baseUrl: 'https://elsewhere.example/v1' }).expect(400);
    expect(moved.body.details).toEqual([
      { path: ['apiKey'], message: expect.stringContaining('https://api.openai.com'), code: 'key_bound_to_origin' },
    ]);
    await change({ baseUrl: 'https://api.openai.com/v2' }).expect(200);
    const removed = await change({ baseUrl: 'https://elsewhere.example/v1', apiKey: null }).expect(200);
    expect(removed.body.data).toMatchObject({ baseUrl: 'https://elsewhere.example/v1', hasApiKey: false });
    await change({ baseUrl: 'https://api.openai.com/v1', apiKey: '{{VENDOR_KEY}}' }).expect(200);
  });

  it('is listed for readers and changed by admins, and is absent for strangers', async () => {
    const { id } = await create({ kind: 'openai' });
    const reader = await createUser(server);
    await owner().post(`/api/v1/workspaces/${workspaceId}/members`).send({ email: reader.email, permission: 'read' }).expect(200);
    await server.as(reader.key).get(`/api/v1/model-providers?workspaceId=${workspaceId}`).expect(200);
    await server.as(reader.key).delete(`/api/v1/model-providers/${id}`).expect(403);
    const stranger = server.as((await createUser(server)).key);
    const foreign = await stranger.patch(`/api/v1/model-providers/${id}`).send({ name: 'x' }).expect(404);
    expect((await stranger.patch(`/api/v1/model-providers/${absent}`).send({ name: 'x' }).expect(404)).body).toEqual(foreign.body);
    await stranger.post('/api/v1/model-providers/nonsense/test').expect(404);
  });

  it('is audited without its key', async () => {
    const { id, name } = await create({ kind: 'openai', apiKey: '{{VENDOR_KEY}}' });
    await owner().patch(`/api/v1/model-providers/${id}`).send({ idleTimeoutMs: 5_000 }).expect(200);
    await owner().delete(`/api/v1/model-providers/${id}`).expect(200);
    const actions = await eventually(async () => {
      const { body } = await owner().get(`/api/v1/audit-logs?workspaceId=${workspaceId}`).expect(200);
      const entries = (body.data as { action: string; resourceId: string }[]).filter(({ resourceId }) => resourceId === id);
      if (entries.length < 3) throw new Error('The entries are not there yet');
      return entries;
    }, 20_000);
    expect(actions.map(({ action }) => action).toSorted()).toEqual([
      'model_provider.created',
      'model_provider.deleted',
      'model_provider.updated',
    ]);
    expect(JSON.stringify(actions)).toContain(name);
    expect(JSON.stringify(actions)).not.toContain(key);
  });

  it('is deleted with its workspace', async () => {
    const made = await owner().post('/api/v1/workspaces').send({ name: 'Short' }).expect(200);
    const other = made.body.data.id as string;
    await owner().post('/api/v1/model-providers').send({ workspaceId: other, name: 'x', kind: 'openai' }).expect(200);
    await owner().delete(`/api/v1/workspaces/${other}`).expect(200);
    await server.database.housekeeper.tidy();
    const { rows } = await server.database.pool.query('select 1 from model_provider where workspace_id = $1', [other]);
    expect(rows).toEqual([]);
  });
});

describe('the test of a model provider', () => {
  it('names the field of the request when the name to test is unknown', async () => {
    const { body } = await owner().post('/api/v1/models/test').send({ workspaceId, name: 'no such model' }).expect(400);
    expect(body).toMatchObject({ code: 'UNKNOWN_MODEL', details: [{ path: ['name'] }] });
  });

  it('lists the models that the provider names, and sends it the key', async () => {
    answer = { status: 200, body: JSON.stringify({ data: [{ id: 'llama' }, { id: 'qwen' }, {}] }) };
    const { id, name } = await create({ kind: 'openai-compatible', baseUrl, apiKey: '{{VENDOR_KEY}}', headers: { 'x-team': 'a' } });
    const { body } = await owner().post(`/api/v1/model-providers/${id}/test`).expect(200);
    expect(body).toEqual({ data: { ok: true, latencyMs: expect.any(Number), models: ['llama', 'qwen'] } });
    expect(heard.at(-1)).toMatchObject({ url: '/v1/models', headers: { authorization: `Bearer ${key}`, 'x-team': 'a' } });
    const byName = (text: string): Promise<{ readonly body: unknown }> =>
      owner().post('/api/v1/models/test').send({ workspaceId, name: text }).expect(200);
    expect((await byName(`${name}/llama`)).body).toMatchObject({ data: { ok: true, provider: name, model: 'llama' } });
    expect((await byName(`${name}/gone`)).body).toMatchObject({ data: { ok: false, error: expect.stringContaining('gone') } });
    expect((await byName(`${name}/alias/unlisted`)).body).toMatchObject({ data: { ok: true, model: 'alias/unlisted' } });
    expect(heard.at(-1)?.url).toBe('/v1/models/alias%2Funlisted');
    expect((await byName(name)).body).toMatchObject({ data: { ok: true, model: null } });
  });

  it.each([
    [401, '{"error": "bad key vendor-key-that-no-answer-shows"}', /refused the key with status 401/],
    [404, '', /check baseUrl/],
    [500, '', /status 500/],
    [302, '', /./],
    [200, 'hello', /not with a list of models/],
  ])('says what is wrong when the provider answers with %p', async (status, body, error) => {
    answer = { status, body };
    const { id } = await create({ kind: 'openai-compatible', baseUrl, apiKey: '{{VENDOR_KEY}}' });
    const tested = await owner().post(`/api/v1/model-providers/${id}/test`).expect(200);
    expect(tested.body.data).toMatchObject({ ok: false, error: expect.stringMatching(error) });
    expect(JSON.stringify(tested.body)).not.toContain(key);
    expect(heard.at(-1)?.url).toBe('/v1/models');
  });

  it('says that a variable is not set', async () => {
    const { id } = await create({ kind: 'openai', apiKey: '{{ABSENT_KEY}}' });
    const { body } = await owner().post(`/api/v1/model-providers/${id}/test`).expect(200);
    expect(body.data).toMatchObject({ ok: false, error: expect.stringContaining('{{ABSENT_KEY}}') });
  });
});

describe('the models of a workspace', () => {
  it('are those of its providers, then those of the operator', async () => {
    const models = [{ id: 'gpt-4o', alias: ['ours'], prices: { input: 1, output: 2 }, contextWindow: 1_000 }, { id: 'plain' }];
    const { name } = await create({ kind: 'openai-compatible', baseUrl, models });
    const { body } = await owner().get(`/api/v1/models?workspaceId=${workspaceId}`).expect(200);
    const [first, second, ...rest] = body.data as { name: string; source: string; isPriced: boolean }[];
    expect(first).toEqual({
      id: 'gpt-4o',
      name: `${name}/gpt-4o`,
      aliases: ['ours'],
      provider: name,
      source: 'workspace',
      contextWindow: 1_000,
      maxOutput: 16_384,
      capabilities: ['tools', 'vision', 'files', 'json'],
      prices: { input: 1, output: 2 },
      isPriced: true,
      isDefault: false,
    });
    expect(second).toMatchObject({ id: 'plain', prices: null, isPriced: false });
    expect(rest.find((model) => model.name === 'openai/gpt-4o')).toMatchObject({
      source: 'operator',
      isPriced: true,
      prices: { input: 2.5, cachedInput: 1.25, output: 10 },
    });
  });

  it('have headers with keys of gateways, from the environment of the workspace', async () => {
    const directory = server.app.get(ProviderDirectory);
    const run: RunIdentity = { workspaceId, workflowId: '', callChain: [], executionId: '', userId: '', accountId: '' };
    const headers = { 'cf-aig-authorization': 'Bearer {{ VENDOR_KEY }}', 'x-team': 'support' };
    const { id, name } = await create({ kind: 'openai-compatible', baseUrl, models: [{ id: 'gated' }], headers });
    const model = await directory.resolve('gated', run, false);
    expect((await directory.connection(model, run)).headers).toEqual({ 'cf-aig-authorization': `Bearer ${key}`, 'x-team': 'support' });
    await owner()
      .patch(`/api/v1/model-providers/${id}`)
      .send({ headers: { 'x-token': '{{UNSET_KEY}}' } })
      .expect(200);
    await eventually(async () => {
      const refusal = directory.connection(model, run);
      await expect(refusal).rejects.toMatchObject({
        code: 'MODEL_KEY_MISSING',
        message: expect.stringContaining(`${name} needs {{UNSET_KEY}}`),
      });
    });
  });

  it('are resolved in that order, and paid for with the key of the workspace', async () => {
    const directory = server.app.get(ProviderDirectory);
    const run: RunIdentity = { workspaceId, workflowId: '', callChain: [], executionId: '', userId: '', accountId: '' };
    expect(await directory.resolve('gpt-4o', run, false)).toMatchObject({ source: 'operator', keyOf: 'operator' });
    const { id, name } = await create({
      kind: 'openai-compatible',
      baseUrl,
      models: [{ id: 'gpt-4o', prices: { input: 1, output: 2 } }],
      apiKey: '{{VENDOR_KEY}}',
    });
    const own = await directory.resolve('gpt-4o', run, false);
    expect(own).toMatchObject({ provider: id, providerName: name, source: 'workspace', keyOf: 'workspace' });
    const pricing = await directory.pricing(own, run);
    expect(await directory.connection(own, run)).toMatchObject({ apiKey: key, baseUrl, allowsPrivate: false });
    const other = { ...run, workspaceId: absent };
    await expect(directory.connection(own, other)).rejects.toMatchObject({ code: 'MODEL_PROVIDER_GONE' });
    expect(await directory.resolve('openai/gpt-4o', run, false)).toMatchObject({ source: 'operator' });
    await owner().delete(`/api/v1/model-providers/${id}`).expect(200);
    await expect(directory.connection(own, run)).rejects.toMatchObject({ code: 'MODEL_PROVIDER_GONE' });
    // The answer of a call that was under way costs what it would have cost.
    const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, reasoning: 0, estimated: false };
    expect(pricing(usage, new Date())).toMatchObject({ totalNanoUsd: 3_000, catalogue: 'workspace' });
    expect((await directory.pricing(own, run))(usage, new Date())).toBeNull();
  });

  it('have a circuit breaker for each provider', async () => {
    answer = { status: 503, body: '' };
    const { id, name } = await create({ kind: 'openai-compatible', baseUrl });
    // Each process has its circuit breakers.
    const beside = await startTestApp({ env: { SLUICE_OUTBOUND_ALLOW: '127.0.0.1' }, beside: server });
    const client = beside.as(server.first.apiKey);
    const health = async (): Promise<unknown> => {
      const { body } = await client.get(`/api/v1/models/health?workspaceId=${workspaceId}`).expect(200);
      return (body.data as { providers: string[] }[]).find(({ providers }) => providers.includes(name));
    };
    for (let tries = 0; tries < 5; tries += 1) await client.post(`/api/v1/model-providers/${id}/test`).expect(200);
    expect(await health()).toMatchObject({ origin: new URL(baseUrl).origin, state: 'open', lastError: { kind: 'unavailable' } });
    answer = { status: 200, body: '{"data": []}' };
    await client.post(`/api/v1/model-providers/${id}/test`).expect(200);
    expect(await health()).toMatchObject({ state: 'closed', failures: 0 });
    await beside.close();
  });
});

interface Created {
  readonly id: string;
  readonly name: string;
}

async function create(fields: object): Promise<Created> {
  const { body } = await owner()
    .post('/api/v1/model-providers')
    .send({ workspaceId, name: `own ${(count += 1)}`, ...fields })
    .expect(200);
  return body.data as Created;
}

function owner(): ReturnType<TestApp['as']> {
  return server.as(server.first.apiKey);
}
