import { describe, expect, it } from '@jest/globals';
import { meantBy } from './misspelling.js';

describe('an unknown word', () => {
  it.each([
    ['two swapped letters', 'baekdo', 'bakedo'],
    ['a missing letter', 'invoce', 'invoice'],
    ['an extra letter', 'invooice', 'invoice'],
    ['another letter', 'reykjawik', 'reykjavik'],
    ['two slips', 'calender', 'kalendar'],
    ['one typo in a short word', 'caat', 'cat'],
  ])('matches a known word that differs by %s', (_, word, known) => {
    expect(meantBy(word, ['something', known, 'else'])).toEqual([known]);
  });

  it.each([
    ['two typos in a short word', 'cart', 'boat'],
    ['three slips', 'invoice', 'involved'],
  ])('does not match a word that differs by %s', (_, word, known) => {
    expect(meantBy(word, [known])).toEqual([]);
  });

  it('matches the three nearest words at most', () => {
    expect(meantBy('parcl', ['parole', 'parcel'])).toEqual(['parcel']);
    expect(meantBy('bill', ['ball', 'bell', 'bull', 'boll'])).toEqual(['ball', 'bell', 'bull']);
    expect(meantBy('bill', [])).toEqual([]);
  });
});
