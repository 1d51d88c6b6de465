import { describe, expect, it } from '@jest/globals';
import { referenceName } from '#document/document.js';
import { normaliseName, readPath, referenceAt } from './reference.js';

describe('the grammar of references', () => {
  it.each([
    ['<start>', 'start', []],
    ['<start.amount>', 'start', ['amount']],
    ['<Work Out Fee.result.fee>', 'workoutfee', ['result', 'fee']],
    ['<api.headers.content-type>', 'api', ['headers', 'content-type']],
    ['<list[0]>', 'list', ['0']],
    ['<list[0][12].id>', 'list', ['0', '12', 'id']],
    ['<list.items.0.id>', 'list', ['items', '0', 'id']],
    ['<loop1.results[1][0].id>', 'loop1', ['results', '1', '0', 'id']],
    ['<Agent (copy).content>', 'agent(copy)', ['content']],
    ['<größe.maß>', 'größe', ['maß']],
  ])('reads %s', (text, base, path) => {
    expect(referenceAt(text, 0)).toEqual({ raw: text, base, path });
  });

  it.each([
    '< start.amount>',
    '<start.amount >',
    '<start >',
    '<start. amount>',
    '<start.first name>',
    '<start..amount>',
    '<start.>',
    '<start[x]>',
    '<start["x"]>',
    '<start[-1]>',
    '<>',
    '<=',
    '<b && c>',
    '<start.a+1>',
    '<start.a\n>',
    '<start',
    '<<start>',
    '</start>',
    '<start.length;i++) { if (i>',
    '<start.f()>',
  ])('does not read %j as one', (text) => {
    expect(referenceAt(text, 0)).toBeNull();
  });

  it('takes time in proportion to the text, however many brackets it holds', () => {
    const text = '<a '.repeat(200_000);
    let found = 0;
    for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) found += referenceAt(text, at) === null ? 0 : 1;
    expect(found).toBe(0);
  });

  it.each(['Work Out Fee', 'a.b. c', 'ÜBER\tBlock', ' x '])('normalises %j like the document does', (name) => {
    expect(normaliseName(name)).toBe(referenceName(name));
  });
});

describe('following a path', () => {
  const data = JSON.parse('{"list":[{"id":1}],"none":null,"text":"abc","__proto__":{"own":true}}');

  it.each([
    [[], data],
    [['list', '0', 'id'], 1],
    [['list', 'length'], 1],
    [['none'], null],
    [['__proto__', 'own'], true],
  ])('finds %j', (path, value) => {
    expect(readPath(data, path)).toEqual(value);
  });

  it.each([
    [['none', 'x']],
    [['list', '1']],
    [['text', '0']],
    [['constructor']],
    [['toString']],
    [['list', 'map']],
    [['list', '0', '__proto__']],
  ])('finds nothing at %j', (path) => {
    expect(readPath(data, path)).toBeUndefined();
  });
});
