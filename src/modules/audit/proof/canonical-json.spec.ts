import { describe, expect, it } from '@jest/globals';
import { anEntry } from '../../../../test/support/audit-log.js';
import { canonicalJson } from './canonical-json.js';
import { entryText } from './entry-chain.js';

describe('the canonical text of a value', () => {
  it('sorts members by their names as text, inside and outside', () => {
    expect(canonicalJson({ b: 1, a: { '10': true, '9': null, Z: 'z' } })).toBe('{"a":{"10":true,"9":null,"Z":"z"},"b":1}');
  });

  it('writes numbers and texts as ECMAScript does', () => {
    expect(canonicalJson([1e21, 0.1, -0, 'ü"\n\u007f', []])).toBe('[1e+21,0.1,0,"ü\\"\\n\u007f",[]]');
  });

  it('of an entry is what sorting its members gives', () => {
    const entry = anEntry(7);
    expect(entryText(entry)).toBe(canonicalJson({ ...entry }));
  });
});
