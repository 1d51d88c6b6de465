import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { Json, JsonObject } from '#kernel/json.js';
import type { WorkflowDocument } from '#document/document.js';
import { validateDocument } from '#document/check/validate-document.js';
import { atOnce } from '#host/loop/turn.js';
import { readImport } from '#document/parse/read-import.js';
import { aBlock, aDocument, edges } from '../../../test/support/engine/documents.js';
import { aFile, keptData } from '../../../test/support/engine/kept-data.js';
import { KeptMemory } from '../../../test/support/engine/kept-memory.js';
import { runDocument, type RunOptions } from '../../../test/support/engine/run-document.js';
import { ScriptedHttp } from '../../../test/support/engine/scripted-http.js';
import { ScriptedModels, type ScriptedTurn } from '../../../test/support/engine/scripted-models.js';
import { blockRegistry } from '../index.js';
import type { ModelRequest } from '../ports/language-models.js';
import { reviewSteps } from '../review/review-document.js';

const folder = new URL('../../../test/fixtures/workflows/models/', import.meta.url);

/** An exported document of another editor, as an import stores it. */
function imported(name: string): WorkflowDocument {
  let count = 0;
  const nextId = (): string => `019b76da-a800-7000-8000-${String((count += 1)).padStart(12, '0')}`;
  return readImport(JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')), nextId).document;
}

interface Case {
  readonly input: JsonObject;
  readonly script: readonly (ScriptedTurn | ((request: ModelRequest) => ScriptedTurn))[];
  /** The body of the answer. */
  readonly body: Json;
  readonly status?: number;
  /** What the messages of the first request contain. */
  readonly asked?: string;
  /** What the last message of the last request contains. */
  readonly told?: string;
  readonly options?: () => RunOptions;
}

const question = { question: 'How many books?' };
const said: readonly ScriptedTurn[] = [{ text: 'Seven.' }];
const answered = { said: 'Seven.' };
const call = (name: string, given: JsonObject = {}): ScriptedTurn => ({ calls: [{ name, arguments: given }] });
const rome = call('custom_get_weather', { city: 'Rome' });
const warm = { result: { city: 'Rome', degrees: 20 }, stdout: '' };
const colleague = '019b76da-a800-7000-8000-0000000000c1';
const answering = '019b76da-a800-7000-8000-0000000000c2';

function colleagueFlow(): WorkflowDocument {
  const inputFormat = [
    { name: 'topic', type: 'string' },
    { name: 'priority', type: 'number' },
  ];
  const data = '{"topic": <start.topic>, "priority": <start.priority>}';
  const blocks = [aBlock('s', 'start_trigger', { inputFormat }, { name: 'Start' }), aBlock('r', 'response', { dataMode: 'json', data })];
  return aDocument(blocks, edges('s > r'));
}

const memoryOf = (conversationId: string): RunOptions => {
  const memory = new KeptMemory();
  const text = (role: 'user' | 'assistant', content: string) => ({ role, content: [{ type: 'text' as const, text: content }] });
  memory.conversations.set(conversationId, [
    [text('user', 'I am Ada.'), text('assistant', 'Hello Ada.')],
    [text('user', 'I like maps.'), text('assistant', 'Noted.')],
  ]);
  return { memory };
};

const cases: Readonly<Record<string, Case>> = {
  'agent-messages': { input: question, script: said, body: answered, asked: 'You answer in one sentence.' },
  'agent-messages-as-text': { input: question, script: said, body: answered, asked: 'How many books?' },
  'agent-former-prompts': { input: question, script: said, body: answered, asked: 'Find books about How many books?' },
  'agent-former-object': { input: question, script: said, body: answered, asked: '"text":"How many books?"' },
  'agent-former-and-new': { input: question, script: said, body: answered, asked: 'And second?' },
  'agent-memories': {
    input: { ...question, before: [{ role: 'user', content: 'I collect maps.' }] },
    script: said,
    body: answered,
    asked: 'I collect maps.',
  },
  'agent-format-text': {
    input: question,
    script: [{ text: '{"total": 12.5, "items": [{"name": "pen", "count": 2}]}' }],
    body: { total: 12.5, first: 'pen', text: '{"total": 12.5, "items": [{"name": "pen", "count": 2}]}' },
  },
  'agent-format-schema': { input: question, script: [{ text: '{"total": 3}' }], body: { total: 3 } },
  'agent-format-list': { input: question, script: [{ text: '["a", "b"]' }], body: { said: ['a', 'b'] } },
  'agent-custom-tool': {
    input: question,
    script: [rome, { text: 'Warm.' }],
    body: { said: 'Warm.', calls: 1, result: warm },
    told: '"degrees":20',
  },
  'agent-tools-as-text': {
    input: question,
    script: [rome, { text: 'Warm.' }],
    body: {
      calls: [
        expect.objectContaining({
          name: 'get_weather',
          arguments: { city: 'Rome', unit: null },
          result: warm,
          success: true,
        }) as unknown as Json,
      ],
    },
  },
  'agent-forced-tool': { input: question, script: [rome, ...said], body: answered },
  'agent-author-values': {
    input: { ...question, unit: 'F' },
    script: [call('custom_get_weather', { city: 'Rome', unit: 'C' }), { text: 'Warm.' }],
    body: { result: { result: { city: 'Rome', degrees: 68 }, stdout: '' } },
  },
  'agent-function-tool': {
    input: question,
    script: [call('function_execute', { code: 'return 3 + 4' }), ...said],
    body: answered,
    told: '"result":7',
  },
  'agent-api-tool': {
    input: question,
    script: [call('http_request', { url: 'https://orders.example/7', method: 'DELETE' }), ...said],
    body: answered,
    told: 'in stock',
    options: () => ({ http: new ScriptedHttp({ body: 'in stock' }), secrets: { ORDERS_TOKEN: 'orders-token-1' } }),
  },
  'agent-knowledge-tool': {
    input: question,
    script: [call('knowledge_search_019b76da-a800-7000-8000-0000000000b1', { query: 'books' }), ...said],
    body: answered,
    told: 'Turn it off',
    options: () => ({ data: keptData().data }),
  },
  'agent-table-tool': {
    input: question,
    script: [call('table_query_rows_019b76da-a800-7000-8000-0000000000d1', { filter: { email: 'ada@example.org' } }), ...said],
    body: answered,
    told: 'ada@example.org',
    options: () => ({ data: keptData().data }),
  },
  'agent-file-tool': {
    input: question,
    script: [call('file_get_content', { getContentFile: 'notes.md' }), ...said],
    body: answered,
    told: 'héllo',
    options: () => ({ data: keptData().data }),
  },
  'agent-workflow-tool': {
    input: { ...question, priority: 2 },
    script: [call(`workflow_executor_${colleague}`, { topic: 'books', priority: 9 }), ...said],
    body: answered,
    told: '"topic":"books","priority":2',
    options: () => ({ workflows: { [colleague]: colleagueFlow() } }),
  },
  'agent-conversation': {
    input: { ...question, customer: 'ada' },
    script: said,
    body: answered,
    asked: 'I am Ada.',
    options: () => memoryOf('customer-ada'),
  },
  'agent-sliding-window': {
    input: { ...question, customer: 'ada' },
    script: said,
    body: answered,
    asked: 'I like maps.',
    options: () => memoryOf('ada'),
  },
  'agent-files': {
    input: question,
    script: said,
    body: answered,
    asked: '"fileId":"file-1","name":"photo.png"',
    options: () => ({ data: keptData({ file: () => ({ ...aFile, name: 'photo.png', type: 'image/png' }) }).data }),
  },
  'agent-skills': {
    input: question,
    script: [call('load_skill', { skill_name: 'refunds' }), ...said],
    body: answered,
    told: 'Check the order first.',
  },
  'agent-error-edge': {
    input: question,
    script: [{ text: 'I do not know.' }],
    status: 422,
    body: {
      kept: 'I do not know.',
      why: expect.stringContaining('the answer does not fit the response format: is not JSON. Set repair') as unknown as Json,
    },
  },
  'agent-in-loop': {
    input: { words: ['uno', 'due'] },
    script: [{ text: 'one' }, { text: 'two' }],
    body: { all: [[expect.objectContaining({ content: 'one' })], [expect.objectContaining({ content: 'two' })]] as unknown as Json },
  },
  'agent-in-parallel': {
    input: { models: ['gpt-5', 'claude-sonnet-5'] },
    script: [{ text: 'A model.' }],
    body: {
      all: [[expect.objectContaining({ model: 'gpt-5' })], [expect.objectContaining({ model: 'claude-sonnet-5' })]] as unknown as Json,
    },
  },
  'agent-secrets': {
    input: question,
    script: said,
    body: answered,
    asked: 'My code is {{DOOR_CODE}}.',
    options: () => ({ secrets: { DOOR_CODE: 'door-1234-5678', MODEL_KEY: 'key-1234-5678' } }),
  },
  'agent-settings': { input: question, script: said, body: answered },
  'agent-below-workflow': {
    input: question,
    script: said,
    body: answered,
    options: () => ({ workflows: { [answering]: imported('agent-messages') } }),
  },
  'router-v2': {
    input: { message: 'How does it work?' },
    script: [(request) => ({ text: JSON.stringify({ route: idsIn(request.answerSchema)[1], reasoning: 'It asks.' }) })],
    body: { to: 'questions', path: 'Questions' },
  },
  'router-v2-otherwise': {
    input: { message: 'A poem' },
    script: [{ text: '{"route": "NO_MATCH", "reasoning": "It is a poem.", "confidence": 0.9}' }],
    body: { to: 'rest', why: 'It is a poem.' },
  },
  'router-former': {
    input: { message: 'How does it work?' },
    script: [
      (request) => ({ text: /id: (\S+)\n {2}name: Questions/.exec(JSON.stringify(request.messages).replaceAll('\\n', '\n'))?.[1] ?? '' }),
    ],
    body: { to: 'questions', path: 'Questions' },
  },
  evaluator: {
    input: { text: 'Dear all' },
    script: [{ text: '{"clarity": 4, "tone": 9}' }],
    body: { clarity: 4, tone: 9 },
    asked: 'Dear all',
  },
  'evaluator-incomplete': { input: { text: 'Dear all' }, script: [{ text: '{"clarity": 4}' }], body: { clarity: 4, tone: 0 } },
  guardrails: { input: { text: '{"order": "AB-12"}' }, script: [], body: { json: true, form: true } },
};

function idsIn(schema: { readonly schema: JsonObject } | undefined): readonly string[] {
  const { route } = (schema?.schema['properties'] ?? { route: { enum: [] } }) as { route: { enum: string[] } };
  return route.enum;
}

const names = readdirSync(folder).map((file) => file.replace('.json', ''));

describe('an imported document with models', () => {
  it('is each tried out', () => {
    expect(names.toSorted()).toEqual(Object.keys(cases).toSorted());
    expect(names.length).toBeGreaterThanOrEqual(25);
  });

  it.each(names)('%s may be deployed', (name) => {
    const document = imported(name);
    expect(atOnce(validateDocument(document, blockRegistry))).toEqual([]);
    const things = new Set(['b1', 'c1', 'c2', 'd1'].map((end) => `019b76da-a800-7000-8000-0000000000${end}`));
    const existing = { table: things, 'knowledge base': things, workflow: things };
    const steps = reviewSteps(document, blockRegistry, {
      secrets: new Set(['ORDERS_TOKEN', 'DOOR_CODE', 'MODEL_KEY']),
      existing,
      deployed: things,
      strictInputs: new Map(),
      mcpRefusals: new Map(),
      toolRefusal: () => undefined,
      refusedModels: new Map(),
    });
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    expect(step.value.problems).toEqual([]);
    expect(step.value.warnings.filter(({ code }) => code !== 'not_strict')).toEqual([]);
  });

  it.each(Object.entries(cases))(
    '%s answers as where it comes from',
    async (name, { input, script, body, status = 200, asked = '', told = '', options }) => {
      const models = new ScriptedModels(...script);
      const { outcome, events } = await runDocument(imported(name), { models, input, ...options?.() });
      expect(outcome).toMatchObject({ kind: 'completed', response: { status }, output: { data: body } });
      const [first, last] = [models.requests[0]?.messages, models.requests.at(-1)?.messages.at(-1)].map((sent) => JSON.stringify(sent));
      expect(first ?? '').toContain(asked);
      expect(last ?? '').toContain(told);
      expect(JSON.stringify([events, models.requests.map(({ messages }) => messages)])).not.toMatch(
        /orders-token-1|door-1234-5678|key-1234-5678/,
      );
    },
  );
});
