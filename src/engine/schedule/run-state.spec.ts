import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { aBlock, aDocument, edges, feeGate } from '../../../test/support/engine/documents.js';
import { runDocument, type FinishedRun } from '../../../test/support/engine/run-document.js';
import type { BlockDefinition } from '#blocks/block.js';
import { BlockFailure } from '../block-failure.js';
import { RunState } from './run-state.js';

const start = aBlock('s', 'start_trigger');
const step = (id: string) => aBlock(id, 'step');

/** Blocks that need no outside: one that names itself, one that fails, one that takes a few turns longer, one that ends the run. */
const blocks: readonly BlockDefinition[] = [
  { type: 'step', check: () => [], run: ({ id }) => ({ output: { ran: id } }) },
  {
    type: 'fail',
    check: () => [],
    run: ({ id }) => {
      throw new BlockFailure(`${id} is broken`, { output: { part: 1 } });
    },
  },
  {
    type: 'slow',
    check: () => [],
    run: async ({ id }) => {
      await turns();
      return { output: { ran: id } };
    },
  },
  {
    type: 'slow end',
    check: () => [],
    run: async ({ id }) => {
      await turns();
      return { output: { ended: id }, response: { status: 299, headers: {} } };
    },
  },
  { type: 'end', check: () => [], run: ({ id }) => ({ output: { ended: id }, response: { status: 299, headers: {} } }) },
];

async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}

const run = (list: Parameters<typeof aDocument>[0], ...arrows: readonly string[]): Promise<FinishedRun> =>
  runDocument(aDocument([start, ...list], edges(...arrows)), { input: { in: 1 }, blocks });

describe('the fee gate', () => {
  it.each([
    [{ amount: 500, customer: 'Ann' }, { customer: 'Ann', fee: 10 }, 202],
    [{ amount: '500', customer: 'Ann' }, { customer: 'Ann', fee: 10 }, 202],
    [{ amount: 10 }, { ok: true }, 200],
    [{}, { ok: true }, 200],
  ])('answers %j with %j', async (input, data, status) => {
    const { outcome } = await runDocument(feeGate(), { input });
    const headers = { 'Content-Type': 'application/json' };
    expect(outcome).toEqual({ kind: 'completed', output: { data, status, headers }, response: { status, headers } });
  });
});

describe('the way through a graph', () => {
  it('is a line', async () => {
    const { begun, outcome } = await run([step('a'), step('b')], 's > a', 'a > b');
    expect(begun).toEqual(['s', 'a', 'b']);
    expect(outcome).toEqual({ kind: 'completed', output: { ran: 'b' } });
  });

  it('runs branches beside each other and the join once', async () => {
    const { begun, outcome } = await run([aBlock('a', 'slow'), step('b'), step('join')], 's > a', 's > b', 'a > join', 'b > join');
    expect(begun).toEqual(['s', 'a', 'b', 'join']);
    expect(outcome).toMatchObject({ output: { ran: 'join' } });
  });

  it('joins again behind a choice', async () => {
    const conditions = [
      { id: 'if', title: 'if', value: '<s.in> > 5' },
      { id: 'more', title: 'else if', value: '<s.in> === 1' },
      { id: 'else', title: 'else', value: '' },
    ];
    const { begun } = await run(
      [aBlock('c', 'condition', { conditions }), step('big'), step('one'), step('other'), step('join')],
      's > c',
      'c:condition-if > big',
      'c:condition-more > one',
      'c:condition-else > other',
      'big > join',
      'one > join',
      'other > join',
    );
    expect(begun).toEqual(['s', 'c', 'one', 'join']);
  });

  it('takes the error edge', async () => {
    const { begun, outcome, events } = await run([aBlock('f', 'fail'), step('a'), step('rescue')], 's > f', 'f > a', 'f:error > rescue');
    expect(begun).toEqual(['s', 'f', 'rescue']);
    expect(outcome).toMatchObject({ kind: 'completed', output: { ran: 'rescue' } });
    expect(events.find(({ type }) => type === 'execution.block-failed')?.payload).toMatchObject({
      handled: true,
      error: 'f is broken',
      output: { error: 'f is broken', part: 1 },
    });
  });
});

describe('an unhandled failure', () => {
  it('fails the run with the name of the block and the cause', async () => {
    const { outcome } = await run([aBlock('f', 'fail', {}, { name: 'Look Up' })], 's > f');
    expect(outcome).toEqual({ kind: 'failed', error: 'Look Up: f is broken', blockId: 'f', output: {} });
  });

  it('lets what runs end, and begins nothing more', async () => {
    const { begun, events, outcome } = await run([aBlock('f', 'fail'), aBlock('a', 'slow'), step('b')], 's > a', 's > f', 'a > b');
    expect(begun).toEqual(['s', 'a', 'f']);
    expect(events.at(-1)).toMatchObject({ type: 'execution.block-completed', payload: { node: 'a' } });
    expect(outcome).toMatchObject({ kind: 'failed', blockId: 'f' });
  });

  it('is the first one when there are several', async () => {
    const { outcome } = await run([aBlock('f', 'fail'), aBlock('g', 'fail')], 's > f', 's > g');
    expect(outcome).toMatchObject({ kind: 'failed', blockId: 'f' });
  });

  it('keeps the output of an end that was reached', async () => {
    const { outcome } = await run([step('a'), aBlock('f', 'fail'), aBlock('slow', 'slow')], 's > a', 's > slow', 'slow > f');
    expect(outcome).toMatchObject({ kind: 'failed', output: { ran: 'a' } });
  });

  it('remains the outcome when a response comes after it', async () => {
    const { outcome } = await run([aBlock('f', 'fail'), aBlock('e', 'slow end')], 's > f', 's > e');
    expect(outcome).toMatchObject({ kind: 'failed', blockId: 'f' });
  });
});

describe('a response', () => {
  it('ends the run without waiting for siblings', async () => {
    const { begun, outcome, events } = await run([aBlock('e', 'end'), aBlock('a', 'slow'), step('b')], 's > a', 's > e', 'a > b');
    expect(begun).toEqual(['s', 'a', 'e']);
    expect(outcome).toEqual({ kind: 'completed', output: { ended: 'e' }, response: { status: 299, headers: {} } });
    expect(events).toHaveLength(3);
  });

  it('is not failed by a sibling that fails later', async () => {
    const { outcome } = await run([aBlock('e', 'end'), aBlock('f', 'fail')], 's > e', 's > f');
    expect(outcome).toMatchObject({ kind: 'completed', output: { ended: 'e' } });
  });
});

describe('the output of a run', () => {
  it('is that of the last end to be reached', async () => {
    const { outcome } = await run([aBlock('a', 'slow'), step('b')], 's > a', 's > b');
    expect(outcome).toMatchObject({ output: { ran: 'a' } });
  });

  it('is not that of a block that could have led further', async () => {
    const { outcome } = await run([step('a'), aBlock('b', 'slow'), step('rescue')], 's > a', 's > b', 'b:error > rescue');
    expect(outcome).toMatchObject({ output: { ran: 'a' } });
  });

  it('is that of the last block when no end was reached', async () => {
    const { outcome } = await run([step('a'), step('rescue')], 's > a', 'a:error > rescue');
    expect(outcome).toEqual({ kind: 'completed', output: { ran: 'a' } });
  });

  it('is that of the start when there is nothing else', async () => {
    const { outcome } = await run([]);
    expect(outcome).toEqual({ kind: 'completed', output: { in: 1 } });
  });
});

const todo = (state: RunState) => state.ready().map(({ kind, node }) => [kind, node.key, node.from]);

describe('recovery', () => {
  it('reaches from any prefix of the history the state that the run was in', async () => {
    const { events, plan } = await run(
      [aBlock('a', 'slow'), step('b'), aBlock('f', 'fail'), step('rescue'), step('join')],
      's > a',
      's > b',
      'b > f',
      'f:error > rescue',
      'a > join',
      'rescue > join',
    );
    const live = new RunState(plan);
    for (const [index, event] of events.entries()) {
      live.apply(event);
      const recovered = new RunState(plan);
      for (const earlier of events.slice(0, index + 1)) recovered.apply(earlier);
      expect(todo(recovered)).toEqual(todo(live));
      expect(recovered.root.outputs).toEqual(live.root.outputs);
      expect(recovered.outcome()).toEqual(live.outcome());
    }
    expect(live.outcome()).toMatchObject({ kind: 'completed', output: { ran: 'join' } });
  });

  it('knows that a response had ended the run', async () => {
    const { events, plan } = await run([aBlock('e', 'end'), aBlock('a', 'slow')], 's > e', 's > a');
    const recovered = new RunState(plan);
    for (const event of events) recovered.apply(event);
    expect([recovered.ready(), recovered.outcome()?.kind]).toEqual([[], 'completed']);
  });
});

describe('references in a run', () => {
  const echo: BlockDefinition = {
    type: 'echo',
    check: () => [],
    run: ({ params }, { inputs }) => ({ output: { value: inputs.value(params['value'] ?? null) } }),
  };
  const echoed = async (value: string, ...list: Parameters<typeof aDocument>[0]): Promise<unknown> => {
    const document = aDocument([start, ...list, aBlock('e', 'echo', { value })], edges('s > e'), [
      { id: 'v', name: 'Rate', type: 'object', value: '{"eu":5}' },
    ]);
    const { outcome } = await runDocument(document, { input: { in: { list: [1] } }, blocks: [...blocks, echo] });
    return outcome.kind === 'failed' ? outcome.error : (outcome.output as JsonObject)['value'];
  };

  it('reach outputs and variables', async () => {
    expect(await echoed('<s.in.list[0]>')).toBe(1);
    expect(await echoed('<variable.rate.eu>')).toBe(5);
  });

  it('are empty for blocks that did not run', async () => {
    expect(await echoed('<off.x>', aBlock('off', 'step', {}, { enabled: false, outputs: { y: 'any' } }))).toBeNull();
    expect(await echoed('a<e.x>b')).toBe('ab');
  });

  it('are refused where the block that ran never has such an output', async () => {
    const wait = aBlock('w', 'echo', { value: '<a.rann>' });
    const document = aDocument([start, aBlock('a', 'step', {}, { outputs: { ran: 'string' } }), wait], edges('s > a', 'a > w'));
    const { outcome } = await runDocument(document, { blocks: [...blocks, echo] });
    expect(outcome).toMatchObject({ kind: 'failed', error: 'w: "a" has no output "rann". Available: ran' });
  });

  it('stay text for names that do not exist', async () => {
    expect(await echoed('<unknown.x>')).toBe('<unknown.x>');
  });

  it('are empty for anything that a start was not sent', async () => {
    expect(await echoed('[<s.missing.deep>]')).toBe('[]');
  });
});
