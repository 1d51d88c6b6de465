import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { blockWith, deployState, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

/** A server of models, or a vendor, that the environment of the tests names. */
interface RealServer {
  readonly provider: string;
  /** The setting of the server for it; the tests read its value from SLUICE_TEST_… */
  readonly setting: string;
  readonly model: string;
}

const servers: readonly RealServer[] = [
  { provider: 'ollama', setting: 'OLLAMA_URL', model: 'qwen3:8b' },
  { provider: 'openai', setting: 'OPENAI_API_KEY', model: 'gpt-4.1-mini' },
  { provider: 'anthropic', setting: 'ANTHROPIC_API_KEY', model: 'claude-haiku-4-5' },
  { provider: 'google', setting: 'GOOGLE_API_KEY', model: 'gemini-2.5-flash' },
];

const given = (name: string): string | undefined => process.env[`SLUICE_TEST_${name}`];
const minutes = 3 * 60_000;

describe.each(servers)('a real server of $provider', ({ provider, setting, model: usual }) => {
  const value = given(setting);
  const model = `${provider}/${given(`${provider.toUpperCase()}_MODEL`) ?? usual}`;
  const itWhereSet = value === undefined ? it.skip : it;
  let server: TestApp | undefined;

  beforeAll(async () => {
    if (value !== undefined) server = await startTestApp({ env: { [`SLUICE_${setting}`]: value } });
  }, minutes);
  afterAll(() => server?.close());

  /** Runs an agent alone. @returns its output */
  async function answerTo(question: string, fields: JsonObject = {}): Promise<JsonObject> {
    if (server === undefined) throw new Error('No server was started');
    const messages = JSON.stringify([{ role: 'user', content: question }]);
    const workflowId = await deployState(server, inARow(blockWith('agent', 'agent', { model, messages, maxTokens: 2000, ...fields })));
    const { body } = await server.as(server.first.apiKey).post(`/api/workflows/${workflowId}/execute`).send({}).expect(200);
    return body.output as JsonObject;
  }

  itWhereSet(
    'answers with text and reports its tokens',
    async () => {
      const output = await answerTo('Answer with the single word: harbour');
      expect(output).toMatchObject({ content: expect.stringMatching(/harbour/i), provider, stopReason: 'stop' });
      expect(Object.values(output['tokens'] as JsonObject).every((count) => Number(count) > 0)).toBe(true);
    },
    minutes,
  );

  itWhereSet(
    'calls a tool, and answers with its result',
    async () => {
      const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false };
      const described = { name: 'get_weather', description: 'Tells the weather of a city.', parameters };
      const code = 'return { city, degrees: 23 }';
      const tool = { type: 'custom-tool', title: 'get_weather', schema: { type: 'function', function: described }, code };
      const output = await answerTo('How many degrees has it in Rome? Ask the tool get_weather, with city: Rome', { tools: [tool] });
      expect(output).toMatchObject({ content: expect.stringContaining('23') });
      expect(output['toolCalls']).toMatchObject({ list: [{ name: 'get_weather', arguments: { city: 'Rome' }, success: true }] });
    },
    minutes,
  );

  itWhereSet(
    'answers with JSON that fits a schema',
    async () => {
      const properties = { total: { type: 'number' }, currency: { enum: ['EUR', 'USD'] } };
      const schema = { type: 'object', properties, required: ['total', 'currency'], additionalProperties: false };
      const responseFormat = { name: 'invoice', schema, strict: true };
      expect(await answerTo('Read this invoice: total: 49.5, currency: EUR', { responseFormat, repair: 1 })).toMatchObject({
        total: 49.5,
        currency: 'EUR',
      });
    },
    minutes,
  );
});
