import { describe, expect, it } from '@jest/globals';
import { breakingChanges } from '../../tools/openapi/compatibility/breaking-changes.js';
import type { OpenApi } from '../../tools/openapi/document.js';
import type { JsonSchema } from '../../tools/openapi/json-schema.js';
import type { Operation } from '../../tools/openapi/operation.js';

type Parts = Partial<Operation> & { readonly path?: string; readonly schemas?: Readonly<Record<string, JsonSchema>> };

function api({ path = '/things/{id}', schemas = {}, ...operation }: Parts = {}): OpenApi {
  const post: Operation = { operationId: 'things.change', tags: ['Things'], responses: {}, ...operation };
  return {
    openapi: '3.1.1',
    info: {},
    servers: [],
    security: [],
    tags: [],
    paths: { [path]: { post } },
    components: {
      securitySchemes: {},
      headers: {},
      responses: { '404': { description: '`NOT_FOUND`', content: answerOf({ type: 'object' }) } },
      schemas,
    },
  };
}

const answerOf = (schema: JsonSchema): Record<string, { readonly schema: JsonSchema }> => ({ 'application/json': { schema } });
const taking = (schema: JsonSchema, more: Parts = {}): OpenApi =>
  api({ requestBody: { required: true, content: answerOf(schema) }, ...more });
const answering = (schema: JsonSchema, more: Parts = {}): OpenApi =>
  api({ responses: { '200': { description: 'Done', content: answerOf(schema) } }, ...more });
const asking = (...parameters: NonNullable<Operation['parameters']>): OpenApi => api({ parameters });
const fields = (properties: Readonly<Record<string, JsonSchema>>, ...required: readonly string[]): JsonSchema => ({
  type: 'object',
  properties,
  required,
});

const text: JsonSchema = { type: 'string' };
const number: JsonSchema = { type: 'number' };
const route = 'POST /things/{id}';

describe('a change of the API breaks programs when', () => {
  it.each<[string, OpenApi, OpenApi, string]>([
    ['a route is gone', api(), api({ path: '/others/{id}' }), `${route}: is gone`],
    [
      'an operation has another name in clients',
      api(),
      api({ operationId: 'things.set' }),
      `${route}: is things.set in clients now, and was things.change`,
    ],
    ['a public route needs a key', api({ security: [] }), api(), `${route}: needs a key now`],
    ['a parameter is gone', asking({ name: 'q', in: 'query', schema: text }), api(), `${route} query q: is gone`],
    [
      'a parameter has to be sent',
      asking({ name: 'q', in: 'query', schema: text }),
      asking({ name: 'q', in: 'query', schema: text, required: true }),
      `${route} query q: has to be sent now`,
    ],
    [
      'a new parameter has to be sent',
      api(),
      asking({ name: 'q', in: 'query', schema: text, required: true }),
      `${route} query q: has to be sent now`,
    ],
    ['a body has to be sent', api(), taking(text), `${route} body: has to be sent now`],
    [
      'another media type has to be sent',
      taking(text),
      api({ requestBody: { required: true, content: { 'text/csv': { schema: text } } } }),
      `${route} body: application/json is gone`,
    ],
    ['a field is not taken any more', taking(fields({ a: text, b: text })), taking(fields({ b: text })), `${route} body.a: is gone`],
    ['a field has to be sent', taking(fields({ a: text })), taking(fields({ a: text }, 'a')), `${route} body.a: has to be sent now`],
    ['a new field has to be sent', taking(fields({})), taking(fields({ a: text }, 'a')), `${route} body.a: has to be sent now`],
    ['a type is not taken any more', taking({ type: ['string', 'null'] }), taking(text), `${route} body: does not take null any more`],
    ['no fractions are taken any more', taking(number), taking({ type: 'integer' }), `${route} body: does not take number any more`],
    ['only one type is taken of all', taking({}), taking(text), `${route} body: takes only string now`],
    ['a value is not taken any more', taking({ enum: ['a', 'b'] }), taking({ const: 'a' }), `${route} body: "b" is gone`],
    ['only some values are taken of all', taking(text), taking({ type: 'string', enum: ['a'] }), `${route} body: takes only "a" now`],
    [
      'less is taken',
      taking({ type: 'string', maxLength: 9 }),
      taking({ type: 'string', maxLength: 8 }),
      `${route} body: its maxLength is 8 now`,
    ],
    ['more is asked for', taking(number), taking({ type: 'number', minimum: 1 }), `${route} body: its minimum is 1 now`],
    ['a pattern is asked for', taking(text), taking({ type: 'string', pattern: '^a' }), `${route} body: its pattern is ^a now`],
    ['a format is asked for', taking(text), taking({ type: 'string', format: 'uuid' }), `${route} body: its format is uuid now`],
    [
      'no other fields are taken',
      taking({ type: 'object' }),
      taking({ type: 'object', additionalProperties: false }),
      `${route} body: takes no other fields now`,
    ],
    [
      'one of several forms is not taken any more',
      taking({ anyOf: [text, fields({ a: text }, 'a')] }),
      taking(text),
      `${route} body: does not take object any more`,
    ],
    ['a status is gone', answering(text), api(), `${route} 200: is gone`],
    [
      'a media type is not answered any more',
      answering(text),
      api({ responses: { '200': { content: { 'text/csv': { schema: text } } } } }),
      `${route} 200: application/json is gone`,
    ],
    [
      'a header is gone',
      api({ responses: { '200': { headers: { 'X-Run-Id': {} } } } }),
      api({ responses: { '200': {} } }),
      `${route} 200: its header X-Run-Id is gone`,
    ],
    [
      'a code of a refusal is gone',
      api({ responses: { '409': { description: '`DUPLICATE_NAME` when it is taken; `CONFLICT`' } } }),
      api({ responses: { '409': { description: '`CONFLICT`' } } }),
      `${route} 409: its code DUPLICATE_NAME is gone`,
    ],
    ['a field of an answer is gone', answering(fields({ a: text }, 'a')), answering(fields({})), `${route} 200.a: is gone`],
    [
      'a field of an answer may be absent',
      answering(fields({ a: text }, 'a')),
      answering(fields({ a: text })),
      `${route} 200.a: may be absent now`,
    ],
    ['a field of an answer may be null', answering(text), answering({ type: ['string', 'null'] }), `${route} 200: may be null now`],
    ['an answer may be anything', answering(text), answering({}), `${route} 200: may be anything now`],
    ['a value is never answered any more', answering({ enum: ['a', 'b'] }), answering({ enum: ['a'] }), `${route} 200: "b" is gone`],
    [
      'a moment is answered in another format',
      answering({ type: 'string', format: 'date-time' }),
      answering(text),
      `${route} 200: its format is none now`,
    ],
    [
      'the members of a list are others',
      answering({ type: 'array', items: text }),
      answering({ type: 'array', items: number }),
      `${route} 200[]: may be number now`,
    ],
    [
      'the values of a map are others',
      answering({ type: 'object', additionalProperties: text }),
      answering({ type: 'object', additionalProperties: number }),
      `${route} 200{}: may be number now`,
    ],
    ['an answer has one more form', answering(text), answering({ anyOf: [text, number] }), `${route} 200: may be number now`],
  ])('%s', (_, before, after, change) => {
    expect(breakingChanges(before, after)).toEqual([change]);
  });

  it('a schema with a name changes, told once under its name', () => {
    const use: Parts = {
      responses: {
        '200': { content: answerOf({ $ref: '#/components/schemas/Tree' }) },
        '201': { content: answerOf({ type: 'array', items: { $ref: '#/components/schemas/Tree' } }) },
      },
    };
    const tree = (more: Readonly<Record<string, JsonSchema>>): JsonSchema =>
      fields({ child: { $ref: '#/components/schemas/Tree' }, ...more });
    const before = api({ ...use, schemas: { Tree: tree({ a: text }) } });
    expect(breakingChanges(before, api({ ...use, schemas: { Tree: tree({ a: number }) } }))).toEqual(['Tree.a: may be number now']);
  });
});

describe('a change of the API is compatible when', () => {
  it.each<[string, OpenApi, OpenApi]>([
    ['a variable of a path has another name', api(), api({ path: '/things/{thingId}' })],
    ['something may be sent that could not', api(), asking({ name: 'q', in: 'query', schema: text })],
    ['a body may be sent', api(), api({ requestBody: { required: false, content: answerOf(text) } })],
    ['a field may be sent', taking(fields({})), taking(fields({ a: text }))],
    ['a field need not be sent', taking(fields({ a: text }, 'a')), taking(fields({ a: text }))],
    ['more is taken', taking({ type: 'integer', maximum: 1 }), taking({ type: ['number', 'null'], maximum: 2 })],
    ['a form more is taken', taking(text), taking({ anyOf: [text, fields({})] })],
    ['an answer has one more field', answering(fields({})), answering(fields({ a: text }, 'a'))],
    ['a field is always answered', answering(fields({ a: text })), answering(fields({ a: text }, 'a'))],
    ['an answer has one more value', answering({ type: 'string', enum: ['a'] }), answering({ type: 'string', enum: ['a', 'b'] })],
    [
      'an error has a more specific code',
      api({ responses: { '404': { $ref: '#/components/responses/404' } } }),
      api({ responses: { '404': { description: '`GONE`', content: answerOf({ type: 'object' }) } } }),
    ],
    ['a schema gets a name', answering(text), answering({ $ref: '#/components/schemas/Text' }, { schemas: { Text: text } })],
  ])('%s', (_, before, after) => {
    expect(breakingChanges(before, after)).toEqual([]);
  });
});
