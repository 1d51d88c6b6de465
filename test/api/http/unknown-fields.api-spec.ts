import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type supertest from 'supertest';
import type { Response } from 'supertest';
import { describedOperations, resolved, type Operation } from '../../support/fuzz/described-operations.js';
import { claimLink, cookieOf, recoveryToken } from '../../support/signed-in.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let cookie: string;

beforeAll(async () => {
  server = await startTestApp();
  cookie = cookieOf(await claimLink(server, await recoveryToken(server, server.first.userId)).expect(200));
});
afterAll(() => server.close());

const operations = describedOperations.filter(({ path }) => path.startsWith('/api/'));
const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;

/** The routes that the published clients call. */
const lenient: ReadonlySet<string> = new Set([
  'POST /api/workflows/{id}/execute',
  'GET /api/workflows/{id}/status',
  'GET /api/jobs/{jobId}',
  'GET /api/users/me/usage-limits',
  'GET /api/resume/{workflowId}/{executionId}',
  'GET /api/resume/{workflowId}/{executionId}/{contextId}',
  'POST /api/resume/{workflowId}/{executionId}/{contextId}',
]);
/** The query and the body of a webhook are what its sender says; they become the input of a run. Messages to MCP servers follow their protocol. */
const isWebhook = ({ path }: Operation): boolean => path.startsWith('/api/webhooks/') || path.startsWith('/api/mcp/serve/');
const strict = operations.filter((operation) => !lenient.has(nameOf(operation)) && !isWebhook(operation));

/** The workspace exists, since a guard looks for it first. All other ids are those of nothing. */
function addressOf({ path }: Operation): string {
  const id = path.startsWith('/api/v1/workspaces/{id}') ? server.first.workspaceId : '00000000-0000-4000-8000-000000000000';
  return path.replaceAll(/\{\w+\}/g, id);
}

/** By the owner: with their key, or signed in where a route is for people. */
function requestOf(operation: Operation, query = ''): supertest.Test {
  const request = server.as(operation.needsSession ? undefined : server.first.apiKey);
  const sent = request[operation.method.toLowerCase() as 'post'](`${addressOf(operation)}${query}`);
  return operation.needsSession ? sent.set('Cookie', cookie).set('Sec-Fetch-Site', 'same-origin') : sent;
}

async function send(operation: Operation, query: string, body?: object): Promise<Response> {
  const request = requestOf(operation, query);
  if (operation.body?.mediaType === 'text/csv') return await request.type('text/csv').send('a\n1\n');
  return await (body === undefined ? request : request.send(body));
}

/** Texts for the required fields: of a request with two faults either may be reported. */
function requiredFields({ body }: Operation): object | undefined {
  const names = body === undefined ? [] : (resolved(body.schema).required ?? []);
  return names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, 'x']));
}

const detailsOf = ({ body }: Response): readonly { readonly path: string[]; readonly message: string; readonly code: string }[] => {
  const { details, error } = body as { readonly details?: []; readonly error?: { readonly details?: [] } };
  return details ?? error?.details ?? [];
};

describe('an unknown name', () => {
  it('is tried on every route of the description', () => {
    expect(strict.length).toBeGreaterThan(100);
    expect([...lenient].filter((name) => !operations.some((operation) => nameOf(operation) === name))).toEqual([]);
  });

  it.each(strict.map((operation) => [nameOf(operation), operation] as const))('in the query of %s is refused', async (_, operation) => {
    const response = await send(operation, '?unknwn=1', requiredFields(operation));
    expect(response.status).toBe(400);
    const refusal = detailsOf(response).find(({ code }) => code === 'unknown_field');
    expect(refusal?.path).toEqual(['unknwn']);
    expect(refusal?.message).toMatch(/^unknwn is not a parameter of this request(: it has no query parameters|\. \S.*)$/);
  });

  const withBody = strict.filter(({ method, body }) => method !== 'GET' && (body === undefined || body.mediaType === 'application/json'));
  it.each(withBody.map((operation) => [nameOf(operation), operation] as const))('in the body of %s is refused', async (_, operation) => {
    const response = await send(operation, '', { unknwn: 1 });
    expect(response.status).toBe(400);
    const refusal = detailsOf(response).find(({ code }) => code === 'unknown_field');
    expect(refusal?.path).toEqual(['unknwn']);
    expect(refusal?.message).toMatch(/^unknwn is not a field of this request(: it has no body|\. \S.*)$/);
  });

  it('is excluded by the description of every body', () => {
    const open = withBody.filter(({ body }) => body !== undefined && resolved(body.schema).additionalProperties !== false);
    expect(open.map(nameOf)).toEqual([]);
  });

  const forms = strict.filter(({ body }) => body?.mediaType === 'multipart/form-data');
  it.each(forms.map((operation) => [nameOf(operation), operation] as const))('in the form of %s is refused', async (_, operation) => {
    const { workspaceId, apiKey } = server.first;
    const request = server.as(apiKey).post(addressOf(operation)).field('workspaceId', workspaceId).field('folder', 'a');
    const response = await request.attach('file', Buffer.from('x'), 'a.txt').expect(400);
    expect(detailsOf(response)).toMatchObject([{ path: ['folder'], code: 'unknown_field' }]);
  });

  it.each(operations.filter((operation) => lenient.has(nameOf(operation))).map((operation) => [nameOf(operation), operation] as const))(
    'is ignored by %s, which published clients call',
    async (_, operation) => {
      const response = await send(operation, '?unknwn=1', operation.method === 'GET' ? undefined : { unknwn: 1 });
      expect([200, 404]).toContain(response.status);
    },
  );

  it('refuses a key with misspelt limits, and names the right fields', async () => {
    const body = { name: 'Shop', scope: ['execute'], expireAt: '2031-01-01T00:00:00Z' };
    const response = await server.as(server.first.apiKey).post('/api/v1/users/me/api-keys').send(body).expect(400);
    expect(detailsOf(response)).toEqual([
      { path: ['scope'], message: 'scope is not a field of this request. Did you mean scopes?', code: 'unknown_field' },
      { path: ['expireAt'], message: 'expireAt is not a field of this request. Did you mean expiresAt?', code: 'unknown_field' },
    ]);
  });

  it('refuses a misspelt filter of runs', async () => {
    const { workspaceId, apiKey } = server.first;
    const response = await server.as(apiKey).get('/api/v1/logs').query({ workspaceId, workflowId: 'a' }).expect(400);
    expect(detailsOf(response)).toEqual([
      { path: ['workflowId'], message: 'workflowId is not a parameter of this request. Did you mean workflowIds?', code: 'unknown_field' },
    ]);
  });

  it('refuses a misspelt field of a column', async () => {
    const { workspaceId, apiKey } = server.first;
    const body = { workspaceId, name: 'things', schema: { columns: [{ name: 'a', type: 'string', uniqe: true }] } };
    const response = await server.as(apiKey).post('/api/v1/tables').send(body).expect(400);
    expect(detailsOf(response)).toEqual([
      {
        path: ['schema', 'columns', 0, 'uniqe'],
        message: 'schema.columns.0.uniqe is not a field of this request. Did you mean unique?',
        code: 'unknown_field',
      },
    ]);
  });

  it('refuses a misspelt field of a filter by tags', async () => {
    const { workspaceId, apiKey } = server.first;
    const body = { workspaceId, knowledgeBaseIds: 'a', tagFilters: [{ tagName: 'a', operater: 'eq', value: 1 }] };
    const response = await server.as(apiKey).post('/api/v1/knowledge/search').send(body).expect(400);
    expect(detailsOf(response)).toMatchObject([{ path: ['tagFilters', 0, 'operater'], code: 'unknown_field' }]);
  });

  it('is left alone in cells and in names of variables', async () => {
    const { workspaceId, apiKey } = server.first;
    const client = server.as(apiKey);
    await client
      .put(`/api/v1/workspaces/${workspaceId}/environment`)
      .send({ variables: { ANY_NAME: 'long-enough' } })
      .expect(200);
    const columns = [{ name: 'any_name', type: 'string' }];
    const made = await client.post('/api/v1/tables').send({ workspaceId, name: 'free', schema: { columns } }).expect(200);
    const { id } = (made.body as { readonly data: { readonly table: { readonly id: string } } }).data.table;
    await client
      .post(`/api/v1/tables/${id}/rows`)
      .send({ workspaceId, data: { any_name: 'a' } })
      .expect(200);
  });

  it('that is very long is shortened', async () => {
    const response = await server
      .as(server.first.apiKey)
      .patch('/api/v1/users/me/api-keys/none')
      .send({ ['x'.repeat(100_000)]: 1 });
    expect(response.status).toBe(400);
    expect(response.text.length).toBeLessThan(1000);
  });
});

describe('a field that comes twice', () => {
  const repeating = operations.filter(
    (operation) => operation.method !== 'GET' && operation.body?.mediaType === 'application/json' && !isWebhook(operation),
  );
  const free = new Set([...lenient, 'POST /api/v2/workflows/{id}/execute']);
  const post = (operation: Operation, body: string): Promise<Response> =>
    Promise.resolve(requestOf(operation).type('application/json').send(body));

  it.each(repeating.filter((each) => !free.has(nameOf(each))).map((operation) => [nameOf(operation), operation] as const))(
    'is refused by %s, with its path',
    async (_, operation) => {
      const response = await post(operation, '{"a":1,"deep":{"of":[{"scope":"execute","scope":"admin"}]}}');
      expect(response.status).toBe(400);
      expect(detailsOf(response)).toEqual([
        { path: ['deep', 'of', 0, 'scope'], message: 'deep.of.0.scope must be given only once', code: 'duplicate_field' },
      ]);
    },
  );

  it.each(repeating.filter((each) => free.has(nameOf(each))).map((operation) => [nameOf(operation), operation] as const))(
    'is data of the caller in %s',
    async (_, operation) => {
      const response = await post(operation, '{"input":{"a":1,"a":2}}');
      expect(detailsOf(response)).not.toContainEqual(expect.objectContaining({ code: 'duplicate_field' }));
    },
  );

  it('is refused in a body of a megabyte', async () => {
    const body = `{"workspaceId":"x","workflow":{"name":"${'n'.repeat(1_000_000)}","name":""}}`;
    const response = await server.as(server.first.apiKey).post('/api/v1/workflows/validate').type('application/json').send(body);
    expect([response.status, detailsOf(response)]).toMatchObject([400, [{ path: ['workflow', 'name'], code: 'duplicate_field' }]]);
  });
});
