import { describe, expect, it } from '@jest/globals';
import type { Json } from '#kernel/json.js';
import { aBlock, aState, readDocument } from '../../../test/support/workflow-documents.js';
import { declaredInputs } from './declared-inputs.js';

function startWith(value: Json, type = 'start_trigger', id = 's') {
  return aBlock(id, type, { subBlocks: { inputFormat: { id: 'inputFormat', type: 'input-format', value } } });
}

const inputsOf = (...blocks: ReturnType<typeof aBlock>[]) => declaredInputs(readDocument(aState(blocks)));

describe('declaredInputs', () => {
  it('returns name, type and description of the fields of the start', () => {
    const fields = [
      { id: 'f1', name: 'amount', type: 'number', value: '10' },
      { id: 'f2', name: ' note ', description: 'shown to the reviewer' },
    ];
    expect(inputsOf(startWith(fields))).toEqual([
      { name: 'amount', type: 'number' },
      { name: 'note', type: 'string', description: 'shown to the reviewer' },
    ]);
  });

  it('reads a list in JSON text', () => {
    expect(inputsOf(startWith('[{"name":"a","type":"boolean"}]'))).toEqual([{ name: 'a', type: 'boolean' }]);
  });

  it.each([
    ['no list', null],
    ['broken text', '[{'],
    ['entries without a name', [{ type: 'string' }, 'x', { name: ' ' }]],
  ])('returns nothing for %s', (_, value) => {
    expect(inputsOf(startWith(value as Json))).toEqual([]);
  });

  it('reads the start that calls prefer', () => {
    const [older, unified] = [startWith([{ name: 'old' }], 'starter', 'older'), startWith([{ name: 'new' }])];
    expect(inputsOf(older, unified)).toEqual([{ name: 'new', type: 'string' }]);
  });

  it('returns nothing for a workflow without a start', () => {
    expect(inputsOf(aBlock('f'))).toEqual([]);
  });
});
