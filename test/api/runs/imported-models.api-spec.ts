import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json, JsonObject } from '#kernel/json.js';
import { expectAgentFacts, expectCallFacts, like } from '../../support/models/call-facts.js';
import { documentNames, ImportedModels, type Ran } from '../../support/models/imported-models.js';

let world: ImportedModels;

beforeAll(async () => {
  world = await ImportedModels.start();
}, 60_000);
afterAll(() => world.close());

interface Case {
  readonly input?: JsonObject;
  readonly body: Json;
  readonly status?: number;
  /** Parts of the outputs of the blocks with models, in the order of the trace. */
  readonly outputs: readonly JsonObject[];
  /** What the first request contains. */
  readonly asked?: readonly string[];
  /** What the last request contains: results of tools. */
  readonly told?: string;
  /** Whether the models answer with JSON that does not fit. */
  readonly isWrong?: true;
}

const question = 'How many books?';
const [claude, gpt5, gpt4o] = [
  { model: 'claude-sonnet-5', provider: 'claude' },
  { model: 'gpt-5', provider: 'gpt' },
  { model: 'gpt-4o', provider: 'gpt' },
];
const said = (content = question, from: JsonObject = claude): Pick<Case, 'body' | 'outputs'> => ({
  body: { said: content },
  outputs: [{ ...from, content }],
});
const rome = { question: 'Tell me about the city: Rome' };
const anything = expect.anything() as unknown as Json;

/** An agent that calls one tool, and answers with what it received. */
const toolCalled = (name: string, given: JsonObject, result: Json): readonly JsonObject[] => [
  { ...claude, steps: 2, toolCalls: { list: [{ name, arguments: given, result, success: true }], count: 1 } },
];
const toldAll = { said: expect.stringMatching(/^The tools answered: ./) as unknown as Json };
const warm = { result: { city: 'Rome', degrees: 20 }, stdout: '' };
const weather = toolCalled('get_weather', { city: 'Rome', unit: 'unit' }, warm);

const cases: Readonly<Record<string, () => Case>> = {
  'agent-messages': () => ({ ...said(), asked: ['You answer in one sentence.', '"max_tokens":500'] }),
  'agent-messages-as-text': () => ({ ...said(question, gpt5), asked: ['Be brief.'] }),
  'agent-former-prompts': () => ({
    ...said(`Find books about ${question}`, gpt4o),
    asked: ['You are a librarian.', '"temperature":0.5'],
  }),
  'agent-former-object': () => ({ ...said(question, gpt4o), asked: ['You are a librarian.'] }),
  'agent-former-and-new': () => ({ ...said(`First: ${question}And second?`), asked: ['Be exact.'] }),
  'agent-memories': () => ({
    ...said(`I collect maps.${question}`),
    input: { question, before: [{ role: 'user', content: 'I collect maps.' }] },
  }),
  'agent-settings': () => ({
    ...said(question, gpt5),
    asked: ['"effort":"high"', '"verbosity":"low"', '"max_output_tokens":2000'],
  }),
  'agent-secrets': () => said(`My code is {{DOOR_CODE}}. ${question}`),
  'agent-conversation': () => ({ ...said(), input: { question, customer: 'ada' }, asked: ['You know the customer.'] }),
  'agent-sliding-window': () => ({ ...said(), input: { question, customer: 'ada' } }),
  'agent-files': () => ({ ...said(`${question}[image]`), asked: [Buffer.from('pixel').toString('base64')] }),
  'agent-below-workflow': () => said(),
  'agent-format-text': () => {
    const fields = { total: 12.5, items: [{ name: 'pen', count: 2 }] };
    const content = JSON.stringify(fields);
    const input = { question: 'total: 12.5, name: pen, count: 2' };
    return { input, body: { total: 12.5, first: 'pen', text: content }, outputs: [{ ...claude, ...fields, content }] };
  },
  'agent-format-schema': () => ({
    input: { question: 'total: 3, note: none' },
    body: { total: 3 },
    outputs: [{ ...claude, total: 3, note: 'none', content: '{"total":3,"note":"none"}' }],
  }),
  'agent-format-list': () => ({ body: { said: ['text'] }, outputs: [{ ...claude, content: ['text'] }] }),
  'agent-error-edge': () => ({
    isWrong: true,
    status: 422,
    body: {
      kept: { total: [false, 1] },
      why: expect.stringContaining('the answer does not fit the response format: at /total must be number. Set repair') as unknown as Json,
    },
    outputs: [{ content: '{"total":[false,1]}' }],
  }),
  'agent-custom-tool': () => ({
    input: rome,
    body: { ...toldAll, calls: 1, result: warm },
    outputs: weather,
    told: '\\"degrees\\":20',
  }),
  'agent-tools-as-text': () => ({ input: rome, body: { calls: [anything] }, outputs: weather }),
  'agent-forced-tool': () => ({
    input: rome,
    body: toldAll,
    outputs: weather,
    asked: ['"tool_choice":{"type":"tool","name":"custom_get_weather"}'],
  }),
  'agent-author-values': () => {
    const hot = { result: { city: 'Rome', degrees: 68 }, stdout: '' };
    return { input: { ...rome, unit: 'F' }, body: { result: hot }, outputs: toolCalled('get_weather', { city: 'Rome' }, hot) };
  },
  'agent-function-tool': () => ({
    input: { question: 'code: return 3 + 4' },
    body: toldAll,
    outputs: toolCalled('function_execute', { code: 'return 3 + 4' }, { result: 7, stdout: '' }),
    told: '\\"result\\":7',
  }),
  'agent-api-tool': () => ({
    input: { question: `url: ${world.orders.url}/orders/7` },
    body: toldAll,
    outputs: toolCalled('http_request', { url: `${world.orders.url}/orders/7` }, like({ status: 200 })),
    told: 'in stock',
  }),
  'agent-knowledge-tool': () => ({
    input: { question: 'The printer is stuck' },
    body: toldAll,
    outputs: toolCalled(`knowledge_search_${world.here('b1')}`, { query: 'The printer is stuck' }, like({ totalResults: 1 })),
    told: 'turn it off and on again',
  }),
  'agent-table-tool': () => ({
    body: toldAll,
    outputs: toolCalled(`table_query_rows_${world.here('d1')}`, { filter: {} }, like({ totalCount: 1 })),
    told: 'ada@example.org',
  }),
  'agent-file-tool': () => ({
    input: { question: 'getContentFile: notes.md' },
    body: toldAll,
    outputs: toolCalled('file_get_content', { getContentFile: 'notes.md' }, anything),
    told: 'Buy more paper.',
  }),
  'agent-workflow-tool': () => ({
    input: { question: 'topic: books', priority: 2 },
    body: toldAll,
    outputs: toolCalled(`workflow_executor_${world.here('c1')}`, { topic: 'books', priority: 2 }, like({ success: true })),
    told: '\\"topic\\":\\"books\\",\\"priority\\":2',
  }),
  'agent-skills': () => ({
    body: { said: 'The tools answered: Check the order first.' },
    outputs: toolCalled('load_skill', { skill_name: 'refunds' }, 'Check the order first.'),
    asked: ['refunds: How to pay money back.'],
  }),
  'agent-in-loop': () => ({
    input: { words: ['uno', 'due'] },
    body: { all: [[like({ content: 'Translate uno' })], [like({ content: 'Translate due' })]] },
    outputs: [claude, claude],
  }),
  'agent-in-parallel': () => ({
    input: { models: ['gpt-5', 'claude-sonnet-5'] },
    body: { all: [[like(gpt5)], [like(claude)]] },
    outputs: [gpt5, claude],
  }),
  'router-v2': () => {
    const route = expect.stringMatching(/-b-refund$/) as unknown as string;
    const context = 'Money back, reasoning: It wants money';
    const selectedPath = { blockId: anything, blockType: 'response', blockTitle: 'Refunds' };
    return {
      input: { message: context },
      body: { to: 'refunds', route },
      outputs: [{ ...claude, context, selectedRoute: route, reasoning: 'It wants money', selectedPath }],
    };
  },
  'router-v2-otherwise': () => ({
    input: { message: 'NO_MATCH, reasoning: It is a poem' },
    body: { to: 'rest', why: 'It is a poem' },
    outputs: [{ ...claude, selectedRoute: null, selectedPath: { blockTitle: 'Rest' }, confidence: 1 }],
  }),
  evaluator: () => ({
    input: { text: 'clarity: 4, tone: 9' },
    body: { clarity: 4, tone: 9 },
    outputs: [{ ...claude, content: 'clarity: 4, tone: 9', clarity: 4, tone: 9 }],
  }),
  'evaluator-incomplete': () => ({
    isWrong: true,
    input: { text: 'Dear all' },
    body: { clarity: 0, tone: 0 },
    outputs: [{ content: 'Dear all', clarity: 0, tone: 0, warnings: ['Clarity is missing', 'tone is missing'] }],
  }),
  guardrails: () => ({
    input: { text: '{"order": "AB-12"}' },
    body: { json: true, form: true },
    outputs: [
      { input: '{"order": "AB-12"}', validationType: 'json', passed: true },
      { input: '{"order": "AB-12"}', validationType: 'regex', passed: true },
    ],
  }),
};

const secrets = /orders-token-1|door-1234-5678|key-1234-5678/;

/** What the requests and the log of a run contain. */
function expectSent({ asked = [], told = '' }: Case, { log }: Ran): void {
  const requests = world.fake.log.requests.map(({ body }) => JSON.stringify(body));
  for (const part of asked) expect(requests[0]).toContain(part);
  expect(requests.at(-1) ?? '').toContain(told);
  expect([...requests, log].join('\n')).not.toMatch(secrets);
}

describe('an imported document with models', () => {
  it.each(Object.entries(cases))('%s asks a provider and has the outputs of the editor that it comes from', async (name, expected) => {
    const given = expected();
    const { input = { question }, status = 200, body, outputs, isWrong = false } = given;
    const ran = await world.run(await world.deployed(name, { isWrong }), input);
    expect({ status: ran.status, body: ran.body }).toEqual({ status, body });
    expect(ran.outputs).toMatchObject(outputs);
    expectSent(given, ran);
    const asked = ran.outputs.filter((output) => 'tokens' in output);
    for (const output of asked) expectCallFacts(output);
    const steps = world.fake.log.requests.length / outputs.length;
    for (const output of asked.filter((one) => 'toolCalls' in one)) {
      expectAgentFacts(output, { steps, stopReason: isWrong ? 'invalid-answer' : 'stop' });
    }
    const spent = asked.reduce((sum, { cost }) => sum + (cost as { total: number }).total, 0);
    expect(ran.cost.total).toBeCloseTo(spent, 9);
  });

  it('with a router of the former kind goes to the block that the model names', async () => {
    const id = await world.deployed('router-former');
    const { body: draft } = await world.owner.get(`/api/v1/workflows/${id}/state`).expect(200);
    const blocks = Object.values(draft.data.state.blocks as Record<string, { id: string; name: string }>);
    const questions = blocks.find((block) => block.name === 'Questions')?.id ?? '';
    const { body, outputs } = await world.run(id, { message: `To ${questions}` });
    expect(body).toEqual({ to: 'questions', path: 'Questions' });
    const selectedPath = { blockId: questions, blockType: 'response', blockTitle: 'Questions' };
    expect(outputs).toMatchObject([{ ...claude, prompt: `Where does this go? To ${questions}`, selectedRoute: questions, selectedPath }]);
    expectCallFacts(outputs[0]);
  });

  it('with a memory sends what was said before, and the system message apart', async () => {
    const id = await world.deployed('agent-conversation');
    await world.run(id, { question: 'I am Ada.', customer: 'kept' });
    await world.run(id, { question: 'Who am I?', customer: 'kept' });
    expect(world.fake.log.requests[0]?.body).toMatchObject({
      system: [{ text: 'You know the customer.' }],
      messages: [
        { role: 'user', content: [{ text: 'I am Ada.' }] },
        { role: 'assistant', content: [{ text: 'I am Ada.' }] },
        { role: 'user', content: [{ text: 'Who am I?' }] },
      ],
    });
  });

  it('sends the secret of a tool to the system that the tool calls', async () => {
    await world.run(await world.deployed('agent-api-tool'), { question: `url: ${world.orders.url}/orders/8` });
    expect(world.orders.authorization()).toBe('Bearer orders-token-1');
  });

  it('sends the key of a block to the provider', async () => {
    await world.run(await world.deployed('agent-secrets'), { question });
    expect(world.fake.log.requests).toMatchObject([{ headers: { 'x-api-key': 'key-1234-5678' } }]);
  });

  it('exists for each document of the folder', () => {
    expect(documentNames.toSorted()).toEqual([...Object.keys(cases), 'router-former'].toSorted());
    expect(documentNames.length).toBeGreaterThanOrEqual(25);
  });
});
