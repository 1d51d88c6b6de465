import { describe, expect, it } from '@jest/globals';
import type { WorkflowDocument } from '../../../../../src/document/document.js';
import { parseDocument } from '../../../../../src/document/parse/parse-document.js';
import type { JsonObject } from '../../../../../src/kernel/json.js';
import type { PaletteEntry } from '../../../api/blocks.js';
import { checkBlock, joined } from './check-block.js';
import { controlOf, labelOf } from './field-schema.js';
import { foldedFields, formFields, setField } from './form-fields.js';
import { pastedRows, readRows, writeRows } from './key-value-rows.js';
import { freshId, isShown, moved, newEntry, placeOfNew, readList, writeList } from './list-value.js';
import { namesFor } from './references.js';
import { completed, matching, typedToken } from './typed-token.js';
import { jsonValue, numberValue } from './written-json.js';

const holds = { 'x-holds': ['references', 'secrets'] };
const text = { type: ['string', 'number', 'boolean'], ...holds };
const cells = { type: 'object', properties: { Key: text, Value: text } };
const flag = { type: ['boolean', 'string'], enum: [true, false, 'true', 'false'], default: false };
const json = { contentMediaType: 'application/json', ...holds };
const code = { type: 'string', contentMediaType: 'text/javascript', ...holds };
const number = { type: ['number', 'string'], ...holds };
const adding = { 'x-when': { operation: ['add', 'get'] } };

const entry = (type: string, properties: PaletteEntry['inputs']['properties'], more: object = {}): PaletteEntry =>
  ({
    type,
    inputsIn: 'subBlocks',
    inputs: { type: 'object', properties },
    outputs: {},
    handles: ['source', 'error'],
    ...more,
  }) as unknown as PaletteEntry;

const memory = entry('memory', {
  operation: { type: 'string', enum: ['add', 'getAll', 'get'], default: 'add' },
  id: { ...text, ...adding },
  conversationId: { ...text, ...adding, deprecated: true },
});
const loop = entry(
  'loop',
  {
    loopType: { type: 'string', enum: ['for', 'forEach'], default: 'for' },
    count: { type: 'number', default: 5, 'x-when': { loopType: ['for'] } },
    collection: { ...json, 'x-when': { loopType: ['forEach'] } },
  },
  { inputsIn: 'data' },
);
const many = entry('many', Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((name) => [name, text])), {});
const script = entry('code', { code, language: { type: 'string', enum: ['javascript'], default: 'javascript' } });
const palette = new Map(
  [memory, loop, many, script, entry('function', { code }, { outputs: { result: {} } })].map((each) => [each.type, each]),
);

const aBlock = (id: string, type: string, more: JsonObject = {}): JsonObject => ({ id, type, name: id, position: { x: 0, y: 0 }, ...more });
const anEdge = (from: string, target: string): JsonObject => {
  const [source = '', sourceHandle = 'source'] = from.split('.');
  return { id: `${source}-${target}`, source, sourceHandle, target };
};
function aDocument(blocks: readonly JsonObject[], edges: readonly JsonObject[] = []): WorkflowDocument {
  const { document } = parseDocument({
    state: { blocks: Object.fromEntries(blocks.map((block) => [block['id'] as string, block])), edges },
  });
  if (document === undefined) throw new Error('No document');
  return document;
}

describe('the controls of fields', () => {
  it.each([
    ['flag', flag],
    ['choice', { type: 'string', enum: ['a', 'b'] }],
    ['code', code],
    ['json', json],
    ['json', { type: ['object', 'string'] }],
    ['list', { type: ['array', 'string'], contentMediaType: 'application/json', items: { type: 'object', properties: { id: {} } } }],
    ['rows', { type: ['array', 'object'], items: { anyOf: [{ type: 'object', properties: { cells } }, cells] } }],
    ['texts', { type: ['array', 'string'], items: { type: 'string' } }],
    ['pick', { ...text, 'x-names': 'table' }],
    ['pick', { ...json, 'x-names': 'file' }],
    ['secret', { ...text, writeOnly: true }],
    ['number', number],
    ['text', text],
    ['text', {}],
  ])('is %s for %j', (control, schema) => {
    expect(controlOf(schema)).toBe(control);
  });

  it('have labels in words', () => {
    expect(['systemPrompt', 'maxCostUsd', 'url', 'tableId', 'allowedIps'].map((name) => labelOf(name))).toEqual([
      'System prompt',
      'Max cost USD',
      'URL',
      'Table ID',
      'Allowed IPs',
    ]);
  });
});

describe('the fields of a form', () => {
  const block = (type: string, values: JsonObject = {}, data: JsonObject = {}) => {
    const subBlocks = Object.fromEntries(Object.entries(values).map(([id, value]) => [id, { id, type: 'short-input', value }]));
    const found = aDocument([aBlock('b', type, { subBlocks, data })]).blocks['b'];
    if (found === undefined) throw new Error('No block');
    return found;
  };
  const shown = (type: string, values?: JsonObject, data?: JsonObject): readonly string[] =>
    formFields(block(type, values, data), palette.get(type) ?? memory).map(({ name }) => name);

  it('are those whose conditions hold, with the defaults of other fields', () => {
    expect(shown('memory')).toEqual(['operation', 'id']);
    expect(shown('memory', { operation: 'getAll' })).toEqual(['operation']);
    expect(shown('loop', {}, { loopType: 'forEach' })).toEqual(['loopType', 'collection']);
  });

  it('have other names only if those have a value', () => {
    expect(shown('memory', { conversationId: 'c' })).toContain('conversationId');
  });

  it('have no choice of one word, unless another word is written', () => {
    expect(shown('code')).toEqual(['code']);
    expect(shown('code', { language: 'python' })).toEqual(['code', 'language']);
  });

  it('are checked while a user types: what is needed, bounds and names', () => {
    const strict = entry('strict', { url: text, attempts: { ...number, minimum: 1, maximum: 5 } });
    const type = { ...strict, inputs: { ...strict.inputs, required: ['url'] } };
    const knows = ({ base }: { readonly base: string }): boolean => base === 'start';
    const found = (values: JsonObject): readonly string[] =>
      checkBlock(block('strict', values), type, knows).map(({ field, code }) => `${field} ${code}`);
    expect(found({})).toEqual(['url required']);
    expect(found({ url: 'https://x/<start.id>?a=<b>', attempts: 5 })).toEqual([]);
    expect(found({ url: '<other.id>', attempts: 6 })).toEqual(['url unknown_reference', 'attempts out_of_bounds']);
  });

  it('are folded when there are many, except required and filled ones', () => {
    expect([...foldedFields(formFields(block('many', { g: 1 }), many))]).toEqual(['f', 'h', 'i']);
    expect(foldedFields(formFields(block('memory'), memory)).size).toBe(0);
  });

  it('are stored where the type stores them, and removed when they are emptied', () => {
    const [operation] = formFields(block('memory'), memory);
    const [, count] = formFields(block('loop'), loop);
    if (operation === undefined || count === undefined) throw new Error('No fields');
    expect(setField(block('memory'), memory, operation, 'get')).toEqual({
      op: 'set',
      id: 'b',
      field: 'operation',
      value: 'get',
      type: 'dropdown',
    });
    expect(setField(block('memory', { operation: 'get' }), memory, operation, undefined)).toEqual({
      op: 'unset',
      id: 'b',
      field: 'operation',
    });
    expect(setField(block('loop'), loop, count, 3)).toEqual({ op: 'option', id: 'b', name: 'data.count', value: 3 });
  });
});

it('problems that the server reports too are shown once', () => {
  const problem = (field: string, code: string) => ({ field, code, message: code });
  expect(joined([problem('a', 'required')], [problem('a', 'required'), problem('b', 'required')])).toHaveLength(2);
});

describe('the rows of a table', () => {
  it('are read from every form and written in the same', () => {
    const forms = [[{ id: '1', cells: { Key: 'a', Value: '1' } }], [{ Key: 'a', Value: '1' }], { a: '1' }];
    for (const form of forms) {
      expect(readRows(form)).toEqual([['a', '1']]);
      expect(writeRows([['a', '1']], form)).toEqual(form);
    }
    expect(readRows('<start.headers>')).toBeUndefined();
    expect(
      writeRows(
        [
          ['a', '1'],
          ['a', '2'],
        ],
        { a: '1' },
      ),
    ).toHaveLength(2);
  });

  it('are made of pasted lines and query strings, and of no other text', () => {
    expect(pastedRows('Accept: text/html\n\nX-A=b: c')).toEqual([
      ['Accept', 'text/html'],
      ['X-A', 'b: c'],
    ]);
    expect(pastedRows('?a=1&b=two%20words')).toEqual([
      ['a', '1'],
      ['b', 'two words'],
    ]);
    expect(pastedRows('just words')).toBeUndefined();
    expect(pastedRows('')).toBeUndefined();
  });
});

describe('a message of a list that is edited as rows and as JSON', () => {
  const items = {
    type: 'object',
    properties: { role: { type: 'string', enum: ['user', 'system'] }, content: { type: 'string' } },
    required: ['role', 'content'],
    additionalProperties: true,
  };

  it('begins with the first role', () => {
    expect(newEntry(items)).toEqual({ role: 'user' });
    expect(newEntry({ properties: { id: {}, title: {}, value: {} } })).toEqual({ title: '' });
  });

  it.each([
    [{ role: 'user', content: 'Hi "you"\n<start.question>' }, true],
    [{ role: 'system' }, true],
    [{ role: 'user', content: 'Hi', files: '<start.files>' }, false],
    [{ role: '<start.role>', content: 'Hi' }, false],
    [{ memories: '<memory.memories>' }, false],
  ])('is shown by its fields if they show all of it: %j', (entry, isWhole) => {
    expect(isShown(entry, items)).toBe(isWhole);
  });
});

describe('a list of entries', () => {
  it('stays a text or a value as it was written', () => {
    const text = '[{"id":"b-1"}]';
    const list = readList(text);
    expect(list && writeList(list.entries, list.isText)).toBe(text);
    expect(readList([{ id: 'b-1' }])).toEqual({ entries: [{ id: 'b-1' }], isText: false });
    expect(readList('<start.list>')).toBeUndefined();
    expect(readList('')).toEqual({ entries: [], isText: false });
  });

  it('gives new entries an id that is free, and moves entries by one place', () => {
    expect(freshId('b', [{ id: 'b-2' }])).toBe('b-3');
    expect(moved([{ id: 'x' }, { id: 'y' }], 1, -1)).toEqual([{ id: 'y' }, { id: 'x' }]);
    expect(moved([{ id: 'x' }], 0, -1)).toEqual([{ id: 'x' }]);
  });

  it('have a new entry at their end, but before a branch that is always taken', () => {
    expect(placeOfNew([])).toBe(0);
    expect(placeOfNew([{ title: 'if' }, { title: 'more' }])).toBe(2);
    expect(placeOfNew([{ title: 'if' }, { title: ' Else' }])).toBe(1);
    expect(placeOfNew([{ title: 'else' }, { title: 'more' }])).toBe(2);
  });
});

describe('edited texts', () => {
  it('stay values where values were and the text is JSON', () => {
    expect(jsonValue('{"a": 1}', { a: 0 })).toEqual({ a: 1 });
    expect(jsonValue('{"a": ', { a: 0 })).toBe('{"a": ');
    expect(jsonValue('{"a": 1}', '{}')).toBe('{"a": 1}');
    expect(jsonValue('', { a: 0 })).toBeUndefined();
  });

  it('are numbers where they are written as numbers', () => {
    expect(['5', ' 2.50 ', '-1e3', '', '<start.n>', '12345678901234567890', '0x10', '1e999'].map((text) => numberValue(text))).toEqual([
      5,
      2.5,
      -1000,
      undefined,
      '<start.n>',
      '12345678901234567890',
      '0x10',
      '1e999',
    ]);
  });
});

describe('the names that a field can refer to', () => {
  const start = aBlock('start', 'start_trigger', {
    name: 'Start',
    subBlocks: { inputFormat: { value: [{ name: 'amount', type: 'number' }] } },
  });
  const loopBlock = aBlock('loop', 'loop', { name: 'Each' });
  const inner = aBlock('inner', 'function', { name: 'Inner', data: { parentId: 'loop' } });
  const after = aBlock('after', 'function', { name: 'After' });
  const document = aDocument(
    [start, loopBlock, inner, after],
    [anEdge('start', 'loop'), anEdge('loop.loop-start-source', 'inner'), anEdge('loop.loop-end-source', 'after')],
  );
  const names = (id: string, last?: ReadonlyMap<string, { readonly amount: number }>) => {
    const block = document.blocks[id];
    if (block === undefined) throw new Error(id);
    return namesFor(block, document, palette, last);
  };

  it('are the passes of the container and the blocks before, not those after', () => {
    const texts = names('inner').references.map(({ text }) => text);
    expect(texts.slice(0, 3)).toEqual(['<loop.currentItem>', '<loop.index>', '<loop.items>']);
    expect(texts).toContain('<start.amount>');
    expect(texts.some((text) => text.startsWith('<after'))).toBe(false);
  });

  it('have the values of the last run', () => {
    const found = names('inner', new Map([['start', { amount: 12 }]])).references.find(({ text }) => text === '<start.amount>');
    expect(found?.detail).toBe('12');
  });

  it('decide whether a reference is one', () => {
    const { knows } = names('after');
    const reference = (base: string) => ({ raw: `<${base}>`, base, path: [] });
    expect([knows(reference('start')), knows(reference('nothing')), knows(reference('loop'))]).toEqual([true, false, false]);
    expect(names('inner').knows(reference('loop'))).toBe(true);
  });
});

describe('what is being typed', () => {
  it('begins a reference or a secret at the cursor', () => {
    expect(typedToken('a <fee.re', 9)).toEqual({ kind: 'reference', start: 2, query: 'fee.re' });
    expect(typedToken('{{SH', 4)).toEqual({ kind: 'secret', start: 0, query: 'SH' });
    expect(typedToken('a < b', 5)).toBeUndefined();
    expect(typedToken('<fee> and', 9)).toBeUndefined();
    expect(typedToken('a <= b', 6)).toBeUndefined();
  });

  it('is replaced by what is chosen, without a second bracket', () => {
    const token = typedToken('x <fe>', 5);
    if (token === undefined) throw new Error('No token');
    expect(completed('x <fe>', token, 5, { text: '<fee.result>', detail: '' })).toEqual({ text: 'x <fee.result>', cursor: 14 });
  });

  it('finds names by any part, those that begin with it first', () => {
    const all = ['<a.fee>', '<fee.a>', '<other>'].map((text) => ({ text, detail: '' }));
    expect(matching(all, 'fee').map(({ text }) => text)).toEqual(['<fee.a>', '<a.fee>']);
  });
});
