import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createUser, issueKey, type TestUser } from '../../support/issue-key.js';
import { blockWith, deployState, functionBlock, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { memberKey } from '../../support/workflow-api.js';

type Method = 'get' | 'post' | 'delete';

interface Target {
  readonly method: Method;
  /** With the ids of the first workspace. */
  readonly path: () => string;
  readonly body?: () => object;
}

let server: TestApp;
let workflowId: string;
let executionId: string;
let ended: string;
let organizationId: string;
let invitationId: string;
let stranger: TestUser;
let keys: { readonly execute: string; readonly read: string; readonly suspended: string };

beforeAll(async () => {
  server = await startTestApp();
  const { workspaceId } = server.first;
  const owner = server.as(server.first.apiKey);
  workflowId = await deployState(server, inARow(functionBlock('greet', 'return 1'), blockWith('ask', 'human_in_the_loop', {})));
  executionId = (await owner.post(`/api/workflows/${workflowId}/execute`).send({}).expect(200)).body.executionId as string;
  const greet = inARow(functionBlock('greet', 'return 1'));
  const greeting = await deployState(server, greet);
  ended = `/api/workflows/${greeting}/executions/${(await owner.post(`/api/workflows/${greeting}/execute`).send({}).expect(200)).headers['x-execution-id']}`;
  stranger = await createUser(server);
  const leaver = await createUser(server);
  const members = `/api/v1/workspaces/${workspaceId}/members`;
  await owner.post(members).send({ email: leaver.email, permission: 'admin' }).expect(200);
  await owner.patch(`/api/v1/users/${leaver.id}`).send({ suspended: true }).expect(200);
  const execute = (await issueKey(server, { name: 'execute', workspaceId, scopes: ['execute'] })).key;
  keys = { execute, read: await memberKey(server, 'read'), suspended: leaver.key };
  const invitee = await createUser(server);
  const boss = await createUser(server);
  organizationId = (await owner.post('/api/v1/organizations').send({ name: 'Acme', plan: 'free' }).expect(200)).body.data.id as string;
  await owner.post(`/api/v1/organizations/${organizationId}/members`).send({ email: boss.email, role: 'owner' }).expect(200);
  await server
    .as(boss.key)
    .post(`/api/v1/organizations/${organizationId}/members`)
    .send({ email: invitee.email, role: 'member' })
    .expect(200);
  invitationId = (await server.as(invitee.key).get('/api/v1/invitations').expect(200)).body.data[0].id as string;
}, 60_000);
afterAll(() => server.close());

const targets: Readonly<Record<string, Target>> = {
  'the open questions': { method: 'get', path: () => `/api/v1/pauses?workspaceId=${server.first.workspaceId}` },
  'the validation of a draft': { method: 'post', path: () => `/api/v1/workflows/${workflowId}/validate`, body: () => ({}) },
  'the validation of a document': {
    method: 'post',
    path: () => '/api/v1/workflows/validate',
    body: () => ({ workspaceId: server.first.workspaceId, workflow: { state: { blocks: {}, edges: [] } } }),
  },
  'the description of a workflow': { method: 'get', path: () => `/api/v1/workflows/${workflowId}/openapi.json` },
  'an invitation of another user': { method: 'post', path: () => `/api/v1/invitations/${invitationId}/accept` },
  'the invitations of an organization': { method: 'get', path: () => `/api/v1/organizations/${organizationId}/invitations` },
  'a quarantined run': { method: 'post', path: () => `/api/workflows/${workflowId}/executions/${executionId}/release` },
  'a replay of another version': {
    method: 'post',
    path: () => `/api/workflows/${workflowId}/executions/${executionId}/replay`,
    body: () => ({ mode: 'recorded', version: 1 }),
  },
};

const all = Object.entries(targets);

function send({ method, path, body }: Target, key: string | undefined, change: { readonly path?: string; readonly body?: unknown } = {}) {
  const request = server.as(key)[method](change.path ?? path());
  const sent = 'body' in change ? change.body : body?.();
  return sent === undefined ? request : request.send(sent as object);
}

describe('a stranger', () => {
  it.each(all)('gets nothing of %s, and the same for one that does not exist', async (_, target) => {
    const there = await send(target, stranger.key);
    expect([403, 404]).toContain(there.status);
    const ids = [server.first.workspaceId, workflowId, executionId, organizationId, invitationId];
    const absent = ids.reduce((text, id) => text.replaceAll(id, '00000000-0000-7000-8000-000000000000'), target.path());
    const elsewhere = JSON.parse(
      JSON.stringify(target.body?.() ?? {}).replaceAll(server.first.workspaceId, '00000000-0000-7000-8000-000000000000'),
    ) as object;
    const nowhere = await send(target, stranger.key, { path: absent, ...(target.body === undefined ? {} : { body: elsewhere }) });
    expect([nowhere.status, nowhere.text]).toEqual([there.status, there.text]);
  });
});

describe('a user who is suspended, and a caller without a key', () => {
  it.each(all)('get 401 from %s', async (_, target) => {
    expect((await send(target, keys.suspended)).status).toBe(401);
    expect((await send(target, undefined)).status).toBe(401);
  });
});

describe('a key that may only execute', () => {
  it.each(all.filter(([name]) => !name.includes('run') && !name.includes('replay')))('gets 403 or 404 from %s', async (_, target) => {
    expect([403, 404]).toContain((await send(target, keys.execute)).status);
  });
});

describe('a key that may only read', () => {
  it.each([
    ['the open questions', 200],
    ['the validation of a draft', 403],
    ['the description of a workflow', 200],
    ['a quarantined run', 403],
    ['a replay of another version', 403],
    ['the invitations of an organization', 404],
  ])('gets from %s what it may see, and changes nothing', async (name, status) => {
    const target = targets[name];
    if (target === undefined) throw new Error(`There is no target ${name}`);
    expect((await send(target, keys.read)).status).toBe(status);
  });

  it('may answer none of the questions that it sees', async () => {
    const { body } = await server.as(keys.read).get(`/api/v1/pauses?workspaceId=${server.first.workspaceId}`).expect(200);
    expect(body.data).toMatchObject([{ mayAnswer: false }]);
    const mine = await server.as(keys.read).get(`/api/v1/pauses?workspaceId=${server.first.workspaceId}&for=me`).expect(200);
    expect(mine.body.data).toEqual([]);
  });
});

describe('a caller who tries everything', () => {
  const huge = 'x'.repeat(4000);
  const odd = ['%00', '%FF', "';--", '..%2f..', huge, '9'.repeat(400), '-1', 'null', '%F0%9F%92%A9'];

  it.each(all)('gets no 5xx from %s for odd ids', async (_, target) => {
    for (const id of odd) {
      for (const known of [workflowId, executionId, organizationId, invitationId, server.first.workspaceId]) {
        const path = target.path();
        if (!path.includes(known)) continue;
        const { status } = await send(target, server.first.apiKey, { path: path.replace(known, id) });
        if (![400, 403, 404, 409, 414, 431].includes(status)) throw new Error(`The id ${id.slice(0, 10)} gets ${status}`);
      }
    }
  });

  it.each(all)('gets 400 from %s for a query name that it does not have, which is named', async (_, target) => {
    const path = target.path();
    const { status, body } = await send(target, server.first.apiKey, { path: `${path}${path.includes('?') ? '&' : '?'}forr=me` });
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('unknown_field')]);
    expect(JSON.stringify(body)).toContain('forr');
  });

  it.each(all.filter(([, { body }]) => body !== undefined))('gets 400 from %s for values of wrong types', async (_, target) => {
    const right = target.body?.() ?? {};
    const bodies: unknown[] = [
      ...Object.keys(right).flatMap((field) => [[], 5, true, { a: 1 }, '\u0000'].map((value) => ({ ...right, [field]: value }))),
      [],
      { ...right, unknown: 1 },
    ];
    for (const body of bodies) {
      const { status } = await send(target, server.first.apiKey, { body });
      if (status >= 500) throw new Error(`${JSON.stringify(body)} gets ${status}`);
    }
  });

  it.each([2, 0, -1, 1.5, 2 ** 31, 2 ** 53, 1e300, '1', null, [1], 'DRAFT'])('replays no version %j', async (version) => {
    const { status, text } = await server.as(server.first.apiKey).post(`${ended}/replay`).send({ mode: 'recorded', version });
    expect([400, 404]).toContain(status);
    expect(text).toContain('ersion');
  });

  it.each([2 ** 31, 2 ** 53, 1e300, 0, '1'])('rolls back to no version %j', async (version) => {
    const { status, text } = await server.as(server.first.apiKey).post(`/api/v1/workflows/${workflowId}/rollback`).send({ version });
    expect([status, text]).toEqual([400, expect.stringContaining('version must be')]);
  });

  it.each(['for=you', 'for=', 'for=me&for=me', 'limit=0', 'limit=1e9', 'cursor=x', 'workspaceId=a&workspaceId=b'])(
    'gets 400 for %s of the open questions',
    async (query) => {
      const base = `/api/v1/pauses?${query.startsWith('workspaceId') ? '' : `workspaceId=${server.first.workspaceId}&`}${query}`;
      const { status } = await server.as(server.first.apiKey).get(base);
      expect(status).toBe(400);
    },
  );
});
