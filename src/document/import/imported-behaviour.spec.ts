import { describe, expect, it } from '@jest/globals';
import { aBlock, aDocument } from '../../../test/support/engine/documents.js';
import { asBefore } from './imported-behaviour.js';

const onInvalid = (fields: Record<string, string>, metadata = {}) =>
  asBefore({ ...aDocument([aBlock('e', 'evaluator', fields)]), metadata }).blocks['e']?.subBlocks['onInvalid']?.value;

describe('an imported evaluator', () => {
  it('takes 0 for what is missing, as where it comes from', () => {
    expect(onInvalid({ content: 'x' })).toBe('zero');
  });

  it('keeps what it says, and the default of documents of this server', () => {
    expect(onInvalid({ onInvalid: 'fail' })).toBe('fail');
    expect(onInvalid({ content: 'x' }, { strictInput: true })).toBeUndefined();
  });
});
