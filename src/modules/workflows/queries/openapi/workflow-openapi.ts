import type { Json, JsonObject } from '#kernel/json.js';
import type { DeclaredInput } from '#document/check/declared-inputs.js';

/** What the description of a workflow says about it. */
export interface DescribedWorkflow {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** Number of the described version; null for the draft. */
  readonly version: number | null;
  readonly inputs: readonly DeclaredInput[];
}

const types: ReadonlyMap<string, JsonObject> = new Map<string, JsonObject>([
  ['string', { type: 'string' }],
  ['number', { type: 'number' }],
  ['boolean', { type: 'boolean' }],
  ['object', { type: 'object' }],
  ['array', { type: 'array', items: {} }],
  ['file[]', { type: 'array', items: { type: 'object' } }],
]);

const id = { type: 'string' };
const error = {
  type: 'object',
  properties: { error: { type: 'string' }, code: { type: 'string' }, details: { type: 'array', items: { type: 'object' } } },
  required: ['error', 'code'],
};
const run = {
  type: 'object',
  description: 'The result of the run. A Response block replaces it by its own data, status and headers.',
  properties: {
    success: { type: 'boolean' },
    executionId: id,
    output: {},
    error: { type: ['string', 'null'] },
    metadata: { type: 'object' },
  },
};
const job = {
  type: 'object',
  properties: {
    success: { type: 'boolean' },
    async: { const: true },
    jobId: id,
    executionId: id,
    message: id,
    statusUrl: { type: 'string', format: 'uri' },
  },
  required: ['jobId', 'statusUrl'],
};
const refusals: Readonly<Record<string, string>> = {
  400: 'The input is invalid; `details` lists the fields.',
  401: 'The API key is missing or invalid.',
  402: 'The account has reached its cost limit.',
  403: 'The workflow is not deployed, or the key may not run it.',
  404: 'The workflow does not exist.',
  408: 'The run exceeded its time limit.',
  429: 'The account has exceeded the request rate of its plan.',
  500: 'The run failed.',
  503: 'The server is not available. Retry after `Retry-After` seconds.',
};

/** The OpenAPI 3.1 description of the start of one workflow. */
export function workflowOpenApi({ id: workflowId, name, description, version, inputs }: DescribedWorkflow, baseUrl: string): JsonObject {
  const responses = {
    200: { description: 'The run has ended or paused.', content: json(run) },
    202: { description: 'The run was queued, with `async: true`.', content: json(job) },
    ...Object.fromEntries(
      Object.entries(refusals).map(([status, text]) => [
        status,
        { description: text, content: json({ $ref: '#/components/schemas/Error' }) },
      ]),
    ),
  };
  const operation = {
    operationId: 'execute',
    summary: `Runs ${name}`,
    requestBody: { required: inputs.some(({ required }) => required === true), content: json({ $ref: '#/components/schemas/Start' }) },
    responses,
  };
  return {
    openapi: '3.1.0',
    info: { title: name, ...(description === null ? {} : { description }), version: version === null ? 'draft' : String(version) },
    servers: [{ url: baseUrl }],
    security: [{ apiKey: [] }],
    paths: { [`/api/workflows/${workflowId}/execute`]: { post: operation } },
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      schemas: { Start: startSchema(inputs), Error: error },
    },
  };
}

function startSchema(inputs: readonly DeclaredInput[]): JsonObject {
  const required = inputs.filter((input) => input.required === true).map(({ name }) => name);
  return {
    type: 'object',
    properties: {
      inputs: {
        type: 'object',
        properties: Object.fromEntries(inputs.map((input) => [input.name, inputSchema(input)])),
        ...(required.length === 0 ? {} : { required }),
      },
      async: { type: 'boolean', default: false, description: 'Whether to start the run as a job.' },
      stream: { type: 'boolean', default: false, description: 'Whether to respond with server-sent events.' },
    },
    ...(required.length === 0 ? {} : { required: ['inputs'] }),
  };
}

function inputSchema({ type, description, enum: choices, default: preset }: DeclaredInput): JsonObject {
  return {
    ...types.get(type),
    ...(description === undefined ? {} : { description }),
    ...(choices === undefined || choices.length === 0 ? {} : { enum: [...choices] }),
    ...(preset === undefined ? {} : { default: preset }),
  };
}

function json(schema: JsonObject): Record<string, Json> {
  return { 'application/json': { schema } };
}
