import { describe, expect, it } from '@jest/globals';
import { parseDocument } from '../../../../src/document/parse/parse-document.js';
import { deployedText } from './deployed-text.js';

const { document } = parseDocument({
  state: {
    blocks: {
      sum: {
        id: 'sum',
        type: 'function',
        name: 'sum',
        position: { x: 0, y: 0 },
        subBlocks: { code: { id: 'code', type: 'code', value: 'return 1' }, list: { id: 'list', type: 'table', value: [1] } },
      },
    },
    edges: [],
  },
});

describe('the text of a field in a version', () => {
  it.each([
    ['sum', 'code', 'return 1'],
    ['sum', 'list', '[\n  1\n]'],
    ['sum', 'constructor', undefined],
    ['gone', 'code', undefined],
  ])('of block %s, field %s is %j', (blockId, field, text) => {
    if (document === undefined) throw new Error('The document cannot be read');
    expect(deployedText(document, { workflowId: 'w', version: 1, blockId, field })).toBe(text);
  });
});
