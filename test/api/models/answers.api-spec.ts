import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { startFakeModels, type FakeModels } from '../../support/fake-models.js';
import { blockWith, deployState, functionBlock } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { aState, anEdge } from '../../support/workflow-documents.js';

let fake: FakeModels;
let server: TestApp;

beforeAll(async () => {
  fake = await startFakeModels();
  server = await startTestApp({ env: fake.env });
}, 60_000);
afterAll(async () => {
  await server.close();
  await fake.stop();
});

const responseFormat = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] };
const parameters = { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] };
const pay: JsonObject = {
  type: 'custom-tool',
  title: 'pay',
  toolId: 'custom-pay',
  schema: { type: 'function', function: { name: 'pay', description: 'Pays an amount', parameters } },
  code: 'return amount',
};

/** Runs an agent whose failure is caught: the output is that of the agent, or that of the block on its error edge. */
async function run(
  model: string,
  fields: JsonObject = {},
  code = 'return { error: <agent.error>, content: <agent.content> }',
): Promise<JsonObject> {
  const messages = [{ role: 'user', content: 'An invoice, total: 12. Pay amount: 5' }];
  const blocks = [
    blockWith('start', 'start_trigger', {}),
    blockWith('agent', 'agent', { model: `fake/${model}`, messages, ...fields }),
    functionBlock('caught', code),
  ];
  const edges = [anEdge('start', 'agent'), anEdge('agent.error', 'caught')];
  const workflowId = await deployState(server, aState(blocks, edges));
  fake.log.clear();
  const { body } = await server.as(server.first.apiKey).post(`/api/workflows/${workflowId}/execute`).send({}).expect(200);
  return body.output as JsonObject;
}

describe('an answer for a schema', () => {
  it('has the fields of the schema beside its text', async () => {
    expect(await run('schema-ok', { responseFormat })).toMatchObject({ total: 12, content: '{"total":12}', steps: 1 });
  });

  it.each([
    ['schema-wrong', 'the answer does not fit the response format: at /total must be number', '{"total":[false,12]}'],
    [
      'schema-cut',
      'the answer does not fit the response format: is not JSON. It is cut off at the limit of tokens: raise maxTokens',
      '{"tota',
    ],
  ])('that does not fit takes the error edge with its text kept: %s', async (model, error, content) => {
    const { result } = await run(model, { responseFormat });
    expect(result).toMatchObject({ error: expect.stringContaining(`fake, model ${model}: ${error}`), content });
    expect(fake.log.requests).toHaveLength(1);
  });

  it('is asked for again as often as repair says, and each call is counted', async () => {
    expect(await run('schema-wrong:1', { responseFormat, repair: 1 })).toMatchObject({ total: 12, steps: 2 });
    expect(fake.log.requests).toHaveLength(2);
    expect((await run('schema-wrong:3', { responseFormat, repair: 2 }))['result']).toMatchObject({
      error: expect.stringContaining('does not fit'),
    });
    expect(fake.log.requests).toHaveLength(3);
  });

  it('that never ends is stopped', async () => {
    const { result } = await run('schema-endless', { responseFormat }, 'return <agent.error>');
    expect(result).toContain('fake, model schema-endless: The response is larger than 16777216 bytes. Ask for a shorter answer');
  }, 60_000);
});

describe('an answer', () => {
  it('with arguments that are no JSON is an error for the model, which then answers', async () => {
    const output = await run('bad-arguments', { tools: [pay] });
    expect(output).toMatchObject({
      content: expect.stringContaining('not valid JSON'),
      toolCalls: { count: 1, list: [{ name: 'pay', success: false }] },
    });
  });

  it('with bytes that are no UTF-8 has replacement characters in their place', async () => {
    expect(await run('bad-utf8')).toMatchObject({ content: 'Before \uFFFD(\uFFFD after', stopReason: 'stop' });
  });

  it('of single bytes has whole characters', async () => {
    expect(await run('drip:0')).toMatchObject({ content: 'Grüße aus Zürich 🙂 and so on' });
  });

  it.each(['refused', 'filtered'])('that the model or a filter refuses is a failure with a remedy: %s', async (model) => {
    const { result } = await run(model);
    expect(result).toMatchObject({ error: expect.stringMatching(/the model refused to answer, or its answer was filtered\. Change what/) });
  });

  it('that is cut at the limit of tokens says so', async () => {
    expect(await run('length')).toMatchObject({ stopReason: 'length', warnings: ['The answer is cut off at the limit of tokens'] });
  });

  it('keeps what the model thought apart from its text', async () => {
    expect(await run('reasoning')).toMatchObject({ content: 'I have thought about it.', tokens: { reasoning: 14 } });
  });
});
