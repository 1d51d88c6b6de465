import { readFileSync } from 'node:fs';
import ts from 'typescript';
import type { JsonSchema } from './json-schema.js';
import { operationOf, type Operation } from './operation.js';
import type { ResponseObject } from './response-object.js';
import { RouteAnswers } from './route-answers.js';
import { routesOf } from './routes.js';
import { orderedTags, type Tag, type TagGroup } from './subjects.js';
import { TypeSchemas } from './type-schema.js';
import { withExamples, type RecordedExamples } from './with-examples.js';

/** An OpenAPI 3.1 document. */
export interface OpenApi {
  readonly openapi: string;
  readonly info: object;
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly object[];
  readonly tags: readonly Tag[];
  /** The tags by subject, for viewers that show groups of tags. */
  readonly 'x-tagGroups'?: readonly TagGroup[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly securitySchemes: object;
    readonly headers: object;
    readonly responses: Readonly<Record<string, ResponseObject>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
}

/** Describes the routes of the sources in `root`: schemas come from types and validation rules, descriptions from comments. */
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
  const recorded = JSON.parse(readFileSync(`${root}/docs/openapi-examples.json`, 'utf8')) as RecordedExamples;
  for (const methods of Object.values(paths))
    for (const [method, operation] of Object.entries(methods)) methods[method] = withExamples(operation, schemas.components, recorded);
  return {
    openapi: '3.1.1',
    info: information(root),
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }, { session: [] }],
    ...orderedTags(tags),
    paths,
    components: {
      securitySchemes,
      headers,
      responses,
      schemas: { Error: errorSchema, ErrorObject: errorObject, JsonRpcError: jsonRpcError, ...usedOnly(schemas.components, paths) },
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

/** Only the schemas that a path refers to. Classes of queries become parameters and need no schema. */
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
    description: introduction,
    summary: 'Deploy and run workflows, answer their questions, and read logs, usage and the audit log.',
    license: { name: license, identifier: license },
  };
}

const introduction = [
  'Requests carry an API key in the header `X-API-Key`, except to the routes that are marked as public.',
  'Errors have a `code` for programs and a message for people; a response with status 400 lists the invalid fields in `details`.',
  'Responses with status 429 and 503 say in `Retry-After` when to retry.',
  'This reference is also available [without scripts](/docs/plain) and [as an OpenAPI document](/openapi.json).',
].join('\n\n');

const securitySchemes = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'A personal API key or an API key of a workspace, such as `sk-sluice-…`.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-sluice',
    description: 'The session of a person who has signed in with a browser. On localhost without TLS, the cookie is `sluice`.',
  },
};

const text = { type: 'string' } as const;

const headers = {
  'X-Request-Id': {
    description: 'Id of the request. An id sent by the caller is kept if it consists of letters, digits, `.`, `_` and `-`.',
    schema: text,
  },
  'X-RateLimit-Limit': {
    description: 'Capacity of the rate limit bucket, in requests. On every route that takes from a bucket.',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Remaining': { description: 'Requests that are left in the bucket.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': { description: 'When the bucket is next refilled.', schema: { type: 'string', format: 'date-time' } },
  'Retry-After': { description: 'Seconds to wait before a retry.', schema: { type: 'integer', minimum: 1 } },
};

const errorSchema: JsonSchema = {
  type: 'object',
  description: 'The body of every response with an error status.',
  properties: {
    error: { type: 'string', description: 'A description of the error for people.' },
    code: { type: 'string', description: 'The error code for programs. Codes do not change between releases.' },
    executionId: { type: 'string', description: 'The id of a run that has been used before. Only with the code `EXECUTION_ID_CONFLICT`.' },
    details: {
      type: 'array',
      description: 'The invalid fields. Present in every response with status 400.',
      items: {
        type: 'object',
        properties: {
          path: {
            type: 'array',
            items: { type: ['string', 'integer'] },
            description: 'Path of the invalid field. Empty if the whole body is invalid.',
          },
          message: { type: 'string', description: 'A description of the problem for people.' },
          code: { type: 'string', description: 'The code of the problem for programs.' },
          blockId: { type: 'string', description: 'Id of the block with the problem, if the body is a workflow document.' },
          edgeId: { type: 'string', description: 'Id of the edge with the problem, if the body is a workflow document.' },
          field: { type: 'string', description: 'Name of the field of that block.' },
          position: {
            type: 'object',
            description: 'Where in the text of that field the problem is.',
            properties: {
              offset: { type: 'integer', description: 'Number of characters before it.' },
              line: { type: 'integer', description: 'Line, from 1.' },
              column: { type: 'integer', description: 'Column, from 1.' },
            },
            required: ['offset', 'line', 'column'],
          },
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
  description: 'The body of every response of version 2 of the API with an error status.',
  properties: {
    error: {
      type: 'object',
      description: 'The error.',
      properties: {
        code: { type: 'string', description: 'The error code for programs. Codes do not change between releases.' },
        message: { type: 'string', description: 'A description of the error for people.' },
        executionId: errorSchema.properties?.['executionId'] ?? {},
        details: errorSchema.properties?.['details'] ?? {},
      },
      required: ['code', 'message'],
    },
  },
  required: ['error'],
  examples: [{ error: { code: 'NOT_FOUND', message: 'Workflow not found' } }],
};

const jsonRpcError: JsonSchema = {
  type: 'object',
  description: 'The body of every response of an MCP server with an error status.',
  properties: {
    jsonrpc: { type: 'string', description: 'Always `2.0`.' },
    id: { type: ['string', 'number', 'null'], description: 'The id of the message; null if it is not known.' },
    error: {
      type: 'object',
      description: 'The error.',
      properties: {
        code: { type: 'integer', description: 'The error code of JSON-RPC or of the Model Context Protocol.' },
        message: { type: 'string', description: 'A description of the error for people.' },
        data: { type: 'object', description: 'Further facts: `httpStatus`, `retryable`, `code` and `details` of refusals of this server.' },
      },
      required: ['code', 'message'],
    },
  },
  required: ['jsonrpc', 'error'],
  examples: [
    {
      jsonrpc: '2.0',
      id: null,
      error: { code: -32_000, message: 'MCP server not found', data: { httpStatus: 404, retryable: false, code: 'NOT_FOUND' } },
    },
  ],
};

const descriptions: Readonly<Record<string, string>> = {
  400: '`VALIDATION_FAILED` or `INVALID_JSON`: the request is invalid. `details` lists the invalid fields.',
  401: '`UNAUTHORIZED`: the API key is missing or invalid, or the session has ended.',
  403: '`FORBIDDEN`, or a more specific code: the API key or the session does not permit this. `RECENT_SIGN_IN_REQUIRED`: a session must confirm the password first.',
  404: '`NOT_FOUND`: the resource does not exist, or the caller has no access to it.',
  408: '`TIMEOUT`: the request body arrived too slowly.',
  409: '`CONFLICT`, or a more specific code: the request conflicts with the current state of the resource.',
  413: '`PAYLOAD_TOO_LARGE`: the body exceeds 10 MiB.',
  415: '`UNSUPPORTED_MEDIA_TYPE`: the body is not JSON.',
  429: '`RATE_LIMIT_EXCEEDED`: the account has exceeded the request rate of its plan.',
  500: '`INTERNAL`: the server failed to process the request.',
  503: '`UNAVAILABLE`: the server is not available. Retry after `Retry-After` seconds.',
};

const responses = Object.fromEntries([
  ...refusalsWith('', 'Error'),
  ...refusalsWith('v2-', 'ErrorObject'),
  ...refusalsWith('rpc-', 'JsonRpcError'),
]);

function headersNamed(...names: readonly (keyof typeof headers)[]): Readonly<Record<string, object>> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function refusalsWith(prefix: string, schema: string): readonly (readonly [string, ResponseObject])[] {
  return Object.entries(descriptions).map(([status, description]) => {
    const own = {
      // Of routes with a rate. A caller who is not known has none, and MCP servers tell theirs in errors of JSON-RPC.
      ...(status === '401' || prefix === 'rpc-' ? {} : headersNamed('X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset')),
      ...(status === '429' || status === '503' ? headersNamed('Retry-After') : {}),
      ...headersNamed('X-Request-Id'),
    };
    const content = { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } };
    return [`${prefix}${status}`, { description, headers: own, content }] as const;
  });
}
