import { describe, expect, it } from '@jest/globals';
import type { ShownEvent } from '@sluice/client';
import type { BlockRun } from '../../run/block-runs.js';
import { lastOutputsOf } from './last-outputs.js';

function ran(blockId: string, output: unknown): BlockRun {
  const event = { position: 2, type: 'execution.block-completed', payload: { output } } as unknown as ShownEvent;
  return { blockId, state: { tone: 'good', word: 'completed' }, event };
}

describe('the last outputs of blocks', () => {
  it('are those of the run that is shown, one entry of each list', () => {
    expect(lastOutputsOf([ran('sum', { result: 3, rows: [{ id: 1 }, { id: 2 }] })])).toEqual(
      new Map([['sum', { result: 3, rows: [{ id: 1 }] }]]),
    );
  });

  it('are not known for blocks without an output', () => {
    expect(lastOutputsOf([ran('sum', null), { blockId: 'next', state: { tone: 'run', word: 'running' } }])).toEqual(new Map());
  });
});
