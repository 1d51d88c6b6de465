import { describe, expect, it } from '@jest/globals';
import { aBlock, aDocument, edges } from '../../../../test/support/engine/documents.js';
import { runDocument, type RunOptions } from '../../../../test/support/engine/run-document.js';
import { ScriptedHttp } from '../../../../test/support/engine/scripted-http.js';
import { stepBlocks } from '../../../../test/support/engine/step-blocks.js';

const secret = 'hunter2-and-more';
const start = aBlock('s', 'start_trigger', {}, { name: 'Start' });
const json = { 'content-type': 'application/json' };
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

function run(blocks: Parameters<typeof aDocument>[0], arrows: readonly string[], options: RunOptions = {}) {
  return runDocument(aDocument([start, ...blocks], edges(...arrows)), { secrets: { KEY: secret }, blocks: stepBlocks, ...options });
}

describe('what a run writes down', () => {
  it('of an effect shows no secret, also where another block handed it on', async () => {
    const keeper = aBlock('k', 'echo', { value: '{{KEY}}' });
    const { effects } = await run([keeper, aBlock('a', 'api', { url: 'https://api.example/bot<k.value>/send' })], ['s > k', 'k > a']);
    expect(effects).toEqual([{ kind: 'http', target: 'GET https://api.example/bot{{KEY}}/send' }]);
  });
});

describe('a run of many short blocks', () => {
  const chain = Array.from({ length: 40 }, (_, n) => aBlock(`b${n}`, 'echo', { value: n }));
  const arrows = chain.map(({ id }, n) => `${n === 0 ? 's' : `b${n - 1}`} > ${id}`);

  it.each([
    ['at once while they take less than 10 ms in all', 0, 0],
    ['with a rest every 10 ms', 5, 20],
    ['with a rest after each that takes longer', 30, 41],
  ])('goes through them %s', async (_, taskMs, rests) => {
    const finished = await run(chain, arrows, { taskMs });
    expect(finished.outcome).toMatchObject({ kind: 'completed', output: { value: 39 } });
    expect(finished.rests).toBe(rests);
  });
});

describe('an answer of the outside that is nested without end', () => {
  const blocks = [aBlock('k', 'echo', { value: '{{KEY}}' }), aBlock('a', 'api', { url: 'https://api.example/' })];
  const depths = [600, 3_000, 3_900, 200_000];

  it.each(depths)('stays text: %i levels', async (depth) => {
    const http = new ScriptedHttp({ headers: json, body: nested(depth) });
    const { outcome } = await run(blocks, ['s > k', 'k > a'], { http });
    expect(outcome).toMatchObject({ kind: 'completed', output: { data: nested(depth) } });
  });

  it.each(depths)('stays text in a failure, too: %i levels', async (depth) => {
    const http = new ScriptedHttp({ status: 500, headers: json, body: nested(depth) });
    const { events } = await run(blocks, ['s > k', 'k > a'], { http });
    expect(events.at(-1)).toMatchObject({ type: 'execution.block-failed', payload: { output: { data: nested(depth) } } });
  });

  it('that code makes fails its block', async () => {
    const code = 'let value = []; for (let depth = 0; depth < 3_000; depth += 1) value = [value]; return value;';
    const { outcome } = await run([blocks[0] ?? start, aBlock('f', 'function', { code })], ['s > k', 'k > f']);
    expect(outcome).toMatchObject({ kind: 'failed', error: 'f: The output is nested more than 500 levels deep' });
  });
});
