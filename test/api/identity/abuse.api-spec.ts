import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateApiKey } from '#host/secrets/api-key-format.js';
import { createUser, issueKey } from '../../support/issue-key.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createWorkflow, deployedWorkflow, memberKey } from '../../support/workflow-api.js';

const nobody = '00000000-0000-4000-8000-000000000000';
let server: TestApp;
/** Another workspace, with a workflow and a folder, in which the stranger is at home and the first user is not. */
let foreign: { key: string; workspaceId: string; workflowId: string; folderId: string };

beforeAll(async () => {
  server = await startTestApp({ env: { SLUICE_TRUSTED_PROXIES: '127.0.0.1' } });
  const stranger = await createUser(server);
  const organization = await owner().post('/api/v1/organizations').send({ name: 'Strangers' }).expect(200);
  const organizationId = organization.body.data.id as string;
  await owner().post(`/api/v1/organizations/${organizationId}/members`).send({ email: stranger.email, role: 'owner' }).expect(200);
  await owner().delete(`/api/v1/organizations/${organizationId}/members/${server.first.userId}`).expect(200);
  const client = server.as(stranger.key);
  const workspaceId = (await client.post('/api/v1/workspaces').send({ name: 'Theirs' }).expect(200)).body.data.id as string;
  const workflowId = (await client.post('/api/v1/workflows').send({ workspaceId, name: 'Theirs' }).expect(200)).body.data.id as string;
  const folderId = (await client.post('/api/v1/folders').send({ workspaceId, name: 'Theirs' }).expect(200)).body.data.id as string;
  foreign = { key: stranger.key, workspaceId, workflowId, folderId };
}, 60_000);
afterAll(() => server.close());

const owner = (): ReturnType<TestApp['as']> => server.as(server.first.apiKey);
const workspaceId = (): string => server.first.workspaceId;
const workspace = (): string => `/api/v1/workspaces/${workspaceId()}`;

/** The status line that exactly these bytes are answered with. */
function statusOf(key: Buffer | string): Promise<string> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
    socket.on('close', () => resolve(answer.slice(9, 12)));
    socket.on('error', () => undefined);
    socket.write('GET /api/v1/workspaces HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-API-Key: ');
    socket.write(key);
    socket.write('\r\n\r\n');
  });
}

describe('the bytes of a key', () => {
  it.each([
    ['a letter more', 'A'],
    ['a comma', ','],
    ['a semicolon', ';'],
    ['an encoded NUL', '%00'],
    ['a no-break space', '\u00a0'],
    ['bytes that are no UTF-8', '\u0080\u00ff'],
    ['another key', ` ${generateApiKey()}`],
  ])('with %s behind it open nothing (AC-08)', async (_, more) => {
    expect(await statusOf(Buffer.from(server.first.apiKey + more, 'latin1'))).toBe('401');
  });

  it('cut at any place open nothing', async () => {
    const key = server.first.apiKey;
    const statuses = await Promise.all(Array.from({ length: key.length - 1 }, (_, index) => statusOf(key.slice(0, index + 1))));
    expect(new Set(statuses)).toEqual(new Set(['401']));
  });

  it('with a NUL never reach the application (AC-43)', async () => {
    expect(await statusOf(`${server.first.apiKey}\u0000`)).toBe('400');
  });

  it('in 64 KB are too many (AC-09)', async () => {
    expect(await statusOf('k'.repeat(65_536))).toBe('431');
  });
});

describe('a key of one workspace', () => {
  it('gets the same 403 for another workspace and for none (AC-13)', async () => {
    const { key } = await issueKey(server, { name: 'AC-13', workspaceId: workspaceId() });
    const other = await owner().post('/api/v1/workspaces').send({ name: 'AC-13' }).expect(200);
    const answers = [other.body.data.id as string, foreign.workspaceId, nobody].map((id) =>
      server.as(key).get(`/api/v1/workflows?workspaceId=${id}`).expect(403),
    );
    expect(new Set((await Promise.all(answers)).map(({ text }) => text))).toEqual(
      new Set(['{"error":"Access denied","code":"FORBIDDEN"}']),
    );
  });

  it('shows the account that pays and no other (AC-16)', async () => {
    const member = await createUser(server);
    await owner().post(`${workspace()}/members`).send({ email: member.email, permission: 'admin' }).expect(200);
    const issued = await server.as(member.key).post(`${workspace()}/api-keys`).send({ name: 'AC-16' }).expect(200);
    const answer = await server.as(issued.body.data.key).get('/api/users/me/usage-limits').expect(200);
    const ofOwner = await owner().get('/api/users/me/usage-limits').expect(200);
    expect(answer.body.usage).toEqual(ofOwner.body.usage);
    for (const secret of [member.id, member.email, server.first.userId]) expect(answer.text).not.toContain(secret);
  });
});

describe('ids of others', () => {
  it('as a part of an own thing are not there (AC-20)', async () => {
    const own = await createWorkflow(server);
    const asked = [foreign.folderId, nobody].flatMap((folderId) => [
      owner().post('/api/v1/workflows').send({ workspaceId: workspaceId(), name: 'AC-20', folderId }),
      owner().post('/api/v1/folders').send({ workspaceId: workspaceId(), name: 'AC-20', parentId: folderId }),
      owner().patch(`/api/v1/workflows/${own}`).send({ folderId }),
    ]);
    const answers = (await Promise.all(asked)).map(({ status, text }) => `${status} ${text}`);
    expect(answers.slice(0, 3)).toEqual(answers.slice(3));
    for (const answer of answers) expect(answer).toMatch(/^404 /);
  });

  it('as the workspace are refused, whatever else is own (AC-21)', async () => {
    for (const id of [foreign.workspaceId, nobody]) {
      const answer = await owner().get(`/api/v1/logs?workspaceId=${id}`).expect(403);
      expect(answer.text).toBe('{"error":"Access denied","code":"FORBIDDEN"}');
      await owner().post('/api/v1/workflows').send({ workspaceId: id, name: 'AC-21' }).expect(403);
    }
  });

  it('in the address and another in the body are a mistake, and nothing is done (AC-22)', async () => {
    for (const id of [foreign.workspaceId, nobody]) {
      const answer = await owner()
        .post(`/api/v1/folders?workspaceId=${id}`)
        .send({ workspaceId: workspaceId(), name: 'AC-22' })
        .expect(400);
      expect(answer.body.details).toEqual([
        { path: ['workspaceId'], message: 'workspaceId must be the same in the address and in the body', code: 'conflict' },
      ]);
    }
    const { body } = await owner().get(`/api/v1/folders?workspaceId=${workspaceId()}`).expect(200);
    expect(JSON.stringify(body)).not.toContain('AC-22');
  });

  it('are told of in the security log, by the key that tried (AC-13, AC-17, AC-20)', async () => {
    const { id: keyId, key } = await issueKey(server, { name: 'curious', workspaceId: workspaceId() });
    const curious = server.as(key);
    await curious.get(`/api/v1/workflows/${foreign.workflowId}`).set('X-Request-Id', 'object').expect(404);
    await curious.get(`/api/v1/workflows?workspaceId=${foreign.workspaceId}`).set('X-Request-Id', 'workspace').expect(403);
    await curious.get('/api/v1/users').set('X-Request-Id', 'denied').expect(403);
    const told = server.logLines.filter((line) => line['channel'] === 'sec' && line['keyId'] === keyId);
    expect(told.map(({ event, requestId }) => [event, requestId])).toEqual([
      ['authz.foreign_object', 'object'],
      ['authz.cross_workspace', 'workspace'],
      ['authz.denied', 'denied'],
    ]);
    expect(JSON.stringify(told)).not.toContain(foreign.workspaceId);
    const metrics = (await server.as().get('/metrics').expect(200)).text;
    expect(metrics).toMatch(/sluice_security_events_total\{event="authz\.cross_workspace"\} [1-9]/);
  });

  it('under the wrong parent are not there (AC-24)', async () => {
    const [one, other] = [await deployedWorkflow(server, 'AC-24 a'), await deployedWorkflow(server, 'AC-24 b')];
    const { body } = await owner().post(`/api/workflows/${one}/execute`).send({}).expect(200);
    const executionId = (body.metadata?.executionId ?? body.executionId) as string;
    await owner().get(`/api/workflows/${one}/executions/${executionId}`).expect(200);
    await owner().get(`/api/workflows/${other}/executions/${executionId}`).expect(404);
    await owner().post(`/api/workflows/${other}/executions/${executionId}/cancel`).expect(404);
    const { id } = await issueKey(server, { name: 'AC-24' });
    await owner().delete(`${workspace()}/api-keys/${id}`).expect(404);
    await owner().post(`${workspace()}/api-keys/${id}/rotate`).send({}).expect(404);
  });

  it('in a list of filters add nothing to the answer (AC-25)', async () => {
    const own = await deployedWorkflow(server, 'AC-25');
    await owner().post(`/api/workflows/${own}/execute`).send({}).expect(200);
    const path = (ids: string[]): string => `/api/v1/logs?workspaceId=${workspaceId()}&workflowIds=${ids.join(',')}`;
    const mixed = await owner()
      .get(path([foreign.workflowId, own, nobody]))
      .expect(200);
    const alone = await owner()
      .get(path([own]))
      .expect(200);
    expect(mixed.body.data).toEqual(alone.body.data);
    expect(
      (
        await owner()
          .get(path([foreign.workflowId]))
          .expect(200)
      ).body.data,
    ).toEqual([]);
  });
});

describe('a member who may only read', () => {
  it('changes nothing (AC-29)', async () => {
    const reader = server.as(await memberKey(server, 'read'));
    const id = await deployedWorkflow(server, 'AC-29');
    const before = (await owner().get(`/api/v1/workflows/${id}/state`).expect(200)).text;
    const refused = [
      reader.put(`/api/v1/workflows/${id}/state`).send({ state: { blocks: {}, edges: [] } }),
      reader.patch(`/api/v1/workflows/${id}`).send({ name: 'x' }),
      reader.delete(`/api/v1/workflows/${id}`),
      reader.post(`/api/workflows/${id}/execute`).send({}),
      reader.post('/api/v1/folders').send({ workspaceId: workspaceId(), name: 'x' }),
      reader.put(`${workspace()}/environment`).send({ variables: { A: '1' } }),
      reader.post(`${workspace()}/members`).send({ email: 'owner@localhost', permission: 'admin' }),
    ];
    expect((await Promise.all(refused)).map(({ status }) => status)).toEqual(refused.map(() => 403));
    expect((await owner().get(`/api/v1/workflows/${id}/state`).expect(200)).text).toBe(before);
  });

  it('cannot run anything again (AC-37)', async () => {
    const reader = server.as(await memberKey(server, 'read'));
    const id = await deployedWorkflow(server, 'AC-37');
    const { body } = await owner().post(`/api/workflows/${id}/execute`).send({}).expect(200);
    const executionId = (body.metadata?.executionId ?? body.executionId) as string;
    for (const mode of ['recorded', 'live']) {
      await reader.post(`/api/workflows/${id}/executions/${executionId}/replay`).send({ mode }).expect(403);
    }
  });
});

describe('fields that no caller may set', () => {
  it('are refused, and nothing is done (AC-30)', async () => {
    const sent = { id: nobody, isOperator: true, suspended: true, createdAt: '2001-01-01T00:00:00.000Z' };
    const user = await owner()
      .post('/api/v1/users')
      .send({ email: 'ac-30@example.org', name: 'AC-30', ...sent })
      .expect(400);
    expect(user.body.details.map(({ path, code }: { path: unknown; code: unknown }) => [path, code])).toEqual(
      Object.keys(sent).map((name) => [[name], 'unknown_field']),
    );
    const users = await owner().get('/api/v1/users?limit=100').expect(200);
    expect(JSON.stringify(users.body)).not.toContain('ac-30@example.org');
    const before = (await owner().get(workspace()).expect(200)).body.data;
    const owned = { organizationId: foreign.workspaceId, id: nobody };
    await owner()
      .patch(workspace())
      .send({ name: 'AC-30', ...owned })
      .expect(400);
    expect((await owner().get(workspace()).expect(200)).body.data).toEqual(before);
    await owner().patch(workspace()).send({ ownerId: nobody }).expect(400);
    await owner().patch(workspace()).send({ ownerId: foreign.workspaceId }).expect(400);
    const chosen = generateApiKey();
    await owner()
      .post('/api/v1/users/me/api-keys')
      .send({ name: 'AC-30', scopes: ['read'], userId: nobody, kind: 'workspace', scope: 'admin', key: chosen, ...sent })
      .expect(400);
    const keys = await owner().get('/api/v1/users/me/api-keys?limit=100').expect(200);
    expect(JSON.stringify(keys.body)).not.toContain('AC-30');
    await server.as(chosen).get('/api/v1/users').expect(401);
  });

  it('do not appear in answers either (AC-31)', async () => {
    await issueKey(server, { name: 'AC-31' });
    const { body } = await owner().get('/api/v1/users/me/api-keys').expect(200);
    const fields = new Set(body.data.flatMap((key: object) => Object.keys(key)));
    const documented = ['id', 'name', 'displayKey', 'createdAt', 'expiresAt', 'scopes', 'allowedIps', 'lastUsedAt'];
    expect(fields).toEqual(new Set(documented));
  });
});

describe('addresses that are none of ours', () => {
  it.each(['/debug', '/admin', '/api', '/api/v1', '/api/internal', '/api/v2/workflows', '/.env', '/queues', '/api/v1/keys'])(
    'are not there, with a key or without: %s (AC-35)',
    async (path) => {
      for (const client of [owner(), server.as()]) await client.get(path).expect(404);
    },
  );
});

describe('a member who is removed while their requests run (AC-36)', () => {
  it('gets through before, and nowhere after', async () => {
    const user = await createUser(server);
    await owner().post(`${workspace()}/members`).send({ email: user.email, permission: 'write' }).expect(200);
    let isRemoved = false;
    const late: number[] = [];
    const statuses = new Set<number>();
    const asking = Array.from({ length: 8 }, async () => {
      for (let round = 0; round < 25; round += 1) {
        const wasRemoved = isRemoved;
        const { status } = await server.as(user.key).post('/api/v1/workflows').send({ workspaceId: workspaceId(), name: 'AC-36' });
        statuses.add(status);
        if (wasRemoved) late.push(status);
      }
    });
    const removing = owner()
      .delete(`${workspace()}/members/${user.id}`)
      .expect(200)
      .then(() => (isRemoved = true));
    await Promise.all([...asking, removing]);
    expect([...statuses].filter((status) => ![200, 403].includes(status))).toEqual([]);
    expect(new Set(late)).toEqual(new Set([403]));
  });
});

describe('two who act at once', () => {
  it('cannot leave an organization without an owner', async () => {
    const [one, two] = [await createUser(server), await createUser(server)];
    for (let round = 0; round < 5; round += 1) {
      const { body } = await owner()
        .post('/api/v1/organizations')
        .send({ name: `Raced for ${round}` })
        .expect(200);
      const members = `/api/v1/organizations/${body.data.id}/members`;
      for (const { email } of [one, two]) await owner().post(members).send({ email, role: 'owner' }).expect(200);
      await owner().delete(`${members}/${server.first.userId}`).expect(200);
      await Promise.all([server.as(one.key).delete(`${members}/${two.id}`), server.as(two.key).delete(`${members}/${one.id}`)]);
      const left = (await owner().get(members).expect(200)).body.data as { role: string }[];
      expect(left.filter(({ role }) => role === 'owner')).toHaveLength(1);
    }
  });

  it('cannot make two keys of one name', async () => {
    const body = { name: 'made twice' };
    const answers = await Promise.all(Array.from({ length: 6 }, () => owner().post('/api/v1/users/me/api-keys').send(body)));
    const statuses = answers.map(({ status }) => status);
    expect([statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 409).length]).toEqual([1, 5]);
  });
});
