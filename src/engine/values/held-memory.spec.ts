import { describe, expect, it } from '@jest/globals';
import { aBlock, aDocument, edges } from '../../../test/support/engine/documents.js';
import { stepBlocks } from '../../../test/support/engine/step-blocks.js';
import { runDocument, type FinishedRun, type RunOptions } from '../../../test/support/engine/run-document.js';

const childId = '00000000-0000-7000-8000-000000000001';
const text = 'x'.repeat(1_000);
const start = aBlock('s', 'start_trigger', {}, { name: 'Start' });
const loop = aBlock('L', 'loop', {}, { data: { loopType: 'for', count: 100 } });
const inLoop = { data: { parentId: 'L' } };

function run(blocks: Parameters<typeof aDocument>[0], arrows: readonly string[], options: RunOptions = {}): Promise<FinishedRun> {
  return runDocument(aDocument([start, ...blocks], edges(...arrows)), { mostHeldBytes: 20_000, blocks: stepBlocks, ...options });
}

describe('a run that may hold 20,000 bytes', () => {
  it('fails at the block whose output does not fit, and names the limit', async () => {
    const twice = aBlock('twice', 'echo', { value: '<start.a>, <start.a>' });
    const { outcome } = await run([twice], ['s > twice'], { input: { a: 'x'.repeat(7_000) } });
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: expect.stringMatching(/^twice: The run would hold more than 0\.019\d* MB of data: .* \(SLUICE_RUN_MEMORY_MB\)$/),
    });
  });

  it('counts the results of a loop that is under way', async () => {
    const { outcome, events } = await run([loop, aBlock('each', 'echo', { value: text }, inLoop)], ['s > L', 'L:loop-start-source > each']);
    expect(outcome).toMatchObject({ kind: 'failed', error: expect.stringContaining('each: The run would hold') });
    expect(events.filter(({ type }) => type === 'execution.block-completed').length).toBeLessThan(25);
  });

  it('takes the outcome to the error edge of the block', async () => {
    const big = aBlock('big', 'echo', { value: '<start.a>, <start.a>' });
    const { outcome } = await run([big, aBlock('saved', 'echo', { value: '<big.error>' })], ['s > big', 'big:error > saved'], {
      input: { a: 'x'.repeat(7_000) },
    });
    expect(outcome).toMatchObject({ kind: 'completed', output: { value: expect.stringContaining('The run would hold') } });
  });

  it('does not count what a called workflow held that has ended', async () => {
    const child = aDocument(
      [start, aBlock('big', 'echo', { value: text }), aBlock('small', 'echo', { value: 1 })],
      edges('s > big', 'big > small'),
    );
    const call = aBlock('call', 'workflow', { workflowId: childId, inputMapping: {} }, inLoop);
    const { outcome } = await run([loop, call], ['s > L', 'L:loop-start-source > call'], {
      workflows: { [childId]: child },
      mostHeldBytes: 60_000,
    });
    expect(outcome).toMatchObject({ kind: 'completed' });
  });

  it('does not count the results of a loop twice once it has ended', async () => {
    const few = aBlock('L', 'loop', {}, { data: { loopType: 'for', count: 8 } });
    const { outcome } = await run(
      [few, aBlock('each', 'echo', { value: text }, inLoop), aBlock('after', 'echo', { value: text })],
      ['s > L', 'L:loop-start-source > each', 'L:loop-end-source > after'],
    );
    expect(outcome).toMatchObject({ kind: 'completed', output: { value: text } });
  });
});
