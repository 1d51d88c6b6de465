import { describe, expect, it } from '@jest/globals';
import { meantBy } from './misspelling.js';

describe('a word that nobody knows', () => {
  it.each([
    ['two letters that changed places', 'baekdo', 'bakedo'],
    ['a letter too few', 'invoce', 'invoice'],
    ['a letter too many', 'invooice', 'invoice'],
    ['another letter', 'reykjawik', 'reykjavik'],
    ['two slips', 'calender', 'kalendar'],
    ['a slip in a short word', 'caat', 'cat'],
  ])('is taken for one that it has become by %s', (_, word, known) => {
    expect(meantBy(word, ['something', known, 'else'])).toEqual([known]);
  });

  it.each([
    ['two slips in a short word', 'cart', 'boat'],
    ['three slips', 'invoice', 'involved'],
  ])('is taken for no word that is away by %s', (_, word, known) => {
    expect(meantBy(word, [known])).toEqual([]);
  });

  it('is taken for the nearest ones, three at most', () => {
    expect(meantBy('parcl', ['parole', 'parcel'])).toEqual(['parcel']);
    expect(meantBy('bill', ['ball', 'bell', 'bull', 'boll'])).toEqual(['ball', 'bell', 'bull']);
    expect(meantBy('bill', [])).toEqual([]);
  });
});
