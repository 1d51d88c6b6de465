import { describe, expect, it } from '@jest/globals';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Json, JsonObject } from '#kernel/json.js';
import { schemaCheck, schemaFault } from './schema-check.js';

const fault = (schema: JsonObject) => schemaCheck(schema).fault;

function nested(depth: number): JsonObject {
  let schema: JsonObject = { type: 'string' };
  for (let level = 1; level < depth; level += 1) schema = { properties: { in: schema } };
  return schema;
}

describe('a schema', () => {
  it.each<[string, JsonObject]>([
    [
      'of a former draft',
      { $schema: 'http://json-schema.org/draft-07/schema#', $id: 'order', definitions: { a: { type: 'string' } }, $ref: '#/definitions/a' },
    ],
    ['with references to its parts', { properties: { 'a/b': { type: 'string' }, c: { $ref: '#/properties/a~1b' } } }],
    ['with unknown keywords', { 'x-order': 1, format: 'date', nullable: true, type: 'string' }],
    ['at the limit of depth', nested(50)],
    ['of nothing', {}],
  ])('%s can be checked', (_, schema) => {
    expect(fault(schema)).toBeUndefined();
  });

  it.each<[string, JsonObject, string, RegExp]>([
    ['too deep', nested(51), `#${'/properties/in'.repeat(50)}`, /nested more than 50 levels/],
    ['far too deep', nested(600), '#', /nested more than 50 levels/],
    ['too large', { description: 'x'.repeat(200_001) }, '#', /larger than 200 KB/],
    ['with an address', { properties: { a: { $ref: 'https://example.org/a.json' } } }, '#/properties/a', /refers to another document/],
    ['with a file', { $ref: 'defs.json#/a' }, '#', /refers to another document/],
    ['with a reference to nothing', { items: { $ref: '#/$defs/none' } }, '#/items', /not part of this one/],
    ['with a reference to a value', { enum: [{ type: 'string' }], items: { $ref: '#/enum/0' } }, '#/items', /not part of this one/],
    ['with anchors', { $anchor: 'top' }, '#', /\$anchor/],
    ['with a part that is no schema', { properties: { a: 'string' } }, '#/properties/a', /must be a schema/],
    ['with look-ahead', { pattern: '(?=a)b' }, '#', /look-around/],
    ['with a reference to what was matched', { patternProperties: { '(a)\\1': true } }, '#', /look-around/],
    ['with a broken pattern', { pattern: '(' }, '#', /pattern/],
    [
      'with a pattern that is too large',
      { items: { pattern: 'a{999}'.repeat(6) } },
      '#/items',
      /which is too large: it has more than 5000 parts/,
    ],
    ['with names of a pattern that is too large', { patternProperties: { '(ab?){999}c{999}d{999}': {} } }, '#', /more than 5000 parts/],
    [
      'with patterns that are too large together',
      {
        properties: Object.fromEntries(
          ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => [name, { pattern: `${name}{999}`.repeat(4) }]),
        ),
      },
      '#/properties/h',
      /^has the pattern "h\{999\}.*", with which the patterns of the schema have more than 30000 parts, each repetition being written out$/,
    ],
    ['with a keyword of the wrong type', { required: 'total' }, '#', /no valid JSON Schema/],
    ['with an unknown type', { type: 'text' }, '#', /no valid JSON Schema/],
  ])('%s is refused with its place', (_, schema, path, what) => {
    expect(fault(schema)).toEqual({ path, what: expect.stringMatching(what) });
  });

  it.each<[string, JsonObject]>([
    ['of an unknown type', { type: 'object', properties: { a: { type: 'text' } } }],
    ['with a keyword of the wrong type', { properties: { a: { minimum: '1' } } }],
    ['without a value that fits', { properties: { a: { enum: [] } } }],
    ['that may be null without a type', { properties: { a: { nullable: true } } }],
    ['with a reference to another document', { $ref: 'https://example.com/schema' }],
  ])('%s has the same fault without being compiled', (_, schema) => {
    expect(schemaFault(structuredClone(schema))).toEqual(fault(schema));
    expect(schemaFault({ properties: { a: { type: 'string', pattern: '^a+$' } } })).toBeUndefined();
  });

  it('with many parts is refused', () => {
    const properties = Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`p${String(index)}`, {}] as const));
    expect(fault({ properties })).toEqual({ path: '#', what: 'has more than 1000 parts' });
  });

  it('may use a large pattern in many places', () => {
    const properties = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`p${String(index)}`, { pattern: '^[a-z]{1,1000}$' }]));
    expect(fault({ properties })).toBeUndefined();
    expect(schemaFault({ properties })).toBeUndefined();
  });

  it('leaves no memory behind when many others have been checked', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const memory = (): number => {
      collect();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return (heapUsed + arrayBuffers) / 1_000_000;
    };
    const check = (index: number) =>
      schemaCheck({ description: `${String(index)}${'x'.repeat(39_000)}`, pattern: `^[b-z]{1,9}${String(index)}$` });
    for (let index = 0; index < 110; index += 1) check(index);
    const before = memory();
    for (let index = 110; index < 410; index += 1) check(index);
    expect(memory() - before).toBeLessThan(8);
  }, 30_000);

  it('is not changed by being read', () => {
    const schema: Json = { $id: 'a', properties: { b: { items: { type: 'string' } } }, anyOf: [{}] };
    const before = structuredClone(schema);
    schemaCheck(schema);
    expect(schema).toEqual(before);
  });
});
