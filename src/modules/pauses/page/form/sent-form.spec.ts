import { describe, expect, it } from '@jest/globals';
import type { PageField } from '../pause-page.js';
import { carriedFields, fieldOf, lostFiles, readAnswer, sentName, typedValues } from './sent-form.js';

const field = (name: string, type: PageField['type'], changes: Partial<PageField> = {}): PageField => {
  return { name, type, description: null, required: false, value: null, ...changes };
};
const read = (fields: readonly PageField[], typed: Readonly<Record<string, string>>) => readAnswer(fields, new Map(Object.entries(typed)));

describe('a form that was sent', () => {
  it('has its fields apart from what is ours, whatever they are called', () => {
    const form = new Map([
      ['contextId', 'review'],
      ['token', 'secret'],
      ['key', 'secret'],
      ['field.token', 'a'],
      ['field.field.x', 'b'],
    ]);
    expect(Object.fromEntries(typedValues(form))).toEqual({ token: 'a', 'field.x': 'b' });
    expect(Object.fromEntries(carriedFields(form))).toEqual({ contextId: 'review', 'field.token': 'a', 'field.field.x': 'b' });
  });

  it.each(['papers', 'lines[0].a', '50%', '%5B', 'a[b'])('sends the field %s under a name without brackets, and finds it again', (name) => {
    expect(sentName(name)).not.toMatch(/[[\]]/);
    expect(fieldOf(sentName(name))).toBe(name);
  });

  it('has no field under a name of ours', () => {
    expect(fieldOf('token')).toBeUndefined();
  });

  it('is a draft for another key when it has files, which are to be chosen again', () => {
    const form = new Map([
      ['contextId', 'review'],
      ['field.note', 'a'],
    ]);
    const files = [{ field: 'field.papers' }, { field: 'field.papers' }];
    const carried = carriedFields(form, files);
    expect(Object.fromEntries(carried)).toEqual({ draft: 'review', 'field.note': 'a', 'field.papers': '' });
    const fields = [field('note', 'string'), field('papers', 'file[]'), field('more', 'file[]')];
    expect(lostFiles(fields, typedValues(carried)).map((problem) => problem.field)).toEqual(['papers']);
  });

  it('is read with the types of its fields', () => {
    const fields = [
      field('text', 'string'),
      field('count', 'number'),
      field('ok', 'boolean'),
      field('map', 'object'),
      field('list', 'array'),
    ];
    const { input, problems } = read(fields, { text: 'a\r\nb', count: '7.5', ok: 'true', map: '{"a":1}', list: '[1]', other: 'x' });
    expect(problems).toEqual([]);
    expect(input).toEqual({ text: 'a\nb', count: '7.5', ok: true, map: { a: 1 }, list: [1] });
  });

  it('says no for a box that is not ticked, also where a tick is the default', () => {
    expect(read([field('ok', 'boolean', { value: true, required: true })], {})).toEqual({ input: { ok: false }, problems: [] });
  });

  it('reports a value that is not JSON and leaves it out of the answer', () => {
    const fields = [field('text', 'string', { required: true }), field('map', 'object'), field('list', 'array')];
    expect(read(fields, { text: ' ', map: '{"a":', list: ' ' })).toEqual({
      input: { text: ' ', list: ' ' },
      problems: [{ field: 'map', message: 'map must be JSON' }],
    });
  });

  it.each([`{"a":"\\u0000"}`, '['.repeat(200) + ']'.repeat(200)])('rejects JSON that cannot be stored', (text) => {
    expect(read([field('any', 'object'), field('list', 'array')], { any: text, list: text }).problems).toHaveLength(2);
  });

  it.each([
    ['', {}],
    [' \r\n', {}],
    ['Yes,\r\nplease', { value: 'Yes,\nplease' }],
    ['{"ok": true}', { ok: true }],
    ['[1]', [1]],
    ['{"ok":', { value: '{"ok":' }],
    [`{"a":"\\u0000"}`, { value: `{"a":"\\u0000"}` }],
    ['5', { value: '5' }],
  ])('may say anything where nothing certain is asked: %j', (text, input) => {
    expect(read([field('answer', 'free')], { answer: text })).toEqual({ input, problems: [] });
  });

  it('reaches no prototype', () => {
    const { problems } = read([field('map', 'object')], { map: '{"__proto__":{"x":1},"y":2}' });
    expect(problems).toMatchObject([{ field: 'map' }]);
  });
});
