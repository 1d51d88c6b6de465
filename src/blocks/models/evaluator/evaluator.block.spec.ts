import { describe, expect, it } from '@jest/globals';
import type { Json, JsonObject } from '#kernel/json.js';
import { aBlock } from '../../../../test/support/engine/documents.js';
import { runBlock } from '../../../../test/support/engine/run-block.js';
import { ScriptedModels } from '../../../../test/support/engine/scripted-models.js';
import { evaluatorBlock } from './evaluator.block.js';

const metrics = [
  { name: 'Clarity', description: 'Easy to read', range: { min: 1, max: 5 } },
  { name: 'tone', description: 'Kind' },
];

async function evaluate(answer: Json, more: JsonObject = {}) {
  const models = new ScriptedModels({ text: typeof answer === 'string' ? answer : JSON.stringify(answer) });
  const ended = await runBlock(
    'evaluator',
    { metrics, content: '<start.text>', model: 'm', ...more },
    { models, input: { text: 'Dear all' } },
  );
  return { ...ended, request: models.requests[0] };
}

describe('an evaluator', () => {
  it.each<Json>([{ clarity: 4, tone: 9 }, 'Here you are: {"Clarity": 4, "tone": "9"} Done.'])(
    'outputs a number for each metric: %j',
    async (answer) => {
      const { output } = await evaluate(answer);
      expect(output).toMatchObject({ clarity: 4, Clarity: 4, tone: 9, content: 'Dear all', model: 'm', tokens: { total: 15 } });
    },
  );

  it('asks for numbers within the ranges', async () => {
    const { request } = await evaluate({ clarity: 4, tone: 9 });
    expect(request?.answerSchema?.schema).toEqual({
      type: 'object',
      properties: { clarity: { type: 'number', minimum: 1, maximum: 5 }, tone: { type: 'number', minimum: 0, maximum: 10 } },
      required: ['clarity', 'tone'],
      additionalProperties: false,
    });
    expect(request?.messages.at(-1)).toEqual({ role: 'user', content: [{ type: 'text', text: 'Dear all' }] });
  });

  it.each<[Json, string, JsonObject]>([
    [{ clarity: 4 }, 'tone is missing', { clarity: 4, tone: 0 }],
    [{ clarity: 7, tone: 1 }, 'Clarity is 7, which is not within 1 to 5', { clarity: 7, tone: 1 }],
    ['Very clear!', 'Clarity is missing; tone is missing', { clarity: 0, tone: 0 }],
  ])('fails for the answer %j, or takes 0', async (answer, problem, zero) => {
    const failed = await evaluate(answer);
    expect(failed.error).toContain(problem);
    expect(failed.output).toMatchObject({ content: 'Dear all', tokens: { total: 15 } });
    const lenient = await evaluate(answer, { onInvalid: 'zero' });
    expect(lenient.output).toMatchObject({ ...zero, warnings: problem.split('; ') });
  });

  it.each<[Json, string]>([
    [[], 'must have a metric with a name'],
    ['x', 'must be a list of {name, description, range}, or the JSON text of one'],
    [[{ name: 'Tone' }, { name: 'tone' }], 'has two metrics with the name "tone"; upper and lower case are the same'],
    [[{ name: 'Model' }], 'has a metric "model", which is the name of another output'],
    [[{ name: 'providerModel' }], 'has a metric "providermodel", which is the name of another output'],
    [[{ name: 'a', range: { min: 5, max: 5 } }], 'has a metric "a" whose range is empty'],
  ])('with the metrics %j is not deployed', (written, what) => {
    const problems = evaluatorBlock.check(aBlock('b', 'evaluator', { metrics: written }));
    expect(problems.map(({ message }) => message)).toEqual([`Block "b": metrics ${what}`]);
  });
});
