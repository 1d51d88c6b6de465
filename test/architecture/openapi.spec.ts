import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { projectFile } from '#host/project-file.js';
import { fileURLToPath } from 'node:url';
import { generatedFiles } from '../../tools/openapi/generated-files.js';
import { breakingChanges } from '../../tools/openapi/compatibility/breaking-changes.js';
import type { OpenApi } from '../../tools/openapi/document.js';
import type { JsonSchema } from '../../tools/openapi/json-schema.js';
import type { ResponseObject } from '../../tools/openapi/response-object.js';

const published = JSON.parse(readFileSync(projectFile('docs/openapi.json'), 'utf8')) as OpenApi;
const operations = Object.entries(published.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
);

/** Where fields, and those of objects in them, have no description. */
function silentFields(schema: JsonSchema, place: string): readonly string[] {
  const { properties = {}, items, prefixItems = [], anyOf = [], additionalProperties } = schema;
  const inner = [items, ...prefixItems, ...anyOf, typeof additionalProperties === 'object' ? additionalProperties : undefined];
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [
      ...(field.description ? [] : [`${place}.${name}`]),
      ...silentFields(field, `${place}.${name}`),
    ]),
    ...inner.flatMap((part) => (part === undefined ? [] : silentFields(part, place))),
  ];
}

function isAny(content: Readonly<Record<string, { readonly schema: JsonSchema }>>): boolean {
  const { schema } = content['application/json'] ?? {};
  return schema !== undefined && Object.keys(schema).every((key) => key === 'description');
}

function resolved(response: ResponseObject): ResponseObject {
  return published.components.responses[response.$ref?.split('/').at(-1) ?? ''] ?? response;
}

describe('the description of the API', () => {
  it('is current, as are the generated clients: npm run openapi regenerates them', async () => {
    const root = fileURLToPath(projectFile('.')).replace(/\/$/, '');
    const stale = [...(await generatedFiles(root))].filter(([path, text]) => readFileSync(projectFile(path), 'utf8') !== text);
    expect(stale.map(([path]) => path)).toEqual([]);
  }, 120_000);

  it('is valid OpenAPI 3.1', async () => {
    expect(await new Validator().validate(structuredClone(published) as never)).toMatchObject({ valid: true });
  });

  it('says of every route what it is for, what it takes and what it answers', () => {
    const silent = operations.filter(({ operation: { summary, responses } }) => {
      const success = Object.entries(responses).find(([status]) => /^[23]/.test(status))?.[1];
      return summary === undefined || success === undefined;
    });
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it('says of every response what it is', () => {
    const vague = operations.flatMap(({ name, operation: { responses } }) =>
      Object.entries(responses)
        .filter(([, response]) => !/^\W*\w+(\W+\w+)+/.test(resolved(response).description ?? ''))
        .map(([status]) => `${name} ${status}`),
    );
    expect(vague).toEqual([]);
  });

  it('says of every parameter and every field what it is: write a docstring at the property', () => {
    const silent = operations.flatMap(({ name, operation: { parameters = [], requestBody, responses } }) => [
      ...parameters.filter(({ description }) => !description).map((parameter) => `${name} ${parameter.name}`),
      ...[requestBody, ...Object.values(responses)].flatMap((body) =>
        Object.values(body?.content ?? {}).flatMap(({ schema }) => silentFields(schema, name)),
      ),
    ]);
    const named = Object.entries(published.components.schemas).flatMap(([name, schema]) => silentFields(schema, name));
    expect([...silent, ...named]).toEqual([]);
  });

  it('shows every body in JSON by an example that fits', () => {
    const validator = new Ajv2020({ strict: false });
    addFormats.default(validator);
    validator.addSchema({ $id: 'api', components: published.components });
    const bodies = operations.flatMap(({ name, operation: { requestBody, responses } }) => {
      const answers = Object.entries(responses).filter(([status]) => Number(status) < 400);
      return [['body', requestBody] as const, ...answers].flatMap(([where, body]) => {
        const content = body?.content?.['application/json'];
        return content === undefined ? [] : [{ place: `${name} ${where}`, content }];
      });
    });
    const wrong = bodies.filter(({ content: { schema, example } }) => {
      const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')) as object;
      return example === undefined || !validator.validate(absolute, example);
    });
    expect(bodies.length).toBeGreaterThan(150);
    expect(wrong.map(({ place }) => place)).toEqual([]);
  });

  it('says of every route with a key how it is refused, and by which headers limits are told', () => {
    const wrong = operations.filter(({ operation: { security, responses } }) => {
      const told = Object.values(responses).flatMap((response) => Object.keys(resolved(response).headers ?? {}));
      const refusal = responses['429'];
      // A 429 that a route declares itself takes no token.
      const limited = refusal === undefined || (told.includes('Retry-After') && (!refusal.$ref || told.includes('X-RateLimit-Remaining')));
      const refused = security?.length === 0 || (responses['401'] !== undefined && responses['403'] !== undefined);
      return !limited || !refused || responses['500'] === undefined;
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it('tells the id of the request with every answer', () => {
    const wrong = operations.flatMap(({ name, operation: { responses } }) =>
      Object.entries(responses)
        .filter(([, response]) => resolved(response).headers?.['X-Request-Id'] === undefined)
        .map(([status]) => `${name} ${status}`),
    );
    expect(wrong).toEqual([]);
  });

  it('marks the operations of idempotent methods that a second request repeats: clients do not retry them', () => {
    const methods = /^(get|put|delete) /;
    const marked = operations.filter(({ operation }) => operation['x-idempotent'] === false).map(({ operation }) => operation.operationId);
    const limited = operations.filter(({ name, operation: { requestBody } }) => {
      const { $ref } = requestBody?.content['application/json']?.schema ?? {};
      return methods.test(name) && published.components.schemas[$ref?.split('/').at(-1) ?? '']?.properties?.['limit'] !== undefined;
    });
    const deliveries = operations.filter(({ name }) => methods.test(name) && name.includes(' /api/webhooks/'));
    const expected = [...limited, ...deliveries].map(({ operation }) => operation.operationId);
    expect(expected).toHaveLength(6);
    expect(marked.toSorted()).toEqual([...expected, 'userSessions.changePassword', 'visits.checkCode'].toSorted());
  });

  it('describes bodies that a route reads from the request', () => {
    const takingAny = operations.filter(({ operation: { requestBody } }) => requestBody?.required === false && isAny(requestBody.content));
    expect(takingAny.map(({ operation }) => operation.operationId).toSorted()).toEqual([
      'webhooks.patch',
      'webhooks.post',
      'webhooks.postTestEvent',
      'webhooks.put',
      'workflowServers.serve',
    ]);
  });

  it('has one name for each operation', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('breaks no program that was written for the last release, unless the changelog says so in these words', () => {
    const released = JSON.parse(readFileSync(projectFile('docs/openapi.released.json'), 'utf8')) as OpenApi;
    const [unreleased = ''] = readFileSync(projectFile('CHANGELOG.md'), 'utf8').split('## Unreleased')[1]?.split(/^## /m) ?? [];
    const unannounced = breakingChanges(released, published).filter((change) => !unreleased.includes(`\`${change}\``));
    expect(unannounced).toEqual([]);
  });
});
