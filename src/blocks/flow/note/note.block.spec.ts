import { describe, expect, it } from '@jest/globals';
import { aBlock, aDocument, edges } from '../../../../test/support/engine/documents.js';
import { runDocument } from '../../../../test/support/engine/run-document.js';

const note = aBlock('n', 'note', { content: 'Read <start.me>' });
const blocks = [aBlock('s', 'start_trigger'), aBlock('f', 'function', { code: 'return 1' }), note];

describe('a note', () => {
  it('never runs', async () => {
    const { begun, outcome, plan } = await runDocument(aDocument(blocks, edges('s > f')));
    expect(begun).toEqual(['s', 'f']);
    expect(plan.blocks.has('n')).toBe(false);
    expect(outcome).toMatchObject({ kind: 'completed', output: { result: 1 } });
  });

  it('has no part in a run even where edges lead through it', async () => {
    const { begun } = await runDocument(aDocument(blocks, edges('s > n', 'n > f')));
    expect(begun).toEqual(['s']);
  });
});
