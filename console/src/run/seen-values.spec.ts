import { describe, expect, it } from '@jest/globals';
import { referencesIn } from './seen-values.js';

describe('the references in a text', () => {
  it('have names of all kinds that references can have', () => {
    expect(referencesIn('<fee-check.ok> && <Fee Check.a[0].b> > <größe.x> || a <b && c> d')).toEqual([
      'fee-check.ok',
      'Fee Check.a[0].b',
      'größe.x',
    ]);
  });

  it('are listed once', () => {
    expect(referencesIn('<a.b> <a.b> <start>')).toEqual(['a.b', 'start']);
  });
});
