import { describe, expect, it } from '@jest/globals';
import type { Json } from '#kernel/json.js';
import { aBlock, aDocument, edges } from '../../../../test/support/engine/documents.js';
import { runDocument, type FinishedRun, type RunOptions } from '../../../../test/support/engine/run-document.js';
import { stepBlocks } from '../../../../test/support/engine/step-blocks.js';

const start = aBlock('s', 'start_trigger');
const inside = (parentId: string) => ({ data: { parentId, extent: 'parent' } });
const echo = (id: string, value: string, parentId?: string) =>
  aBlock(id, 'echo', { value }, parentId === undefined ? {} : inside(parentId));
const loop = (id: string, data: Readonly<Record<string, Json>>, parentId?: string) =>
  aBlock(id, 'loop', {}, { data: { ...data, ...(parentId === undefined ? {} : { parentId }) } });
const parallel = (id: string, data: Readonly<Record<string, Json>>, parentId?: string) =>
  aBlock(id, 'parallel', {}, { data: { ...data, ...(parentId === undefined ? {} : { parentId }) } });

type Blocks = Parameters<typeof aDocument>[0];

function run(blocks: Blocks, arrows: readonly string[], options: RunOptions = {}): Promise<FinishedRun> {
  return runDocument(aDocument([start, ...blocks], edges(...arrows)), { ...options, blocks: stepBlocks });
}

async function outputOf(...call: Parameters<typeof run>): Promise<Json> {
  const { outcome } = await run(...call);
  if (outcome.kind === 'failed') throw new Error(outcome.error);
  return outcome.output;
}

/** A loop `L` around one block `e`, and nothing behind it. */
const looped = (data: Readonly<Record<string, Json>>, value = '<loop.index>', input: Json = {}): Promise<Json> =>
  outputOf([loop('L', data), echo('e', value, 'L')], ['s > L', 'L:loop-start-source > e'], { input });

const values = (...list: readonly Json[]) => ({ results: list.map((value) => [{ value }]) });

describe('a reference to a pass', () => {
  it.each(['<loop.index>', '<loop.currentItem>', '<parallel.index>', '<parallel.items>', 'text with <loop.index> in it'])(
    'fails the block where no container of that kind is around it: %s',
    async (value) => {
      const { outcome } = await run([echo('e', value)], ['s > e']);
      const [, reference = ''] = /(<.*>)/.exec(value) ?? [];
      const kind = reference.slice(1).split('.')[0] ?? '';
      expect(outcome).toMatchObject({ kind: 'failed', error: `e: ${reference} can be used only inside a ${kind}` });
    },
  );

  it('fails a block of a loop that asks for the branch of a parallel, and takes its error edge', async () => {
    const blocks = [loop('L', { loopType: 'for', count: 1 }), echo('e', '<parallel.index>', 'L'), echo('f', 'caught', 'L')];
    expect(await outputOf(blocks, ['s > L', 'L:loop-start-source > e', 'e:error > f'])).toEqual({
      results: [[{ error: '<parallel.index> can be used only inside a parallel' }, { value: 'caught' }]],
    });
  });

  it('does not change a text that only resembles one', async () => {
    expect(await outputOf([echo('e', 'a <loop> b < loop.index > c')], ['s > e'])).toEqual({ value: 'a <loop> b < loop.index > c' });
  });
});

describe('a loop', () => {
  it('runs its blocks the configured number of times, and outputs the result of each pass', async () => {
    expect(await looped({ loopType: 'for', count: 3 })).toEqual(values(0, 1, 2));
  });

  it('makes five passes where no number was chosen', async () => {
    expect(await looped({ loopType: 'for', count: 0 })).toEqual(values(0, 1, 2, 3, 4));
  });

  it('goes through the items of a list with their types', async () => {
    expect(await looped({ loopType: 'forEach', collection: '<s.list>' }, '<loop.currentItem>', { list: [1, 'b', { c: 3 }] })).toEqual(
      values(1, 'b', { c: 3 }),
    );
  });

  it('goes through the entries of an object', async () => {
    expect(await looped({ loopType: 'forEach', collection: '<s.map>' }, '<loop.item>', { map: { a: 1, b: 2 } })).toEqual(
      values(['a', 1], ['b', 2]),
    );
  });

  it.each([
    ['["x","y"]', ['x', 'y']],
    ["['x', 'y']", ['x', 'y']],
    [[7], [7]],
  ])('goes through the list %j of the document', async (collection, items) => {
    expect(await looped({ loopType: 'forEach', collection }, '<loop.item>')).toEqual(values(...items));
  });

  it.each<[Json, readonly Json[]]>([
    ['["<s.text>", 2]', ['a', 2]],
    ['[1, <s.list>]', [1, [5]]],
    [' <s.list> ', [5]],
    ['{"k": <s.list>}', [['k', [5]]]],
  ])('goes through %j with its references', async (collection, items) => {
    const input = { text: 'a', list: [5] };
    expect(await looped({ loopType: 'forEach', collection }, '<loop.item>', input)).toEqual(values(...items));
  });

  it('takes no structure from data', async () => {
    const input = { text: 'a", "b' };
    expect(await looped({ loopType: 'forEach', collection: '["<s.text>"]' }, '<loop.item>', input)).toEqual(values('a", "b'));
  });

  it.each(['<s.none>', '<s.nothing>', '[]'])('makes no pass for %s and continues after it', async (collection) => {
    const blocks = [loop('L', { loopType: 'forEach', collection }), echo('e', '1', 'L'), echo('next', '<l.results>')];
    const output = await outputOf(blocks, ['s > L', 'L:loop-start-source > e', 'L:loop-end-source > next'], { input: { none: null } });
    expect(output).toEqual({ value: [] });
  });

  it.each(['<s.text>', '<s.number>', 'text'])('fails for %s, which is no collection', async (collection) => {
    const { outcome } = await run(
      [loop('L', { loopType: 'forEach', collection }), echo('e', '1', 'L')],
      ['s > L', 'L:loop-start-source > e'],
      { input: { text: '[1]', number: 4 } },
    );
    expect(outcome).toMatchObject({ kind: 'failed', error: 'L: collection must be a list or an object', blockId: 'L' });
  });

  it('continues while its condition holds, which can read the number of the next pass', async () => {
    expect(await looped({ loopType: 'while', whileCondition: '<loop.index> < 2' })).toEqual(values(0, 1));
  });

  it('makes no pass without a condition to go on by', async () => {
    expect(await looped({ loopType: 'while' })).toEqual({ results: [] });
  });

  it('of the kind doWhile makes a first pass before it evaluates its condition', async () => {
    expect(await looped({ loopType: 'doWhile', doWhileCondition: 'false' })).toEqual(values(0));
  });

  it('counts when it has no condition to ask', async () => {
    expect(await looped({ loopType: 'doWhile', count: 2 })).toEqual(values(0, 1));
  });

  it('asks its condition with the latest outputs of its blocks', async () => {
    expect(await looped({ loopType: 'doWhile', doWhileCondition: '<e.value> !== 3' })).toEqual(values(0, 1, 2, 3));
  });

  it('takes the words true and false for truth values', async () => {
    expect(await looped({ loopType: 'doWhile', doWhileCondition: '<s.more>' }, '1', { more: 'false' })).toEqual(values('1'));
  });

  it('ends where its condition cannot be told, and says why in the trace', async () => {
    const { events, outcome } = await run(
      [loop('L', { loopType: 'while', whileCondition: 'missing.value' }), echo('e', '1', 'L')],
      ['s > L', 'L:loop-start-source > e'],
    );
    expect(outcome).toMatchObject({ kind: 'completed', output: { results: [] } });
    const decided = events.find(({ type }) => type === 'execution.pass-decided');
    expect(decided?.payload).toMatchObject({ goesOn: false, problem: expect.stringContaining('missing is not defined') });
  });

  it('fails when its condition holds for ever', async () => {
    const { outcome } = await run(
      [loop('L', { loopType: 'while', whileCondition: 'true' }), echo('e', '1', 'L')],
      ['s > L', 'L:loop-start-source > e'],
      { mostPasses: 50 },
    );
    expect(outcome).toMatchObject({ kind: 'failed', error: 'L: The loop was stopped after 50 passes: its condition still holds' });
  });

  it('shows blocks the latest value of the pass before until it is overwritten', async () => {
    const blocks = [loop('L', { loopType: 'for', count: 3 }), echo('a', '<b.value>', 'L'), echo('b', '<loop.index>', 'L')];
    expect(await outputOf(blocks, ['s > L', 'L:loop-start-source > a', 'a > b'])).toEqual({
      results: [
        [{ value: null }, { value: 0 }],
        [{ value: 0 }, { value: 1 }],
        [{ value: 1 }, { value: 2 }],
      ],
    });
  });

  it('leaves passes in which no block ended out of its results, and continues', async () => {
    const conditions = [{ id: 'odd', title: 'if', value: '<loop.index> % 2 === 1' }];
    const blocks = [
      loop('L', { loopType: 'for', count: 4 }),
      aBlock('c', 'condition', { conditions }, inside('L')),
      echo('e', '<loop.index>', 'L'),
    ];
    const { outcome } = await run(blocks, ['s > L', 'L:loop-start-source > c', 'c:condition-odd > e']);
    expect(outcome).toMatchObject({ kind: 'completed', output: { results: [[{}], [{}, { value: 1 }], [{}], [{}, { value: 3 }]] } });
  });

  it('can be asked for its results and its last values behind it', async () => {
    const blocks = [
      loop('Each One', { loopType: 'for', count: 2 }),
      echo('e', '<eachone.index>', 'Each One'),
      echo('n', '<eachone.results> <e.value>'),
    ];
    expect(await outputOf(blocks, ['s > Each One', 'Each One:loop-start-source > e', 'Each One:loop-end-source > n'])).toEqual({
      value: '[[{"value":0}],[{"value":1}]] 1',
    });
  });

  it('fails the run at the first block that fails', async () => {
    const blocks = [loop('L', { loopType: 'for', count: 5 }), aBlock('f', 'fail', { value: '<loop.index>' }, inside('L'))];
    const { outcome, begun } = await run(blocks, ['s > L', 'L:loop-start-source > f']);
    expect(outcome).toMatchObject({ kind: 'failed', error: 'f: broken 0' });
    expect(begun).toEqual(['s', 'f']);
  });

  it('continues after an error that is handled inside', async () => {
    const blocks = [loop('L', { loopType: 'for', count: 2 }), aBlock('f', 'fail', {}, inside('L')), echo('r', '<f.error>', 'L')];
    expect(await outputOf(blocks, ['s > L', 'L:loop-start-source > f', 'f:error > r'])).toEqual({
      results: [
        [{ error: 'broken null' }, { value: 'broken null' }],
        [{ error: 'broken null' }, { value: 'broken null' }],
      ],
    });
  });

  it('ends with the whole run where a block answers', async () => {
    const answer = aBlock('r', 'response', { dataMode: 'json', data: '{"pass": <loop.index>}' }, inside('L'));
    const { outcome } = await run([loop('L', { loopType: 'for', count: 5 }), answer], ['s > L', 'L:loop-start-source > r']);
    expect(outcome).toMatchObject({ kind: 'completed', output: { data: { pass: 0 } } });
  });

  it('makes ten thousand passes without a stack that grows', async () => {
    const output = (await looped({ loopType: 'for', count: 10_000 })) as { results: Json[] };
    expect(output.results).toHaveLength(10_000);
  });

  it('refuses a field that no loop has', async () => {
    const { outcome } = await run([loop('L', { count: 1 }), echo('e', '<loop.colour>', 'L')], ['s > L', 'L:loop-start-source > e']);
    expect(outcome).toMatchObject({ error: 'e: "loop" has no "colour". Available: index, iteration, currentItem, item, items' });
  });
});

describe('a parallel', () => {
  it('runs its branches in parallel and outputs the result of each by its index', async () => {
    const branches = [
      parallel('P', { parallelType: 'count', count: 3 }),
      aBlock('e', 'slow echo', { value: '<parallel.index>' }, inside('P')),
    ];
    const { outcome, events } = await run(branches, ['s > P', 'P:parallel-start-source > e']);
    expect(outcome).toMatchObject({ output: values(0, 1, 2) });
    expect(events.map(({ type }) => type)).toEqual([
      'execution.started',
      'execution.block-completed',
      'execution.container-entered',
      ...Array.from({ length: 4 }, () => 'execution.block-completed'),
    ]);
  });

  it('takes a branch for each item', async () => {
    const blocks = [parallel('P', { parallelType: 'collection', collection: '<s.list>' }), echo('e', '<parallel.currentItem>', 'P')];
    expect(await outputOf(blocks, ['s > P', 'P:parallel-start-source > e'], { input: { list: ['a', 'b'] } })).toEqual(values('a', 'b'));
  });

  it('never has more branches at work than its batch size', async () => {
    let [running, most] = [0, 0];
    const watched = {
      type: 'watched',
      check: () => [],
      run: async () => {
        most = Math.max(most, (running += 1));
        for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
        running -= 1;
        return { output: {} };
      },
    };
    const blocks = [parallel('P', { parallelType: 'count', count: 30, batchSize: 4 }), aBlock('e', 'watched', {}, inside('P'))];
    await runDocument(aDocument([start, ...blocks], edges('s > P', 'P:parallel-start-source > e')), { blocks: [watched] });
    expect(most).toBe(4);
  });

  it('keeps what its branches put out apart', async () => {
    const blocks = [
      parallel('P', { parallelType: 'count', count: 2 }),
      aBlock('a', 'slow echo', { value: 'a<parallel.index>' }, inside('P')),
      echo('b', '<a.value>!', 'P'),
      echo('n', '<a.value>'),
    ];
    const { outcome, events } = await run(blocks, ['s > P', 'P:parallel-start-source > a', 'a > b', 'P:parallel-end-source > n']);
    expect(outcome).toMatchObject({ output: { value: 'a0' } });
    const results = events.flatMap((event) =>
      event.type === 'execution.block-completed' && event.payload.node === 'P' ? [event.payload.output] : [],
    );
    expect(results).toEqual([
      {
        results: [
          [{ value: 'a0' }, { value: 'a0!' }],
          [{ value: 'a1' }, { value: 'a1!' }],
        ],
      },
    ]);
  });

  it('makes no branch for an empty list and continues', async () => {
    const blocks = [parallel('P', { parallelType: 'collection', collection: '[]' }), echo('e', '1', 'P'), echo('n', '<p.results>')];
    expect(await outputOf(blocks, ['s > P', 'P:parallel-start-source > e', 'P:parallel-end-source > n'])).toEqual({ value: [] });
  });

  it('fails with its first branch, and lets the others end', async () => {
    const blocks = [
      parallel('P', { parallelType: 'count', count: 3 }),
      aBlock('a', 'slow echo', { value: '<parallel.index>' }, inside('P')),
      aBlock('f', 'fail', { value: '<a.value>' }, inside('P')),
    ];
    const { outcome, events } = await run(blocks, ['s > P', 'P:parallel-start-source > a', 'a > f']);
    expect(outcome).toMatchObject({ kind: 'failed', error: 'f: broken 0' });
    expect(events.filter((event) => event.type === 'execution.block-completed' && event.payload.blockId === 'a')).toHaveLength(3);
  });

  it('has no more than a thousand branches', async () => {
    const blocks = [parallel('P', { parallelType: 'collection', collection: '<s.list>' }), echo('e', '1', 'P')];
    const list = Array.from({ length: 1_001 }, () => 0);
    const { outcome } = await run(blocks, ['s > P', 'P:parallel-start-source > e'], { input: { list } });
    expect(outcome).toMatchObject({ error: 'P: collection has 1001 items; at most 1000 are possible' });
  });
});

describe('a loop with too many passes', () => {
  it.each([
    [{ loopType: 'for', count: 100_001 }, 'L: count is 100001; at most 100000 are possible'],
    [{ loopType: 'forEach', collection: '<s.list>' }, 'L: collection has 100001 items; at most 100000 are possible'],
  ])('fails before the first one: %j', async (data, error) => {
    const list = Array.from({ length: 100_001 }, () => 0);
    const { outcome } = await run([loop('L', data), echo('e', '1', 'L')], ['s > L', 'L:loop-start-source > e'], { input: { list } });
    expect(outcome).toMatchObject({ kind: 'failed', error });
  });
});

describe('containers in each other', () => {
  it('know the pass of each container around them', async () => {
    const blocks = [
      loop('Outer', { loopType: 'for', count: 2 }),
      parallel('Mid', { parallelType: 'count', count: 2 }, 'Outer'),
      loop('Inner', { loopType: 'for', count: 2 }, 'Mid'),
      echo('e', '<outer.index><mid.index><inner.index> <loop.index><parallel.index>', 'Inner'),
    ];
    const arrows = ['s > Outer', 'Outer:loop-start-source > Mid', 'Mid:parallel-start-source > Inner', 'Inner:loop-start-source > e'];
    const { outcome, events } = await run(blocks, arrows);
    const said = events.flatMap((event) =>
      event.type === 'execution.block-completed' && event.payload.blockId === 'e' ? [event.payload] : [],
    );
    expect(said.map(({ output }) => JSON.stringify(output['value'])).toSorted((one, other) => one.localeCompare(other))).toEqual([
      '"000 00"',
      '"001 10"',
      '"010 01"',
      '"011 11"',
      '"100 00"',
      '"101 10"',
      '"110 01"',
      '"111 11"',
    ]);
    expect(said[0]?.node).toBe('Outer[0]/Mid[0]/Inner[0]/e');
    const inner = (outer: number, mid: number) => ({
      results: [0, 1].map((index) => [{ value: `${outer}${mid}${index} ${index}${mid}` }]),
    });
    expect(outcome).toMatchObject({
      output: { results: [0, 1].map((outer) => [{ results: [0, 1].map((mid) => [inner(outer, mid)]) }]) },
    });
  });

  it('follow each other, each with the results of the one before', async () => {
    const blocks = [
      parallel('P', { parallelType: 'count', count: 2 }),
      echo('a', '<parallel.index>', 'P'),
      parallel('Q', { parallelType: 'collection', collection: '<p.results>' }),
      echo('b', '<parallel.currentItem[0].value>', 'Q'),
    ];
    const arrows = ['s > P', 'P:parallel-start-source > a', 'P:parallel-end-source > Q', 'Q:parallel-start-source > b'];
    expect(await outputOf(blocks, arrows)).toEqual(values(0, 1));
  });

  it('do not run on a path that died', async () => {
    const conditions = [{ id: 'no', title: 'if', value: 'false' }];
    const blocks = [
      aBlock('c', 'condition', { conditions }),
      loop('L', { loopType: 'for', count: 2 }),
      echo('e', '1', 'L'),
      echo('n', '2'),
    ];
    const { begun } = await run(blocks, ['s > c', 'c:condition-no > L', 'L:loop-start-source > e', 'L:loop-end-source > n']);
    expect(begun).toEqual(['s', 'c']);
  });
});
