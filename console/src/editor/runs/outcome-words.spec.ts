import { describe, expect, it } from '@jest/globals';
import { parseDocument } from '../../../../src/document/parse/parse-document.js';
import type { BlockRun } from '../../run/block-runs.js';
import { outcomeWords } from './outcome-words.js';

const ran = (blockId: string, word: string): BlockRun => ({ blockId, state: { tone: 'plain', word } });

describe('the outcome of a run in words', () => {
  const { document } = parseDocument({
    blocks: { fee: { id: 'fee', type: 'function', name: 'Fee', position: { x: 0, y: 0 } } },
    edges: [],
  });
  if (document === undefined) throw new Error('The document cannot be read');
  const blocks = [ran('start', 'completed'), ran('fee', 'failed')];

  it('has the time, or the block at which it ended', () => {
    expect(outcomeWords({ status: 'running', ms: null, blocks: [] }, document)).toBe('');
    expect(outcomeWords({ status: 'completed', ms: 1200, blocks }, document)).toBe('The run has completed in 1.20 s.');
    expect(outcomeWords({ status: 'failed', ms: 1200, blocks }, document)).toBe('The run has failed at Fee.');
    expect(outcomeWords({ status: 'failed', ms: 1200, blocks: [] }, document)).toBe('The run has failed.');
    expect(outcomeWords({ status: 'cancelled', ms: 1200, blocks }, document)).toBe('The run was cancelled.');
    expect(outcomeWords({ status: 'paused', ms: null, blocks: [ran('gone', 'waiting')] }, document)).toBe('The run waits at gone.');
  });
});
