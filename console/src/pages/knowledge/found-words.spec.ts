import { describe, expect, it } from '@jest/globals';
import { foundWords, wordsInCommon } from './found-words.js';

describe('the words of a query in a result', () => {
  it('are marked where they stand as words', () => {
    expect(foundWords('Day off: today you ask for a day.', 'day off')).toEqual([
      { text: 'Day', isFound: true },
      { text: ' ', isFound: false },
      { text: 'off', isFound: true },
      { text: ': today you ask for a ', isFound: false },
      { text: 'day', isFound: true },
      { text: '.', isFound: false },
    ]);
  });

  it('are counted once each', () => {
    expect(wordsInCommon('A day is a day', 'Which day is it, day or night?')).toEqual({ found: 2, of: 6 });
  });

  it('may contain what would be a pattern', () => {
    expect(foundWords('a (b+c)* d', '(b+ *')).toEqual([
      { text: 'a (', isFound: false },
      { text: 'b', isFound: true },
      { text: '+c)* d', isFound: false },
    ]);
    expect(foundWords('anything', '?!')).toEqual([{ text: 'anything', isFound: false }]);
  });
});
