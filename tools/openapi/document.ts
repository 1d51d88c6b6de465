import { readFileSync } from 'node:fs';
import ts from 'typescript';
import type { JsonSchema } from './json-schema.js';
import { operationOf, type Operation } from './operation.js';
import type { ResponseObject } from './response-object.js';
import { RouteAnswers } from './route-answers.js';
import { routesOf } from './routes.js';
import { TypeSchemas } from './type-schema.js';
import { withExamples } from './with-examples.js';

/** An OpenAPI 3.1 document. */
export interface OpenApi {
  readonly openapi: string;
  readonly info: object;
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly object[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly securitySchemes: object;
    readonly headers: object;
    readonly responses: Readonly<Record<string, ResponseObject>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
}

/** Describes the routes of the sources in `root`: what they take from types and rules, what they are for from comments. */
export function describeApi(root: string): OpenApi {
  const program = programOf(root);
  const checker = program.getTypeChecker();
  const schemas = new TypeSchemas(checker);
  const schema = (type: ts.TypeNode): JsonSchema => schemas.of(checker.getTypeFromTypeNode(type));
  const resolved = (type: ts.TypeNode): JsonSchema => schemas.inline(checker.getTypeFromTypeNode(type));
  const answers = new RouteAnswers(schema);
  const paths: Record<string, Record<string, Operation>> = {};
  const tags = new Set<string>();
  for (const route of routesOf(program)) {
    (paths[route.path] ??= {})[route.method] = operationOf(route, { answers, schema, resolved });
    tags.add(route.tag);
  }
  for (const methods of Object.values(paths))
    for (const [method, operation] of Object.entries(methods)) methods[method] = withExamples(operation, schemas.components);
  return {
    openapi: '3.1.1',
    info: information(root),
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    tags: [...tags].toSorted().map((name) => ({ name })),
    paths,
    components: {
      securitySchemes,
      headers,
      responses,
      schemas: { Error: errorSchema, ErrorObject: errorObject, ...usedOnly(schemas.components, paths) },
    },
  };
}

function programOf(root: string): ts.Program {
  const { config } = ts.readConfigFile(`${root}/tsconfig.build.json`, ts.sys.readFile) as { config: unknown };
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  return ts.createProgram(
    fileNames.filter((file) => file.includes('/src/')),
    { ...options, noEmit: true },
  );
}

/** Queries become parameters: their classes are not needed as such. */
function usedOnly(schemas: Readonly<Record<string, JsonSchema>>, paths: object): Readonly<Record<string, JsonSchema>> {
  const used = new Set<string>();
  const visit = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(schemas[name] ?? {});
    }
  };
  visit(paths);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
}

function information(root: string): object {
  const { version, license } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { version: string; license: string };
  return {
    title: 'Sluice',
    version,
    summary: 'Deploy workflows, run them, answer them, and read what happened.',
    license: { name: license, identifier: license },
  };
}

const securitySchemes = {
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'A personal key or a key of a workspace: `sk-sluice-…`' },
};

const text = { type: 'string' } as const;

const headers = {
  'X-Request-Id': { description: 'Of this request; one that the caller sends in letters, digits, `.`, `_` and `-` is kept.', schema: text },
  'X-RateLimit-Limit': { description: 'What the bucket holds when it is full.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'What is left in it.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': { description: 'When it is filled again.', schema: { type: 'string', format: 'date-time' } },
  'Retry-After': { description: 'After how many seconds trying again makes sense.', schema: { type: 'integer', minimum: 1 } },
};

const errorSchema: JsonSchema = {
  type: 'object',
  description: 'Every answer that is not a success.',
  properties: {
    error: { type: 'string', description: 'A sentence for people.' },
    code: { type: 'string', description: 'For programs; it does not change.' },
    details: {
      type: 'array',
      description: 'Present with every 400.',
      items: {
        type: 'object',
        properties: {
          path: { type: 'array', items: { type: ['string', 'integer'] }, description: 'Where the field is; empty: the whole.' },
          message: { type: 'string', description: 'What is wrong with it, for people.' },
          code: { type: 'string', description: 'What is wrong with it, for programs.' },
          blockId: { type: 'string', description: 'Of a workflow document: the block that it is about.' },
          edgeId: { type: 'string', description: 'The edge that it is about.' },
          field: { type: 'string', description: 'The field of the block.' },
        },
        required: ['path', 'message', 'code'],
      },
    },
  },
  required: ['error', 'code'],
  examples: [
    {
      error: 'workspaceId must be 1 to 128 characters without space',
      code: 'VALIDATION_FAILED',
      details: [{ path: ['workspaceId'], message: 'workspaceId must be 1 to 128 characters without space', code: 'matches' }],
    },
  ],
};

const errorObject: JsonSchema = {
  type: 'object',
  description: 'The same for clients of the second generation.',
  properties: {
    error: {
      type: 'object',
      description: 'What went wrong.',
      properties: {
        code: { type: 'string', description: 'For programs; it does not change.' },
        message: { type: 'string', description: 'A sentence for people.' },
        details: errorSchema.properties?.['details'] ?? {},
      },
      required: ['code', 'message'],
    },
  },
  required: ['error'],
  examples: [{ error: { code: 'NOT_FOUND', message: 'Workflow not found' } }],
};

const descriptions: Readonly<Record<string, string>> = {
  400: '`VALIDATION_FAILED`, `INVALID_JSON`: something that was sent is not as it has to be; `details` say what',
  401: '`UNAUTHORIZED`: there is no valid key',
  403: '`FORBIDDEN`, or more precisely why: the key is not enough for this',
  404: '`NOT_FOUND`: there is no such thing, or it is out of reach',
  409: '`CONFLICT`, or more precisely why: what is there stands in the way',
  413: '`PAYLOAD_TOO_LARGE`: more than 10 MiB',
  415: '`UNSUPPORTED_MEDIA_TYPE`: not JSON',
  429: '`RATE_LIMIT_EXCEEDED`: more requests than the plan allows',
  500: '`INTERNAL`: nothing that the caller can do about',
  503: '`UNAVAILABLE`: not now',
};

const responses = Object.fromEntries([...refusalsWith('', 'Error'), ...refusalsWith('v2-', 'ErrorObject')]);

function headersNamed(...names: readonly (keyof typeof headers)[]): Readonly<Record<string, object>> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function refusalsWith(prefix: string, schema: string): readonly (readonly [string, ResponseObject])[] {
  return Object.entries(descriptions).map(([status, description]) => {
    const own = {
      ...(status === '429' ? headersNamed('X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset') : {}),
      ...(status === '429' || status === '503' ? headersNamed('Retry-After') : {}),
      ...headersNamed('X-Request-Id'),
    };
    const content = { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } };
    return [`${prefix}${status}`, { description, headers: own, content }] as const;
  });
}
