import { describe, expect, it } from '@jest/globals';
import { aBlock, aDocument, edges } from '../../../../test/support/engine/documents.js';
import { runDocument } from '../../../../test/support/engine/run-document.js';
import { stepBlocks } from '../../../../test/support/engine/step-blocks.js';
import { PauseEnded } from '../../execution.events.js';
import { RunState } from '../run-state.js';

const start = aBlock('s', 'start_trigger');
const inside = (parentId: string) => ({ data: { parentId } });

const run = (blocks: Parameters<typeof aDocument>[0], ...arrows: readonly string[]) =>
  runDocument(aDocument([start, ...blocks], edges(...arrows)), { blocks: stepBlocks });

const ended = (node: string) => PauseEnded({ node, blockId: 'p', reason: 'due', input: null, answers: [], at: '2026-01-05T12:00:00.000Z' });

describe('a block that waits', () => {
  it('holds what depends on it, and nothing else', async () => {
    const { outcome, begun } = await run(
      [aBlock('p', 'pause'), aBlock('a', 'echo'), aBlock('b', 'echo'), aBlock('c', 'echo')],
      's > p',
      's > a',
      'a > b',
      'p > c',
    );
    expect(begun).toEqual(['s', 'p', 'a', 'b']);
    expect(outcome).toEqual({ kind: 'paused', output: { waiting: 'p' }, resumeAt: '2026-01-05T12:00:00.000Z' });
  });

  it('is one of several that the run tells about', async () => {
    const parallel = aBlock('P', 'parallel', {}, { data: { count: 2 } });
    const { outcome } = await run([parallel, aBlock('p', 'pause', {}, inside('P'))], 's > P', 'P:parallel-start-source > p');
    expect(outcome).toMatchObject({ kind: 'paused', output: { pausedBlocks: [{ waiting: 'p' }, { waiting: 'p' }], pauseCount: 2 } });
  });

  it('does not keep a run alive that fails or answers', async () => {
    expect((await run([aBlock('p', 'pause'), aBlock('f', 'fail')], 's > p', 's > f')).outcome.kind).toBe('failed');
    expect((await run([aBlock('p', 'pause'), aBlock('r', 'response')], 's > p', 's > r')).outcome.kind).toBe('completed');
  });
});

describe('the end of a pause', () => {
  it('is the task of ending the block, in whichever process', async () => {
    const { events, plan } = await run([aBlock('p', 'pause'), aBlock('a', 'echo')], 's > p', 'p > a');
    const recovered = new RunState(plan);
    for (const event of events) recovered.apply(event);
    expect([recovered.ready(), recovered.pauses().length]).toEqual([[], 1]);
    expect(recovered.apply(ended('p'))).toMatchObject([{ kind: 'resume', node: { key: 'p' }, ended: { reason: 'due' } }]);
    expect(recovered.ready()).toMatchObject([{ kind: 'resume', node: { key: 'p' } }]);
    expect(recovered.pauses()).toEqual([]);
  });

  it('concerns one branch alone', async () => {
    const parallel = aBlock('P', 'parallel', {}, { data: { count: 2 } });
    const { events, plan } = await run([parallel, aBlock('p', 'pause', {}, inside('P'))], 's > P', 'P:parallel-start-source > p');
    const recovered = new RunState(plan);
    for (const event of events) recovered.apply(event);
    recovered.apply(ended('P[1]/p'));
    expect(recovered.pauses().map(({ node }) => node.key)).toEqual(['P[0]/p']);
    expect(recovered.ready().map(({ node }) => node.key)).toEqual(['P[1]/p']);
  });

  it('of a block that does not wait belongs to another history', async () => {
    const { plan } = await run([aBlock('a', 'echo')], 's > a');
    expect(() => new RunState(plan).apply(ended('a'))).toThrow('Block a does not wait');
  });
});
