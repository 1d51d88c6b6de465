import { describe, expect, it } from '@jest/globals';
import type { Json, JsonObject } from '#kernel/json.js';
import { aBlock, aDocument, edges } from '../../../../test/support/engine/documents.js';
import { runDocument } from '../../../../test/support/engine/run-document.js';
import { ScriptedModels } from '../../../../test/support/engine/scripted-models.js';
import { routerV2Block } from './router-v2.block.js';

const routes = [
  { id: 'r-refund', title: 'Refund', value: 'Wants money back from {{SHOP}}' },
  { id: 'r-ask', title: 'Question', value: 'Asks something' },
];

interface Routed {
  readonly error: string | undefined;
  readonly output: JsonObject;
  readonly went: readonly string[];
  readonly models: ScriptedModels;
}

async function route(type: string, fields: JsonObject, answer: Json, arrows: readonly string[]): Promise<Routed> {
  const models = new ScriptedModels({ text: typeof answer === 'string' ? answer : JSON.stringify(answer) });
  const places = ['refunds', 'questions', 'rest', 'failed'].map((id) =>
    aBlock(id, 'variables', { key: '{{SECRET_OF_TARGET}}' }, { name: `To ${id}` }),
  );
  const document = aDocument(
    [aBlock('s', 'start_trigger', {}, { name: 'Start' }), aBlock('b', type, { model: 'm', ...fields }), ...places],
    edges('s > b', ...arrows),
  );
  const { events, begun } = await runDocument(document, {
    models,
    input: { text: 'Money back' },
    secrets: { SHOP: 'shop-secret', SECRET_OF_TARGET: 'other-secret' },
  });
  const ended = events.find(({ payload }) => 'node' in payload && payload.node === 'b' && 'output' in payload);
  const { output = {}, error } = (ended?.payload ?? {}) as { output?: JsonObject; error?: string };
  return { error, output, went: begun.filter((id) => id !== 's' && id !== 'b'), models };
}

describe('a router', () => {
  const fields = { context: '<start.text>', routes };
  const arrows = ['b:router-r-refund > refunds', 'b:router-r-ask > questions', 'b:error > failed'];
  const choose = (answer: Json, more: JsonObject = {}, links = arrows) => route('router_v2', { ...fields, ...more }, answer, links);

  it.each([[routes], [JSON.stringify(routes)]])('takes the route that the model chooses', async (written) => {
    const { output, went } = await choose({ route: 'r-ask', reasoning: 'It asks.' }, { routes: written });
    expect(went).toEqual(['questions']);
    expect(output).toMatchObject({
      context: 'Money back',
      selectedRoute: 'r-ask',
      reasoning: 'It asks.',
      selectedPath: { blockId: 'questions', blockType: 'variables', blockTitle: 'To questions' },
      model: 'm',
      tokens: { total: 15 },
    });
  });

  it('tells the model of routes, and of nothing else', async () => {
    const { models } = await choose({ route: 'r-ask', reasoning: '' });
    const [request] = models.requests;
    const text = JSON.stringify(request?.messages);
    expect(text).toContain('Wants money back from {{SHOP}}');
    expect(text).not.toMatch(/shop-secret|other-secret|SECRET_OF_TARGET|questions/);
    expect(request?.settings).toEqual({ temperature: 0.1 });
    expect(request?.answerSchema?.schema['properties']).toMatchObject({ route: { enum: ['r-refund', 'r-ask', 'NO_MATCH'] } });
  });

  it('fails without a matching route, and takes `router-otherwise` where it leads somewhere', async () => {
    const none = { route: 'NO_MATCH', reasoning: 'It is a poem.' };
    expect(await choose(none)).toMatchObject({ error: 'Router could not determine a matching route: It is a poem.', went: ['failed'] });
    const other = await choose(none, {}, [...arrows, 'b:router-otherwise > rest']);
    expect(other).toMatchObject({
      went: ['rest'],
      output: { selectedRoute: null, selectedPath: { blockId: 'rest' }, reasoning: 'It is a poem.' },
    });
  });

  it.each([
    [0.9, ['refunds']],
    [0.5, ['failed']],
  ])('with a confidence of %j of at least 0.8 goes to %j', async (confidence, went) => {
    const answer = { route: 'r-refund', reasoning: 'Money', confidence };
    expect((await choose(answer, { minimumConfidence: '0.8' })).went).toEqual(went);
  });

  it.each<[Json, string]>([
    [{ route: 'r-none', reasoning: '' }, 'The model chose the route "r-none", which does not exist. Available: r-refund, r-ask'],
    ['I think r-ask', 'The model chose the route "", which does not exist. Available: r-refund, r-ask'],
  ])('fails for the answer %j', async (answer, error) => {
    const { output, ...routed } = await choose(answer);
    expect(routed).toMatchObject({ error, went: ['failed'] });
    expect(output).toMatchObject({ context: 'Money back', tokens: { total: 15 } });
  });

  it('without routes is not deployed', () => {
    const problems = (value: Json) => routerV2Block.check(aBlock('b', 'router_v2', { routes: value })).map(({ message }) => message);
    expect(problems([])).toEqual(['Block "b": routes must have a route']);
    expect(problems('x')).toEqual(['Block "b": routes must be a list of {id, title, value}, or the JSON text of one']);
    expect(problems([...routes, routes[0] ?? {}])).toEqual(['Block "b": routes has two routes with the id "r-refund"']);
    expect(problems(routes)).toEqual([]);
  });
});

describe('a router of the older form', () => {
  const arrows = ['b > refunds', 'b > questions', 'b:error > failed'];

  it.each(['questions', 'The next step is questions.'])('goes to the block that the answer names: %j', async (answer) => {
    const { went, output, models } = await route('router', { prompt: 'Where? <start.text>' }, answer, arrows);
    expect(went).toEqual(['questions']);
    expect(output).toMatchObject({ prompt: 'Where? Money back', selectedRoute: 'questions', selectedPath: { blockTitle: 'To questions' } });
    expect(JSON.stringify(models.requests[0]?.messages)).not.toMatch(/other-secret|SECRET_OF_TARGET|failed/);
  });

  it('fails for the id of no connected block', async () => {
    const { error, went } = await route('router', { prompt: 'Where?' }, 'elsewhere', arrows);
    expect(error).toBe('Invalid routing decision: "elsewhere" is the id of no connected block. Available: refunds, questions');
    expect(went).toEqual(['failed']);
  });
});
