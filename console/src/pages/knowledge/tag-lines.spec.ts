import { describe, expect, it } from '@jest/globals';
import { tagLines, tagsFrom } from './tag-lines.js';

describe('tags on lines', () => {
  it('keep texts, numbers and booleans apart', () => {
    expect(tagsFrom('team = sales\nyear=2031\n\npublic = true\nversion = "2"')).toEqual({
      tags: { team: 'sales', year: 2031, public: true, version: '2' },
    });
  });

  it('are read as they were written', () => {
    const tags = { team: 'sales', year: 2031, price: -1.5, public: false, version: '2', said: '"no"', code: '007', empty: '' };
    expect(tagsFrom(tagLines(tags))).toEqual({ tags });
  });

  it('name the line that is no tag', () => {
    expect(tagsFrom('team = sales\nyear')).toEqual({ problem: '"year" is no tag. Write name = value.' });
    expect(tagsFrom('= 5')).toEqual({ problem: '"= 5" is no tag. Write name = value.' });
  });
});
