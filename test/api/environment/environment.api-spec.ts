import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Housekeeper } from '#ledger/chores/housekeeper.js';
import { WorkspaceSecrets } from '#modules/environment/index.js';
import { createUser, issueKey, type TestUser } from '../../support/issue-key.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const absent = '00000000-0000-4000-8000-000000000000';
let server: TestApp;
let workspaceId: string;

beforeAll(async () => {
  server = await startTestApp();
}, 60_000);
afterAll(() => server.close());

beforeEach(async () => {
  workspaceId = await createWorkspace();
});

const owner = (): ReturnType<TestApp['as']> => server.as(server.first.apiKey);
const path = (id = workspaceId): string => `/api/v1/workspaces/${id}/environment`;
const put = (variables: object, id = workspaceId) => owner().put(path(id)).send({ variables });
const secretsOf = (id = workspaceId) => server.app.get(WorkspaceSecrets, { strict: false }).of(id);

async function createWorkspace(): Promise<string> {
  const { body } = await owner().post('/api/v1/workspaces').send({ name: 'Team' }).expect(200);
  return body.data.id as string;
}

async function addMember(permission: string): Promise<TestUser> {
  const user = await createUser(server);
  await owner().post(`/api/v1/workspaces/${workspaceId}/members`).send({ email: user.email, permission }).expect(200);
  return user;
}

async function names(): Promise<readonly string[]> {
  const { body } = await owner().get(path()).expect(200);
  return body.data.variables.map(({ name }: { name: string }) => name);
}

async function history(): Promise<readonly Record<string, unknown>[]> {
  const { rows } = await server.database.pool.query<Record<string, unknown>>(
    `select type, data, meta from ledger_event where workspace_id = $1 and type like 'environment.%' order by version`,
    [workspaceId],
  );
  return rows;
}

describe('the environment of a workspace', () => {
  it('is empty at first', async () => {
    expect((await owner().get(path()).expect(200)).body).toEqual({ data: { variables: [] } });
    expect(await secretsOf()).toEqual(new Map());
  });

  it('lists names and times in order after a change and on request', async () => {
    const updatedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const answer = await put({ b_url: 'https://example.org', TOKEN: 'abcdefgh' }).expect(200);
    expect(answer.body).toEqual({
      data: {
        variables: [
          { name: 'TOKEN', updatedAt },
          { name: 'b_url', updatedAt },
        ],
      },
    });
    expect((await owner().get(path()).expect(200)).body).toEqual(answer.body);
  });

  it('keeps variables that are not named, replaces named ones, and removes those with null', async () => {
    await put({ KEPT: 'kept', CHANGED: 'before', REMOVED: 'gone' }).expect(200);
    const { body } = await put({ CHANGED: 'after', REMOVED: null, NEW: 'new' }).expect(200);
    expect(body.data.variables.map(({ name }: { name: string }) => name)).toEqual(['CHANGED', 'KEPT', 'NEW']);
    expect(await secretsOf()).toEqual(
      new Map([
        ['CHANGED', 'after'],
        ['KEPT', 'kept'],
        ['NEW', 'new'],
      ]),
    );
  });

  it('changes the time of a variable that is set again, and of no other', async () => {
    const before = (await put({ ONE: 'x', TWO: 'x' }).expect(200)).body.data.variables;
    const after = (await put({ TWO: 'x' }).expect(200)).body.data.variables;
    expect(after[0]).toEqual(before[0]);
    expect(Date.parse(after[1].updatedAt)).toBeGreaterThan(Date.parse(before[1].updatedAt));
  });

  it('is not changed by the removal of an absent variable or by an empty change', async () => {
    await put({ ABSENT: null }).expect(200);
    expect((await put({}).expect(200)).body).toEqual({ data: { variables: [] } });
    expect(await history()).toEqual([]);
  });

  it('accepts any text, including an empty one and one that looks like a placeholder', async () => {
    const values = { EMPTY: '', LINES: 'a\n"b"\t\\u0041 {{EMPTY}} <start.input>', KEY: '🔑'.repeat(1_000), constructor: 'x' };
    await put(values).expect(200);
    expect(Object.fromEntries(await secretsOf())).toEqual(values);
  });

  it('belongs to one workspace only', async () => {
    await put({ TOKEN: 'mine' }).expect(200);
    const other = await createWorkspace();
    expect((await owner().get(path(other)).expect(200)).body).toEqual({ data: { variables: [] } });
    expect(await secretsOf(other)).toEqual(new Map());
  });

  it('cannot be changed in other ways', async () => {
    const refused = await owner().post(path()).send({ variables: {} }).expect(405);
    expect(refused.headers['allow']).toBe('GET, HEAD, PUT');
  });
});

describe('changes at the same time', () => {
  it('are all applied when they name different variables, including the first ones', async () => {
    const all = ['A', 'B', 'C'];
    const answers = await Promise.all(all.map((name) => put({ [name]: name })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await names()).toEqual(all);
    expect(await history()).toHaveLength(3);
  });

  it('leave one of the values when they name the same variable', async () => {
    await Promise.all([put({ A: 'one', B: 'one' }).expect(200), put({ A: 'two', B: 'two' }).expect(200)]);
    const [a, b] = [...(await secretsOf()).values()];
    expect(['one', 'two']).toContain(a);
    expect(b).toBe(a);
  });

  it('cannot exceed the limit together', async () => {
    const many = Object.fromEntries(Array.from({ length: 999 }, (_, index) => [`V${index}`, 'x']));
    await put(many).expect(200);
    const answers = await Promise.all([put({ ONE: 'x' }), put({ TWO: 'x' })]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect(await names()).toHaveLength(1_000);
  });
});

describe('an invalid change', () => {
  it.each([
    ['the name', { '1ST': 'x' }, '1ST', 'invalid'],
    ['an empty name', { '': 'x' }, '', 'invalid'],
    ['a name that is too long', { ['N'.repeat(129)]: 'x' }, `${'N'.repeat(128)}…`, 'out_of_range'],
    ['a number', { TOKEN: 1 }, 'TOKEN', 'invalid_type'],
    ['an object', { TOKEN: { constructor: 'x' } }, 'TOKEN', 'invalid_type'],
    ['a value that is too long', { TOKEN: 'x'.repeat(32_769) }, 'TOKEN', 'out_of_range'],
    ['NUL in the value', { TOKEN: 'a\0b' }, 'TOKEN', 'invalid'],
    ['an unpaired surrogate in the value', { TOKEN: 'a\ud800b' }, 'TOKEN', 'invalid'],
  ])('is rejected as a whole for %s', async (_, variables, name, code) => {
    const { body } = await put({ FINE: 'x', ...variables }).expect(400);
    expect(body).toEqual({
      error: expect.any(String),
      code: 'VALIDATION_FAILED',
      details: [{ path: ['variables', name], message: expect.any(String), code }],
    });
    expect(await names()).toEqual([]);
  });

  it.each([[{}], [{ variables: null }], [{ variables: 'x' }], [{ variables: ['x'] }]])('is rejected for the body %j', async (body) => {
    const answer = await owner().put(path()).send(body).expect(400);
    expect(answer.body.details).toMatchObject([{ path: ['variables'] }]);
  });

  it('is rejected when there would be too many variables', async () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`V${index}`, 'x']));
    expect((await put(many(1_001)).expect(400)).body.details).toMatchObject([{ path: ['variables', 'V1000'] }]);
    await put(many(1_000)).expect(200);
    expect((await put({ ONE_MORE: 'x' }).expect(400)).body.details).toMatchObject([{ path: ['variables', 'ONE_MORE'] }]);
  });

  it('cannot change a prototype by its name', async () => {
    const type = 'application/json';
    await owner().put(path()).type(type).send('{"variables": {"__proto__": "x", "\\u005f_proto__": "x", "FINE": "x"}}').expect(400);
    await put({ FINE: 'x' }).expect(200);
    await owner().put(path()).type(type).send('{"variables": {"__proto__": {"FINE": null}}}').expect(400);
    expect(await names()).toEqual(['FINE']);
    expect(({} as Record<string, unknown>)['FINE']).toBeUndefined();
  });
});

describe('only admins', () => {
  const both = ['get', 'put'] as const;
  const send = async (method: 'get' | 'put', id: string, key?: string) => {
    const request = server.as(key)[method](path(id));
    const { status, body } = await (method === 'put' ? request.send({ variables: { BY_OTHERS: 'x' } }) : request);
    return { status, body };
  };

  it.each(both)('%s it with a personal key, a workspace key, or as admins of the organization', async (method) => {
    const admin = await addMember('admin');
    const { key } = await issueKey(server, { name: `k-${method}`, workspaceId });
    const organizationAdmin = await createUser(server);
    const members = `/api/v1/organizations/${server.first.organizationId}/members`;
    await owner().post(members).send({ email: organizationAdmin.email, role: 'admin' }).expect(200);
    for (const each of [admin.key, key, organizationAdmin.key]) expect((await send(method, workspaceId, each)).status).toBe(200);
  });

  it.each(both)('%s it: a caller with read or write gets 403', async (method) => {
    const denied = (held: string): object => {
      const error = `This needs the permission admin in the workspace; this API key has ${held}`;
      return { status: 403, body: { error, code: 'FORBIDDEN' } };
    };
    expect(await send(method, workspaceId, (await addMember('read')).key)).toEqual(denied('read'));
    expect(await send(method, workspaceId, (await addMember('write')).key)).toEqual(denied('write'));
    const limited = await issueKey(server, { name: `limited-${method}`, workspaceId, scopes: ['write'] });
    expect(await send(method, workspaceId, limited.key)).toEqual(denied('write'));
    expect(await names()).toEqual([]);
  });

  it.each(both)('%s it: a stranger gets the response for an absent workspace, byte for byte', async (method) => {
    const { key } = await createUser(server);
    const foreign = await send(method, workspaceId, key);
    expect(foreign).toEqual({ status: 404, body: { error: 'Workspace not found', code: 'NOT_FOUND' } });
    expect(await send(method, absent, key)).toEqual(foreign);
    expect(await send(method, 'nonsense', key)).toEqual(foreign);
    const elsewhere = await issueKey(server, { name: `elsewhere-${method}`, workspaceId: await createWorkspace() });
    expect(await send(method, workspaceId, elsewhere.key)).toEqual(foreign);
    expect(await names()).toEqual([]);
  });

  it.each(both)('%s it: a caller without a key gets 401', async (method) => {
    expect((await send(method, workspaceId)).status).toBe(401);
    expect((await send(method, absent)).status).toBe(401);
  });

  it.each(both)('%s it: not with a personal key where the workspace wants none', async (method) => {
    await owner().patch(`/api/v1/workspaces/${workspaceId}`).send({ allowPersonalApiKeys: false }).expect(200);
    expect(await send(method, workspaceId, server.first.apiKey)).toEqual({
      status: 403,
      body: { error: 'Personal API keys are disabled for this workspace', code: 'PERSONAL_KEYS_DISABLED' },
    });
  });
});

describe('a value', () => {
  const value = 'correct-horse-battery-staple';

  it('is in no response, event or log, and in no row unencrypted', async () => {
    const { stdout, texts } = { stdout: server.logLines.length, texts: [] as string[] };
    for (const variables of [{ TOKEN: value }, { TOKEN: `${value}2`, '1ST': value }, { TOKEN: value.repeat(2_000) }, { TOKEN: [value] }]) {
      texts.push((await put(variables)).text);
    }
    texts.push((await owner().get(path())).text, JSON.stringify(server.logLines.slice(stdout)));
    const { rows: tables } = await server.database.pool.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    );
    for (const { name } of tables) {
      const { rows } = await server.database.pool.query<{ text: string }>(`select to_json(t)::text as text from "${name}" t`);
      texts.push(...rows.map(({ text }) => text));
    }
    expect(texts.some((text) => text.includes('environment.changed'))).toBe(true);
    expect(texts.filter((text) => text.includes(value))).toEqual([]);
    expect((await secretsOf()).get('TOKEN')).toBe(value);
  });

  it('that changes is audited by name, with its author', async () => {
    const admin = await addMember('admin');
    await server
      .as(admin.key)
      .put(path())
      .send({ variables: { ONE: 'x', TWO: 'x' } })
      .expect(200);
    await put({ ONE: null, TWO: 'y' }).expect(200);
    const meta = (actorId: string) => ({ actorId, keyId: expect.any(String), requestId: expect.any(String), ip: expect.any(String) });
    expect(await history()).toEqual([
      { type: 'environment.changed', data: { set: ['ONE', 'TWO'], removed: [] }, meta: meta(admin.id) },
      { type: 'environment.changed', data: { set: ['TWO'], removed: ['ONE'] }, meta: meta(server.first.userId) },
    ]);
  });
});

describe('a deleted workspace', () => {
  it('has no secrets: at once for runs, and soon after in the database', async () => {
    const kept = await createWorkspace();
    await put({ TOKEN: 'abc' }, kept).expect(200);
    await put({ TOKEN: 'abc' }).expect(200);
    expect((await secretsOf()).size).toBe(1);
    await owner().delete(`/api/v1/workspaces/${workspaceId}`).expect(200);
    await owner().get(path()).expect(404);
    await put({ TOKEN: 'abc' }).expect(404);
    expect(await secretsOf()).toEqual(new Map());
    await server.app.get(Housekeeper).tidy();
    const { rows } = await server.database.pool.query('select from environment_variable where workspace_id = $1', [workspaceId]);
    expect(rows).toHaveLength(0);
    expect((await secretsOf(kept)).get('TOKEN')).toBe('abc');
  });
});
