import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RunIdentity } from '#blocks/ports/run-identity.js';
import type { ModelUsage } from '#engine/agents/model-answer.js';
import { DomainError } from '#kernel/errors.js';
import { ProviderDirectory } from '#modules/models/index.js';
import { eventually } from '../../support/eventually.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const folder = mkdtempSync(join(tmpdir(), 'sluice-models-'));
const path = join(folder, 'models.json');
const usage: ModelUsage = { input: 1_000_000, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0, estimated: false };
const local = {
  id: 'local',
  kind: 'openai-compatible',
  baseUrl: 'http://127.0.0.1:9/v1',
  allowPrivate: true,
  headers: { 'x-team': 'support' },
  models: [
    { id: 'llama', alias: ['small'], contextWindow: 8_192, capabilities: ['tools'], prices: { input: 0.25, output: 0 } },
    { id: 'unpriced' },
  ],
};
const keyed = { id: 'keyed', kind: 'anthropic', apiKeyEnv: 'KEYED_KEY' };
const unset = { id: 'unset', kind: 'google', apiKeyEnv: 'UNSET_KEY' };

let server: TestApp;
let run: RunIdentity;
let directory: ProviderDirectory;

beforeAll(async () => {
  write({ providers: [local, keyed, unset], default: 'small', deny: ['claude-opus*'] });
  server = await startTestApp({ env: { SLUICE_MODELS_FILE: path, KEYED_KEY: 'k-secret', SLUICE_PLANS_FILE: plans() } });
  directory = server.app.get(ProviderDirectory);
  run = { workspaceId: server.first.workspaceId, workflowId: '', callChain: [], executionId: '', userId: '', accountId: '' };
}, 60_000);
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => policies(null, null));

describe('a model of the operator', () => {
  it('is found by id, alias and provider, and by the empty name if it is the default', async () => {
    for (const name of ['llama', 'small', 'local/llama', 'local/small', ''])
      expect(await directory.resolve(name, run, false)).toMatchObject({
        provider: 'local',
        model: 'llama',
        keyOf: 'operator',
        source: 'operator',
      });
  });

  it('has what the file says, and what the server knows of the rest', async () => {
    expect(await directory.resolve('small', run, false)).toEqual({
      name: 'small',
      provider: 'local',
      providerName: 'local',
      model: 'llama',
      source: 'operator',
      keyOf: 'operator',
      capabilities: ['tools'],
      contextWindow: 8_192,
      maxOutput: null,
    });
    expect(await directory.resolve('claude-haiku-4-5', run, false)).toMatchObject({
      keyOf: 'operator',
      contextWindow: 200_000,
      maxOutput: 64_000,
    });
  });

  it('is reached with the key of the environment', async () => {
    const claude = await directory.resolve('claude-haiku-4-5', run, false);
    expect(await directory.connection(claude, run)).toEqual({
      place: { provider: 'operator/keyed', origin: 'https://api.anthropic.com' },
      kind: 'anthropic',
      baseUrl: 'https://api.anthropic.com/v1',
      apiKey: 'k-secret',
      headers: {},
      concurrency: 64,
      idleTimeoutMs: 120_000,
      allowsPrivate: false,
      lacks: [],
    });
    const llama = await directory.resolve('llama', run, false);
    expect(await directory.connection(llama, run)).toMatchObject({
      apiKey: undefined,
      allowsPrivate: true,
      headers: { 'x-team': 'support' },
    });
  });

  it('costs what the file says, then what the catalogue says, then it is unknown', async () => {
    const cost = async (name: string): Promise<unknown> =>
      (await directory.pricing(await directory.resolve(name, run, false), run))(usage, new Date());
    expect(await cost('llama')).toMatchObject({ totalNanoUsd: 250_000_000, pricedAs: 'local/llama', catalogue: 'operator' });
    expect(await cost('claude-haiku-4-5')).toMatchObject({ totalNanoUsd: 1_000_000_000, pricedAs: 'anthropic/claude-haiku-4-5' });
    expect(await cost('unpriced')).toBeNull();
  });

  it('is refused with the five nearest names if its name is unknown', async () => {
    const refusal = await refusalOf('lama');
    expect(refusal).toMatchObject({ kind: 'invalid', code: 'UNKNOWN_MODEL', details: [{ path: ['model'] }] });
    expect(refusal.message).toMatch(/^No provider has the model "lama". The nearest names are llama, small(, [^,]+){3}$/);
  });

  it('is refused without its key, unless the block has one', async () => {
    expect(await refusalOf('gemini-2.5-flash')).toMatchObject({ code: 'MODEL_KEY_MISSING', message: expect.stringContaining('UNSET_KEY') });
    const own = await directory.resolve('gemini-2.5-flash', run, true);
    expect(own).toMatchObject({ provider: 'unset', keyOf: 'block' });
    expect(await directory.connection(own, run)).toMatchObject({ apiKey: undefined });
  });

  it('may be one of a vendor without a provider if the block has a key', async () => {
    expect(await refusalOf('gpt-4o')).toMatchObject({ code: 'UNKNOWN_MODEL' });
    const own = await directory.resolve('gpt-4o', run, true);
    expect(own).toMatchObject({ provider: 'openai', keyOf: 'block' });
    expect(await directory.connection(own, run)).toMatchObject({ baseUrl: 'https://api.openai.com/v1' });
  });
});

describe('a model that a policy denies', () => {
  it('is denied under the longer name that Gemini has for it, too', async () => {
    await policies(null, { deny: ['gemini-2.5-pro*'] });
    await expect(directory.resolve('unset/models/gemini-2.5-pro', run, true)).rejects.toMatchObject({ code: 'MODEL_NOT_ALLOWED' });
    await policies(null, { deny: ['unset/gemini-2.5-pro'] });
    await expect(directory.resolve('unset/models/gemini-2.5-pro', run, true)).rejects.toMatchObject({ code: 'MODEL_NOT_ALLOWED' });
  });

  it('is not allowed by a provider of the workspace that is named like one of the operator', async () => {
    const { workspaceId, apiKey } = server.first;
    const own = { workspaceId, name: 'Keyed', kind: 'openai-compatible', baseUrl: 'https://models.example/v1' };
    const { body } = await server.as(apiKey).post('/api/v1/model-providers').send(own).expect(409);
    expect(body.code).toBe('DUPLICATE_NAME');
    const { body: created } = await server
      .as(apiKey)
      .post('/api/v1/model-providers')
      .send({ ...own, name: 'mine' })
      .expect(200);
    await server.as(apiKey).patch(`/api/v1/model-providers/${created.data.id}`).send({ name: 'keyed' }).expect(409);
    await server.as(apiKey).delete(`/api/v1/model-providers/${created.data.id}`).expect(200);
  });
});

describe('the models file', () => {
  it('is read again when it changes, and a bad one leaves the former in use', async () => {
    const llama = await directory.resolve('llama', run, false);
    write({ providers: [{ ...local, id: 'renamed' }, keyed, unset], default: 'small', deny: ['claude-opus*'] });
    await eventually(async () => expect(await directory.resolve('llama', run, false)).toMatchObject({ provider: 'renamed' }));
    await expect(directory.connection(llama, run)).rejects.toMatchObject({ code: 'MODEL_PROVIDER_GONE' });
    write({ providers: [{ ...local, id: 'Bad Name' }] });
    process.emit('SIGHUP');
    expect(await directory.resolve('llama', run, false)).toMatchObject({ provider: 'renamed' });
    expect(server.logLines.at(-1)).toMatchObject({ path, problems: ['providers[0].id must be 1 to 50 of a-z 0-9 . _ -'] });
    write({ providers: [local, keyed, unset], default: 'small', deny: ['claude-opus*'] });
    process.emit('SIGHUP');
    expect(await directory.resolve('llama', run, false)).toMatchObject({ provider: 'local' });
  });
});

describe('a policy of models', () => {
  it.each([
    ['of the file', 'claude-opus-5', null, null],
    ['of the plan', 'claude-fable-5', null, null],
    ['of the organization', 'llama', { deny: ['local/*'] }, null],
    ['of the workspace', 'llama', null, { allow: ['claude-*'] }],
    ['of the workspace about hosts', 'llama', null, { deny: ['host:127.0.0.1'] }],
  ])('%s denies a model', async (_, name, organization, workspace) => {
    await policies(organization, workspace);
    expect(await refusalOf(name)).toMatchObject({ kind: 'forbidden', code: 'MODEL_NOT_ALLOWED' });
  });

  it('stops a run that began before at its next call', async () => {
    const before = await directory.resolve('llama', run, false);
    await policies(null, { deny: ['llama'] });
    await expect(directory.connection(before, run)).rejects.toMatchObject({ code: 'MODEL_NOT_ALLOWED' });
  });

  it('that requires prices stops a run that began before at its next call', async () => {
    const before = await directory.resolve('unpriced', run, false);
    await policies(null, { requirePrices: true });
    await expect(directory.connection(before, run)).rejects.toMatchObject({ code: 'MODEL_PRICE_UNKNOWN' });
  });

  it('requires prices', async () => {
    await policies(null, { requirePrices: true });
    expect(await refusalOf('unpriced')).toMatchObject({ code: 'MODEL_PRICE_UNKNOWN' });
    expect(await directory.resolve('llama', run, false)).toMatchObject({ model: 'llama' });
  });

  it('is shown with the workspace, and replaced as a whole', async () => {
    await policies(null, { requirePrices: true });
    await policies(null, { contents: 'none' });
    const { body } = await owner().get(`/api/v1/workspaces/${run.workspaceId}`).expect(200);
    expect(body.data.modelPolicy).toEqual({ contents: 'none' });
  });

  it('is refused with a path for each problem', async () => {
    const sent = { modelPolicy: { contents: 'all', deny: [7] } };
    for (const place of [`workspaces/${run.workspaceId}`, `organizations/${server.first.organizationId}`]) {
      const { body } = await owner().patch(`/api/v1/${place}`).send(sent).expect(400);
      expect(body.details.map(({ path: at }: { path: unknown }) => at)).toEqual([
        ['modelPolicy', 'contents'],
        ['modelPolicy', 'deny', 0],
      ]);
    }
    await owner().patch(`/api/v1/workspaces/${run.workspaceId}`).send({ modelPolicy: [] }).expect(400);
  });
});

async function refusalOf(name: string): Promise<DomainError> {
  const outcome: unknown = await directory.resolve(name, run, false).catch((error: unknown) => error);
  if (outcome instanceof DomainError) return outcome;
  throw new Error(`${name} was not refused: ${JSON.stringify(outcome)}`);
}

async function policies(organization: object | null, workspace: object | null): Promise<void> {
  await owner().patch(`/api/v1/organizations/${server.first.organizationId}`).send({ modelPolicy: organization }).expect(200);
  await owner().patch(`/api/v1/workspaces/${run.workspaceId}`).send({ modelPolicy: workspace }).expect(200);
}

function owner(): ReturnType<TestApp['as']> {
  return server.as(server.first.apiKey);
}

function write(file: object): void {
  writeFileSync(path, JSON.stringify(file));
}

function plans(): string {
  const file = join(folder, 'plans.json');
  const limits = { syncPerMinute: 60_000, asyncPerMinute: 60_000, apiPerMinute: 60_000, costLimitUsd: null, concurrentRuns: null };
  const none = { concurrentRunsPerWorkflow: null, storageBytes: null, isEnterprise: true };
  writeFileSync(file, JSON.stringify({ plans: { selfhosted: { ...limits, ...none, modelPolicy: { deny: ['claude-fable*'] } } } }));
  return file;
}
