import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '#kernel/json.js';
import { startFakeModels, type FakeModels } from '../fake-models.js';
import { uploaded } from '../file-api.js';
import { KnowledgeApi } from '../knowledge/knowledge-api.js';
import { blockWith, deployState } from '../run-api.js';
import { TableClient } from '../table-api.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { anEdge, aState } from '../workflow-documents.js';

/** Exported documents of another editor. */
const folder = new URL('../../fixtures/workflows/models/', import.meta.url);

export const documentNames = readdirSync(folder).map((file) => file.replace('.json', ''));

/** Of all models, in dollars for a million tokens. */
export const prices = { input: 3, output: 15 };

/** A run of an imported document. */
export interface Ran {
  readonly status: number;
  readonly body: JsonObject;
  readonly cost: { readonly total: number };
  /** The outputs of the blocks for models, in the order of the trace. */
  readonly outputs: readonly JsonObject[];
  /** The whole log entry as text. */
  readonly log: string;
}

/** A part of the trace. */
interface Span {
  readonly type: string;
  readonly output?: JsonObject;
  readonly children: readonly Span[];
}

const modelBlocks = new Set(['agent', 'router', 'router_v2', 'evaluator', 'guardrails']);
const flat = (spans: readonly Span[]): readonly Span[] => spans.flatMap((span) => [span, ...flat(span.children)]);

/** A server whose providers are the test provider, under the names of the vendors' models, and that has what the documents name. */
export class ImportedModels {
  /** In this workspace the models answer with JSON that does not fit. */
  #wrongWorkspace = '';
  /** What documents name, and what it is on this server. */
  readonly #kept = new Map<string, string>();

  private constructor(
    readonly fake: FakeModels,
    readonly server: TestApp,
    readonly orders: Orders,
    private readonly directory: string,
  ) {}

  static async start(): Promise<ImportedModels> {
    const fake = await startFakeModels();
    const directory = await mkdtemp(join(tmpdir(), 'sluice-models-'));
    const file = join(directory, 'models.json');
    await writeFile(file, JSON.stringify(operatorsFile(fake.url)));
    const server = await startTestApp({ env: { SLUICE_MODELS_FILE: file, SLUICE_OUTBOUND_ALLOW: '127.0.0.1' } });
    const started = new ImportedModels(fake, server, await startOrders(), directory);
    await started.#prepareWorkspace();
    await started.#prepareWrongWorkspace();
    return started;
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.fake.stop();
    this.orders.close();
    await rm(this.directory, { recursive: true });
  }

  get owner(): ReturnType<TestApp['as']> {
    return this.server.as(this.server.first.apiKey);
  }

  /** The id on this server of what a document names by an id with this end. */
  here(end: string): string {
    return this.#kept.get(idEndingWith(end)) ?? '';
  }

  /** Imports a document and deploys it. @returns its id */
  async deployed(name: string, { isWrong = false } = {}): Promise<string> {
    const workspaceId = isWrong ? this.#wrongWorkspace : this.server.first.workspaceId;
    const text = readFileSync(new URL(`${name}.json`, folder), 'utf8');
    const workflow = [...this.#kept].reduce((written, [there, here]) => written.replaceAll(there, here), text);
    const { body } = await this.owner.post('/api/v1/workflows/import').send({ workspaceId, workflow }).expect(201);
    await this.owner.post(`/api/v1/workflows/${body.data.id}/deploy`).expect(200);
    return body.data.id as string;
  }

  /** Runs a workflow, and reads its log. The provider forgets what it was asked before. */
  async run(id: string, input: JsonObject): Promise<Ran> {
    this.fake.log.clear();
    // Without the client that checks answers: the author of a document decides on status and body.
    const headers = { 'x-api-key': this.server.first.apiKey, 'content-type': 'application/json' };
    const address = `${this.server.url}/api/workflows/${id}/execute`;
    const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(input) });
    await this.server.database.projections.upToDate('execution-log', 30_000);
    const { body: log } = await this.owner.get(`/api/v1/logs/${response.headers.get('x-execution-id')}`).expect(200);
    const { traceSpans } = log.data.executionData as { readonly traceSpans: readonly Span[] };
    const outputs = flat(traceSpans).flatMap(({ type, output = {} }) => (modelBlocks.has(type) ? [output] : []));
    const body = (await response.json()) as JsonObject;
    return { status: response.status, body, cost: log.data.cost as Ran['cost'], outputs, log: JSON.stringify(log) };
  }

  async #prepareWorkspace(): Promise<void> {
    const { server } = this;
    const variables = { ORDERS_TOKEN: 'orders-token-1', DOOR_CODE: 'door-1234-5678', MODEL_KEY: 'key-1234-5678' };
    await this.owner.put(`/api/v1/workspaces/${server.first.workspaceId}/environment`).send({ variables }).expect(200);
    const base = await KnowledgeApi.create(server, 'Manuals');
    await base.add('printer.md', 'If the printer is stuck: turn it off and on again.');
    const table = await TableClient.create(server, [{ name: 'email' }]);
    await table.insert({ email: 'ada@example.org' });
    const photo = await uploaded(server, 'photo.png', 'pixel', { type: 'image/png' });
    await uploaded(server, 'notes.md', 'Buy more paper.');
    this.#kept.set('file-1', photo.id).set(idEndingWith('b1'), base.id).set(idEndingWith('d1'), table.id);
    this.#kept.set(idEndingWith('c1'), await colleague(server));
    this.#kept.set(idEndingWith('c2'), await this.deployed('agent-messages'));
  }

  async #prepareWrongWorkspace(): Promise<void> {
    const { body } = await this.owner.post('/api/v1/workspaces').send({ name: 'Wrong answers' }).expect(200);
    this.#wrongWorkspace = body.data.id as string;
    const modelPolicy = { deny: ['claude/*'] };
    await this.owner.patch(`/api/v1/workspaces/${this.#wrongWorkspace}`).send({ modelPolicy }).expect(200);
    const models = [{ id: 'schema-wrong', alias: ['claude-sonnet-5'], prices }];
    const provider = {
      workspaceId: this.#wrongWorkspace,
      name: 'wrong',
      kind: 'openai-compatible',
      baseUrl: `${this.fake.url}/v1`,
      models,
    };
    await this.owner.post('/api/v1/model-providers').send(provider).expect(200);
  }
}

const idEndingWith = (end: string): string => `019b76da-a800-7000-8000-0000000000${end}`;

function operatorsFile(url: string): JsonObject {
  const capabilities = ['tools', 'json', 'vision', 'reasoning'];
  const listed = (...ids: readonly string[]) => ids.map((id) => ({ id, capabilities, prices }));
  const place = { baseUrl: `${url}/v1`, allowPrivate: true };
  return {
    providers: [
      { id: 'claude', kind: 'anthropic', ...place, models: listed('claude-sonnet-5') },
      { id: 'gpt', kind: 'openai', ...place, models: listed('gpt-4o', 'gpt-5') },
    ],
  };
}

/** A workflow that agents call as a tool. */
function colleague(server: TestApp): Promise<string> {
  const inputFormat = [
    { name: 'topic', type: 'string' },
    { name: 'priority', type: 'number' },
  ];
  const start = { ...blockWith('start', 'start_trigger', { inputFormat }), name: 'Start' };
  const answer = blockWith('answer', 'response', { dataMode: 'json', data: '{"topic": <start.topic>, "priority": <start.priority>}' });
  return deployState(server, aState([start, answer], [anEdge('start', 'answer')]));
}

/** A system that a tool calls. */
export interface Orders {
  readonly url: string;
  /** The header of the last request. */
  authorization(): string | undefined;
  close(): void;
}

async function startOrders(): Promise<Orders> {
  let authorization: string | undefined;
  const server = createServer((request, response) => {
    ({ authorization } = request.headers);
    response.end('in stock');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, authorization: () => authorization, close: () => server.close() };
}
