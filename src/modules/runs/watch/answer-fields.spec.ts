import { describe, expect, it } from '@jest/globals';
import { AnswerFields } from './answer-fields.js';

const wanted = ['title', 'tags', 'author.name'].map((path) => ({ path, keys: path.split('.') }));

/** The text of each field, when the answer arrives in pieces of a length. */
function read(answer: string, length: number): Readonly<Record<string, string>> {
  const fields = new AnswerFields(wanted);
  const found: Record<string, string> = {};
  for (let start = 0; start < answer.length; start += length)
    for (const { path, text } of fields.feed(answer.slice(start, start + length))) found[path] = (found[path] ?? '') + text;
  return found;
}

const answers = [
  { title: 'Plain', tags: ['a', 1], author: { name: 'Ada', age: 36 } },
  { other: { title: 'not this' }, title: '"quoted" \\ \n \u0007 🙂 é', tags: null, author: { name: null } },
  { title: '', tags: {}, author: { name: 'x}y,"z' } },
  { tags: 12.5, author: 'no object', title: 5 },
];

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

describe('the fields of an answer', () => {
  it.each(answers)('are those of the parsed answer, in whatever pieces it arrives: %j', (answer) => {
    const { title, tags, author } = answer as { title: unknown; tags: unknown; author: { name?: unknown } };
    const name = typeof author === 'object' ? author.name : undefined;
    const expected = Object.fromEntries(
      Object.entries({ title, tags, 'author.name': name })
        .filter(([, value]) => value !== undefined && value !== '')
        .map(([path, value]) => [path, asText(value)]),
    );
    for (const space of [0, 2])
      for (const length of [1, 2, 3, 7, 1000]) expect(read(JSON.stringify(answer, null, space), length)).toEqual(expected);
  });

  it('are read before the answer is complete: a text at once, anything else when it is whole', () => {
    const fields = new AnswerFields(wanted);
    expect(fields.feed('{"title": "Hel')).toEqual([{ path: 'title', text: 'Hel', end: 14 }]);
    expect(fields.feed('lo\\u00')).toEqual([{ path: 'title', text: 'lo', end: 2 }]);
    expect(fields.feed('e9", "tags": [1, 2')).toEqual([{ path: 'title', text: 'é', end: 2 }]);
    expect(fields.feed(', 3]')).toEqual([]);
    expect(fields.feed(',')).toEqual([{ path: 'tags', text: '[\n  1,\n  2,\n  3\n]', end: 1 }]);
  });

  it('have no half of a character, however its escapes are cut', () => {
    const answer = String.raw`{"title":"x\ud83d\ude42y\ud83d\ud83d\ude42\ud83d"}`;
    for (let cut = 0; cut <= answer.length; cut += 1) {
      const fields = new AnswerFields(wanted);
      const texts = [answer.slice(0, cut), answer.slice(cut)].flatMap((piece) => fields.feed(piece)).map(({ text }) => text);
      expect(texts.join('')).toBe('x🙂y\ud83d🙂\ud83d');
      expect({ cut, isHalf: texts[0]?.endsWith('x\ud83d') }).toEqual({ cut, isHalf: false });
      expect(texts.filter((text) => /^[\udc00-\udfff]/.test(text))).toEqual([]);
    }
  });

  it('say how far the text was read with each of them', () => {
    expect(new AnswerFields(wanted).feed('{"title":"🙂!","tags":1,"author":{"name":"A"}}')).toEqual([
      { path: 'title', text: '🙂!', end: 13 },
      { path: 'tags', text: '1', end: 24 },
      { path: 'author.name', text: 'A', end: 46 },
    ]);
  });

  it.each(['', 'Sure! {"title": "x"}', '[{"title": "x"}]', '"title"', '{title: "x"}'])('are none in %j', (answer) => {
    expect(read(answer, 1)).toEqual({});
  });
});
