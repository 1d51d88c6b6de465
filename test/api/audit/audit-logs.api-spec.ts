import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auditCaughtUp } from '../../support/audit-caught-up.js';
import { eventually } from '../../support/eventually.js';
import { createUser, issueKey, type TestUser } from '../../support/issue-key.js';
import { choosePlan } from '../../support/plans.js';
import { blockWith, deployState, finishedJob, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { anEdge, aState } from '../../support/workflow-documents.js';

let server: TestApp;
let workspaceId: string;
let organizationId: string;
let workflowId: string;
let admin: TestUser;

const owner = () => server.as(server.first.apiKey);

beforeAll(async () => {
  server = await startTestApp();
  ({ workspaceId, organizationId } = server.first);
  workflowId = await deployState(server, inARow(blockWith('say', 'function', { code: 'return 1' })));
  admin = await createUser(server);
  await owner().post(`/api/v1/organizations/${organizationId}/members`).send({ email: admin.email, role: 'admin' }).expect(200);
}, 60_000);
afterAll(() => server.close());

type Query = Readonly<Record<string, string>>;
type Entry = Readonly<Record<string, unknown>> & { readonly id: string; readonly action: string };

async function entries(query: Query = {}, key = server.first.apiKey): Promise<readonly Entry[]> {
  await auditCaughtUp(server);
  const { body } = await server
    .as(key)
    .get('/api/v1/audit-logs')
    .query({ workspaceId, limit: '100', ...query })
    .expect(200);
  return body.data as Entry[];
}

const key = expect.any(String);

/** From where the only entry of this kind came. */
async function origin(condition: string): Promise<unknown> {
  return eventually(async () => {
    await entries();
    const text = `select ip, user_agent as client, request_id as "requestId", key_id as key from audit_entry where ${condition}`;
    const { rows } = await server.database.pool.query<Entry>(text);
    expect(rows).toHaveLength(1);
    return rows[0];
  });
}

describe('GET /api/v1/audit-logs', () => {
  it('is of a workspace or of an organization: a request that names both is refused, also for the files of the log', async () => {
    for (const organization of [organizationId, '01a2086c-c357-7265-bf3d-e60a07e6e079']) {
      for (const path of ['', '/export', '/archive', '/checkpoint']) {
        const asked = owner().get(`/api/v1/audit-logs${path}`).query({ workspaceId, organizationId: organization });
        const { body } = await asked.expect(400);
        expect(body.details).toMatchObject([
          { path: ['organizationId'], message: 'organizationId must not be given together with workspaceId' },
        ]);
      }
    }
  });

  it('shows what happened, who did it and to what, latest first', async () => {
    await owner().patch(`/api/v1/workflows/${workflowId}`).send({ name: 'Renamed' }).expect(200);
    await auditCaughtUp(server);
    const { body } = await owner().get('/api/v1/audit-logs').query({ workspaceId, limit: '1' }).expect(200);
    expect(body).toEqual({
      data: [
        {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          workspaceId,
          actorId: server.first.userId,
          actorName: expect.any(String),
          actorEmail: expect.stringContaining('@'),
          action: 'workflow.updated',
          resourceType: 'workflow',
          resourceId: workflowId,
          resourceName: 'Renamed',
          description: 'Workflow updated: Renamed',
          metadata: { before: { name: expect.any(String) }, after: { name: 'Renamed' }, apiKeyId: expect.any(String) },
          createdAt: expect.stringMatching(/Z$/),
        },
      ],
      nextCursor: expect.any(String),
      limits: expect.objectContaining({ usage: expect.anything() }),
    });
  });

  it('contains a run as soon as its response is sent', async () => {
    const { body } = await owner().post(`/api/workflows/${workflowId}/execute`).set('User-Agent', 'Check/1').send({}).expect(200);
    const [entry] = await entries({ action: 'workflow.execute' });
    expect(entry).toMatchObject({
      resourceId: workflowId,
      actorId: server.first.userId,
      metadata: { executionId: body.executionId, trigger: 'api', mode: 'sync', deploymentVersion: 1 },
    });
  });

  it('names the user who cancelled a run, not the process that ended it', async () => {
    const endless = await deployState(server, inARow(blockWith('wait', 'function', { code: 'for (;;) {}', timeout: '120000' })));
    const { body: started } = await owner().post(`/api/workflows/${endless}/execute`).send({ async: true }).expect(202);
    const path = `/api/workflows/${endless}/executions/${started.executionId}`;
    await eventually(async () => expect((await owner().get(path).expect(200)).body.status).toBe('running'), 20_000);
    await server.as(admin.key).post(`${path}/cancel`).send({}).expect(200);
    expect(await entries({ action: 'workflow.cancel' })).toMatchObject([
      { actorId: admin.id, resourceType: 'execution', resourceId: started.executionId, metadata: { workflowId: endless } },
    ]);
  });

  it('stores the source of a request and does not show it', async () => {
    await owner().patch(`/api/v1/workflows/${workflowId}`).set('User-Agent', 'Check/2').send({ name: 'Again' }).expect(200);
    const [entry] = await entries({ action: 'workflow.updated' });
    const { rows } = await server.database.pool.query<Entry>('select ip, user_agent from audit_entry where id = $1', [entry?.id]);
    expect(rows).toEqual([{ ip: '127.0.0.1', user_agent: 'Check/2' }]);
    expect(JSON.stringify(entry)).not.toMatch(/127\.0\.0\.1|Check/);
  });

  it('names the source of the request for a queued run', async () => {
    await owner().post(`/api/workflows/${workflowId}/execute`).set('User-Agent', 'Check/3').send({ async: true }).expect(202);
    const { rows } = await eventually(async () => {
      await entries();
      const found = await server.database.pool.query<Entry>(
        `select metadata->>'mode' as mode, ip from audit_entry where user_agent = 'Check/3'`,
      );
      expect(found.rows).toHaveLength(1);
      return found;
    });
    expect(rows).toEqual([{ mode: 'async', ip: '127.0.0.1' }]);
  });

  it.each([
    ['Check/4', 'cancel-1', (workflow: string, id: string) => `/api/workflows/${workflow}/executions/${id}/cancel`],
    ['Check/5', 'cancel-2', (workflow: string, id: string) => `/api/v2/workflows/${workflow}/runs/${id}/cancel`],
  ])('knows from where and by which request a run was called off (%s)', async (client, requestId, path) => {
    const asleep = await deployState(server, inARow(blockWith('nap', 'wait', { timeValue: '3', async: true, timeUnitLong: 'days' })));
    const { body } = await owner().post(`/api/workflows/${asleep}/execute`).send({}).expect(200);
    await owner().post(path(asleep, body.executionId)).set('User-Agent', client).set('X-Request-Id', requestId).send({}).expect(200);
    expect(await origin(`action = 'workflow.cancel' and user_agent = '${client}'`)).toEqual({ ip: '127.0.0.1', client, requestId, key });
  });

  it('names the request for a queued run', async () => {
    const [client, requestId] = ['Check/6', 'queued-1'];
    const asked = owner().post(`/api/workflows/${workflowId}/execute`).set('User-Agent', client).set('X-Request-Id', requestId);
    const { body } = await asked.send({ async: true }).expect(202);
    await finishedJob(server, body.jobId);
    expect(await origin(`action = 'workflow.execute' and user_agent = '${client}'`)).toEqual({ ip: '127.0.0.1', client, requestId, key });
  });

  it('names the sender and the source of the input files of a run', async () => {
    const [client, requestId] = ['Check/7', 'files-1'];
    const takesFiles = await deployState(
      server,
      aState(
        [
          blockWith('start', 'start_trigger', { inputFormat: [{ name: 'papers', type: 'file[]' }] }),
          blockWith('say', 'function', { code: 'return 1' }),
        ],
        [anEdge('start', 'say')],
      ),
    );
    await owner()
      .post(`/api/workflows/${takesFiles}/execute`)
      .set('User-Agent', client)
      .set('X-Request-Id', requestId)
      .send({ papers: [{ type: 'file', name: 'notes.txt', data: 'data:text/plain;base64,aGVsbG8=' }] })
      .expect(200);
    expect(await origin(`action = 'file.uploaded'`)).toEqual({ ip: '127.0.0.1', client, requestId, key });
  });

  it('names the caller of each export once, and no caller who was refused or only read', async () => {
    const stranger = await createUser(server);
    const table = { workspaceId, name: 'prices', schema: { columns: [{ name: 'sku', type: 'string' }] } };
    const tableId = (await owner().post('/api/v1/tables').send(table).expect(200)).body.data.table.id as string;
    const upload = await owner()
      .post('/api/v1/files')
      .field('workspaceId', workspaceId)
      .attach('file', Buffer.from('x'), 'taken.txt')
      .expect(200);
    const fileId = upload.body.data.file.id as string;
    const routes = [
      `/api/v1/workflows/${workflowId}/export`,
      `/api/v1/tables/${tableId}/export?workspaceId=${workspaceId}`,
      `/api/v1/files/${fileId}?workspaceId=${workspaceId}`,
      `/api/v1/logs/export?workspaceId=${workspaceId}`,
      `/api/v1/audit-logs/export?workspaceId=${workspaceId}`,
    ];
    for (const route of routes.slice(0, 3)) await owner().head(route).expect(200);
    for (const route of routes) {
      expect((await server.as(stranger.key).get(route)).status).toBeGreaterThanOrEqual(403);
      await owner().get(route).expect(200);
    }
    const told = (await entries({ includeDeparted: 'true' })).slice(0, 5).toReversed();
    const actorId = server.first.userId;
    expect(told).toMatchObject([
      { action: 'workflow.exported', resourceType: 'workflow', resourceId: workflowId, actorId },
      { action: 'table.exported', resourceType: 'table', resourceId: tableId, resourceName: 'prices', actorId },
      { action: 'file.downloaded', resourceType: 'file', resourceId: fileId, resourceName: 'taken.txt', actorId },
      { action: 'logs.exported', resourceType: 'workspace', resourceId: workspaceId, actorId },
      { action: 'audit_logs.exported', resourceType: 'workspace', resourceId: workspaceId, actorId },
    ]);
    await owner().get(`/api/v1/audit-logs/export?organizationId=${organizationId}`).expect(200);
    await auditCaughtUp(server);
    const { body } = await owner().get('/api/v1/audit-logs').query({ organizationId, limit: '1' }).expect(200);
    expect(body.data).toMatchObject([
      { action: 'audit_logs.exported', resourceType: 'organization', resourceId: organizationId, workspaceId: null },
    ]);
  });

  it('never contains the value of a key or of a secret', async () => {
    const { key } = await issueKey(server, { name: 'audited', workspaceId });
    await owner()
      .put(`/api/v1/workspaces/${workspaceId}/environment`)
      .send({ variables: { TOKEN: 'hush-hush' } })
      .expect(200);
    expect((await entries({ resourceType: 'environment' }))[0]).toMatchObject({ metadata: { set: ['TOKEN'], removed: [] } });
    expect((await entries({ action: 'api_key.created' }))[0]).toMatchObject({ resourceName: 'audited', resourceType: 'api_key' });
    const { rows } = await server.database.pool.query<{ all: string }>('select json_agg(e)::text as all from audit_entry e');
    expect(rows[0]?.all).not.toContain(key);
    expect(rows[0]?.all).not.toContain('hush-hush');
  });

  it('shows the former value of a setting', async () => {
    const { id, email } = await createUser(server);
    const members = `/api/v1/workspaces/${workspaceId}/members`;
    await owner().post(members).send({ email, permission: 'read' }).expect(200);
    await owner().patch(`${members}/${id}`).send({ permission: 'write' }).expect(200);
    await owner().delete(`${members}/${id}`).expect(200);
    const told = (await entries({ resourceType: 'workspace', resourceId: workspaceId })).slice(0, 3);
    expect(told.map(({ action, metadata }) => [action, metadata])).toEqual([
      ['member.removed', { userId: id, email, before: { permission: 'write' }, after: { permission: null }, apiKeyId: expect.any(String) }],
      [
        'member.role_changed',
        { userId: id, email, before: { permission: 'read' }, after: { permission: 'write' }, apiKeyId: expect.any(String) },
      ],
      ['member.added', { userId: id, email, after: { permission: 'read' }, apiKeyId: expect.any(String) }],
    ]);
  });

  it('shows entries about the organization itself on request', async () => {
    const { body } = await owner().get('/api/v1/audit-logs').query({ organizationId }).expect(200);
    expect(body.data).toContainEqual(
      expect.objectContaining({ action: 'org_member.added', workspaceId: null, resourceId: organizationId, resourceType: 'organization' }),
    );
  });

  it('returns every entry exactly once over all pages', async () => {
    const all = (await entries()).map(({ id }) => id);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: Query = { workspaceId, limit: '3', ...(cursor === '' ? {} : { cursor }) };
      const { body } = await owner().get('/api/v1/audit-logs').query(query).expect(200);
      seen.push(...body.data.map(({ id }: Entry) => id));
      cursor = body.nextCursor as string | null;
    }
    expect(seen).toEqual(all);
  });

  it.each<[string, Query, (entry: Entry) => boolean]>([
    ['an action', { action: 'workflow.deployed' }, ({ action }) => action === 'workflow.deployed'],
    [
      'types',
      { resourceType: ' api_key,environment,,api_key ' },
      ({ resourceType }) => resourceType === 'api_key' || resourceType === 'environment',
    ],
    ['a resource', { resourceId: 'workflow' }, () => true],
  ])('narrows to %s', async (_, query, fits) => {
    const asked = query['resourceId'] === 'workflow' ? { resourceId: workflowId } : query;
    const found = await entries(asked);
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(fits)).toBe(true);
    const all = await entries();
    expect(found.map(({ id }) => id)).toEqual(
      all.filter((entry) => fits(entry) && (asked['resourceId'] ?? entry['resourceId']) === entry['resourceId']).map(({ id }) => id),
    );
  });

  it('is inclusive at both ends of a time', async () => {
    const [latest] = await entries();
    const createdAt = latest?.['createdAt'] as string;
    expect(await entries({ startDate: createdAt, endDate: createdAt })).toContainEqual(latest);
    expect(await entries({ endDate: '2020-01-01' })).toEqual([]);
    expect(await entries({ startDate: '0001-01-01', endDate: '9999-12-31T23:59:59.999Z' })).toContainEqual(latest);
  });

  it.each([{ action: 'nothing.happened' }, { resourceType: 'spaceship' }, { resourceId: 'nowhere' }])(
    'answers %j with an empty page',
    async (query) => {
      const { body } = await owner()
        .get('/api/v1/audit-logs')
        .query({ workspaceId, ...query })
        .expect(200);
      expect(body).toMatchObject({ data: [], nextCursor: null });
    },
  );

  it.each([
    [{ limit: '0' }, 'limit'],
    [{ limit: '101' }, 'limit'],
    [{ startDate: 'yesterday' }, 'startDate'],
    [{ startDate: '0000-01-01' }, 'startDate'],
    [{ endDate: '9999-12-31T23:59:59-14:00' }, 'endDate'],
    [{ startDate: '2031-01-02', endDate: '2031-01-01' }, 'endDate'],
    [{ includeDeparted: 'maybe' }, 'includeDeparted'],
    [{ cursor: 'broken' }, 'cursor'],
    [{ cursor: '' }, 'cursor'],
    [{ workspaceId: '' }, 'workspaceId'],
    [{ actorId: '' }, 'actorId'],
    [{ action: '' }, 'action'],
    [{ resourceId: '' }, 'resourceId'],
    [{ resourceType: ' ,' }, 'resourceType'],
    [{ actorId: 'not-an-id' }, 'actorId'],
    [{ actorId: '00000000-0000-7000-8000-000000000000' }, 'actorId'],
  ])('refuses %j', async (query, path) => {
    const { body } = await owner()
      .get('/api/v1/audit-logs')
      .query({ workspaceId, ...query })
      .expect(400);
    expect(body.details[0].path).toEqual([path]);
  });

  it('needs a workspace or an organization', async () => {
    const { body } = await owner().get('/api/v1/audit-logs').expect(400);
    expect(body.details[0].path).toEqual(['workspaceId']);
  });

  it('refuses a cursor with another filter', async () => {
    const { body } = await owner().get('/api/v1/audit-logs').query({ workspaceId, limit: '1' }).expect(200);
    await owner().get('/api/v1/audit-logs').query({ workspaceId, action: 'workflow.updated', cursor: body.nextCursor }).expect(400);
  });

  it('omits former members unless they are requested', async () => {
    const gone = await createUser(server);
    const members = `/api/v1/organizations/${organizationId}/members`;
    await owner().post(members).send({ email: gone.email, role: 'admin' }).expect(200);
    await server.as(gone.key).patch(`/api/v1/workflows/${workflowId}`).send({ name: 'By a former member' }).expect(200);
    expect((await entries({ actorId: gone.id })).map(({ actorEmail }) => actorEmail)).toEqual([gone.email]);
    await owner().delete(`${members}/${gone.id}`).expect(200);
    expect((await entries()).filter(({ actorId }) => actorId === gone.id)).toEqual([]);
    await owner().get('/api/v1/audit-logs').query({ workspaceId, actorId: gone.id }).expect(400);
    const shown = await entries({ includeDeparted: 'true', actorId: gone.id });
    expect(shown).toHaveLength(1);
    expect((await entries({ includeDeparted: 'true' })).map(({ id }) => id)).toContain(shown[0]?.id);
  });

  it('omits people who were never members unless they are requested', async () => {
    const guest = await createUser(server);
    await owner().post(`/api/v1/workspaces/${workspaceId}/members`).send({ email: guest.email, permission: 'write' }).expect(200);
    await server.as(guest.key).patch(`/api/v1/workflows/${workflowId}`).send({ name: 'By a guest' }).expect(200);
    const by = (found: readonly Entry[]) => found.filter(({ actorId }) => actorId === guest.id);
    expect(by(await entries())).toEqual([]);
    expect(by(await entries({ includeDeparted: 'true' }))).toHaveLength(1);
  });

  it('refuses an actor who was never in the organization, like an absent one (AC-28)', async () => {
    const stranger = await createUser(server);
    const answers = await Promise.all(
      [stranger.id, '00000000-0000-7000-8000-000000000000'].map((actorId) =>
        owner().get('/api/v1/audit-logs').query({ workspaceId, actorId, includeDeparted: 'true' }).expect(400),
      ),
    );
    expect(answers[0]?.text).toBe(answers[1]?.text);
    expect(answers[0]?.body.details).toMatchObject([{ path: ['actorId'] }]);
  });

  it('of a deleted workspace stays readable', async () => {
    const { body } = await owner().post('/api/v1/workspaces').send({ name: 'Short' }).expect(200);
    await owner().delete(`/api/v1/workspaces/${body.data.id}`).expect(200);
    expect((await entries({ workspaceId: body.data.id })).map(({ action }) => action)).toContain('workspace.deleted');
  });
});

describe('a caller who may read the audit log (AC-27)', () => {
  const list = (key: string, query: Query = { workspaceId }) => server.as(key).get('/api/v1/audit-logs').query(query);

  it('is an owner or admin of the organization', async () => {
    expect((await entries({}, admin.key)).length).toBeGreaterThan(0);
  });

  it('is no member, and no admin of the workspace alone', async () => {
    const member = await createUser(server);
    await owner().post(`/api/v1/organizations/${organizationId}/members`).send({ email: member.email, role: 'member' }).expect(200);
    await owner().post(`/api/v1/workspaces/${workspaceId}/members`).send({ email: member.email, permission: 'admin' }).expect(200);
    expect((await list(member.key).expect(403)).body.error).toBe('Organization admin or owner role required');
    const stranger = await createUser(server);
    expect((await list(stranger.key).expect(403)).body.error).toBe('Not a member of any organization');
  });

  it('has a key without limits', async () => {
    const limited = await issueKey(server, { name: 'reading', scopes: ['read'] });
    const ofWorkspace = await issueKey(server, { name: 'here', workspaceId });
    for (const { key } of [limited, ofWorkspace]) await list(key).expect(403);
  });

  it('has a key of a kind that the workspace takes', async () => {
    const { body } = await owner().post('/api/v1/workspaces').send({ name: 'Shut' }).expect(200);
    const shut = body.data.id as string;
    await owner().patch(`/api/v1/workspaces/${shut}`).send({ allowPersonalApiKeys: false }).expect(200);
    const { rows } = await eventually(async () => {
      const found = await server.database.pool.query<Entry & { metadata: unknown }>(
        `select id, metadata from audit_entry where workspace_id = $1 and action = 'workspace.updated'`,
        [shut],
      );
      expect(found.rows).toHaveLength(1);
      return found;
    });
    expect(rows[0]?.metadata).toMatchObject({ before: { allowPersonalApiKeys: true }, after: { allowPersonalApiKeys: false } });
    await eventually(async () =>
      expect((await list(server.first.apiKey, { workspaceId: shut }).expect(403)).body.code).toBe('PERSONAL_KEYS_DISABLED'),
    );
    await owner().get(`/api/v1/audit-logs/${rows[0]?.id}`).expect(403);
    await list(server.first.apiKey, { organizationId }).expect(200);
  });

  it('learns nothing about other workspaces', async () => {
    const foreigner = await createUser(server);
    const { body } = await owner().post('/api/v1/organizations').send({ name: 'Elsewhere' }).expect(200);
    await owner().post(`/api/v1/organizations/${body.data.id}/members`).send({ email: foreigner.email, role: 'owner' }).expect(200);
    const foreign = await list(foreigner.key).expect(403);
    const absent = await list(foreigner.key, { workspaceId: '00000000-0000-7000-8000-000000000000' }).expect(403);
    expect(foreign.text).toBe(absent.text);
    const [entry] = await entries();
    const hidden = await server.as(foreigner.key).get(`/api/v1/audit-logs/${entry?.id}`).expect(404);
    expect(hidden.text).toBe((await server.as(foreigner.key).get('/api/v1/audit-logs/nothing').expect(404)).text);
  });

  it('has an organization with the plan of an enterprise', async () => {
    const [entry] = await entries();
    await choosePlan(server, 'team');
    const { body } = await list(server.first.apiKey).expect(403);
    expect(body).toMatchObject({ error: 'Active enterprise subscription required', code: 'ENTERPRISE_REQUIRED' });
    await owner().get(`/api/v1/audit-logs/${entry?.id}`).expect(403);
    await choosePlan(server, 'enterprise');
    await list(server.first.apiKey).expect(200);
  });
});

describe('GET /api/v1/audit-logs/{id}', () => {
  it('shows one entry', async () => {
    const [entry] = await entries();
    const { body } = await owner().get(`/api/v1/audit-logs/${entry?.id}`).expect(200);
    expect(body).toEqual({ data: entry, limits: expect.anything() });
  });

  it('does not know others', async () => {
    expect((await owner().get('/api/v1/audit-logs/nothing').expect(404)).body.error).toBe('Audit log not found');
  });
});

describe('GET /api/v1/audit-logs/public-key', () => {
  it('returns the public key, always the same one', async () => {
    const { body } = await owner().get('/api/v1/audit-logs/public-key').expect(200);
    expect(body.data).toEqual({ keyId: expect.any(String), publicKey: expect.stringContaining('BEGIN PUBLIC KEY') });
    expect((await server.as(admin.key).get('/api/v1/audit-logs/public-key').expect(200)).body).toEqual(body);
  });
});
