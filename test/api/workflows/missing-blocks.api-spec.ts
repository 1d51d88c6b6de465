import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { startFakeModels, type FakeModels } from '../../support/fake-models.js';
import { blockWith, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let fake: FakeModels;
let server: TestApp;
let directory: string;

beforeAll(async () => {
  fake = await startFakeModels();
  directory = await mkdtemp(join(tmpdir(), 'sluice-models-'));
  const file = join(directory, 'models.json');
  const provider = { id: 'fake', kind: 'openai-compatible', baseUrl: `${fake.url}/v1`, allowPrivate: true, models: [{ id: 'echo' }] };
  await writeFile(file, JSON.stringify({ providers: [provider] }));
  server = await startTestApp({ env: { SLUICE_MODELS_FILE: file } });
}, 60_000);
afterAll(async () => {
  await server.close();
  await fake.stop();
  await rm(directory, { recursive: true });
});

const owner = () => server.as(server.first.apiKey);

interface Problem {
  readonly blockId: string;
  readonly field: string;
  readonly message: string;
  readonly code: string;
}

interface Tried {
  readonly id: string;
  readonly imported: readonly Problem[];
  readonly deployed: readonly Problem[];
  readonly warnings: readonly Problem[];
  readonly status: number;
}

/** Imports a document with one block, and tries to deploy it. @returns the problems of both */
async function tried(type: string, fields: JsonObject): Promise<Tried> {
  const workflow = inARow({ ...blockWith('b', type, fields), name: 'Mine' });
  const { workspaceId } = server.first;
  const { body } = await owner().post('/api/v1/workflows/import').send({ workspaceId, workflow }).expect(201);
  const answer = await owner().post(`/api/v1/workflows/${body.data.id}/deploy`);
  return {
    id: body.data.id as string,
    imported: body.data.problems as Problem[],
    deployed: answer.body.details ?? [],
    warnings: answer.body.data?.warnings ?? [],
    status: answer.status,
  };
}

describe('an imported block that this server cannot run', () => {
  it.each<[string, JsonObject]>([
    ['translate', { context: 'Hello', targetLanguage: 'fr', model: 'gpt-4o' }],
    ['vision', { imageUrl: 'https://files.example/a.png', model: 'gpt-4o', prompt: 'What is it?' }],
    ['vision_v2', { imageFileReference: '<start.file>', model: 'gpt-4o' }],
    ['image_generator', { provider: 'openai', model: 'dall-e-3', prompt: 'A boat' }],
    ['image_generator_v2', { provider: 'gemini', prompt: 'A boat' }],
    ['tts', { provider: 'openai', text: 'Hello', voice: 'alloy' }],
    ['stt', { provider: 'whisper', audioUrl: 'https://files.example/a.mp3' }],
    ['stt_v2', { provider: 'deepgram' }],
    ['embeddings', { input: 'Hello', provider: 'openai' }],
    ['openai', { input: 'Hello', model: 'text-embedding-3-small' }],
    ['thinking', { thought: 'Well' }],
  ])('of type %s is imported, and named when it is to be deployed', async (type, fields) => {
    const { imported, deployed, status } = await tried(type, fields);
    const message = `Block "Mine" has the type "${type}", which this server does not support`;
    expect(imported).toMatchObject([{ field: 'type', message }]);
    expect({ status, deployed }).toMatchObject({ status: 400, deployed: [{ field: 'type', message }] });
  });

  it.each<[string, JsonObject, string, string]>([
    ['guardrails', { input: 'x', validationType: 'pii', piiEntityTypes: ['PERSON'], piiMode: 'mask' }, 'validationType', '"pii"'],
    ['guardrails', { input: 'x', validationType: 'hallucination', model: 'gpt-4o' }, 'validationType', '"hallucination"'],
    ['knowledge', { operation: 'list_chunks', knowledgeBaseId: '<start.base>' }, 'operation', 'must be one of search, create_document'],
  ])('but whose type %s it has, is refused with the field: %j', async (type, fields, field, named) => {
    const { imported, deployed, status } = await tried(type, fields);
    const problem = { field, message: expect.stringContaining(named) };
    expect(imported).toMatchObject([problem]);
    expect({ status, deployed }).toMatchObject({ status: 400, deployed: [problem] });
  });

  it.each<[JsonObject]>([
    [{ azureEndpoint: 'https://models.example', azureApiVersion: '2026-01-01' }],
    [{ vertexProject: 'p', vertexLocation: 'europe-west1', vertexCredential: 'c' }],
    [{ bedrockAccessKeyId: 'id', bedrockSecretKey: 'key', bedrockRegion: 'eu-central-1' }],
    [{ previousInteractionId: 'i-1' }],
  ])('as far as fields of an agent go, is deployed with a warning for each: %j', async (fields) => {
    const { status, warnings } = await tried('agent', { model: 'fake/echo', messages: [{ role: 'user', content: 'Hello' }], ...fields });
    expect(status).toBe(200);
    expect(warnings.map(({ field, code }) => [field, code])).toEqual(Object.keys(fields).map((field) => [field, 'unknown_field']));
  });

  it('as no provider has its model, is deployed with a warning, and its runs are refused with the name of the model', async () => {
    const { id, warnings } = await tried('agent', { model: 'azure/gpt-4o', messages: [{ role: 'user', content: 'Hello' }] });
    const message = expect.stringContaining('No provider has the model "azure/gpt-4o"');
    expect(warnings).toMatchObject([{ field: 'model', code: 'unusable_model', message }]);
    const { body } = await owner().post(`/api/workflows/${id}/execute`).send({});
    expect(body).toMatchObject({ success: false, error: message });
  });
});
