import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createUser } from '../../support/issue-key.js';
import { aChat, Browser, echo } from '../../support/chat/chat-api.js';
import { deployState, functionBlock, inARow } from '../../support/run-api.js';
import { choosePlan } from '../../support/plans.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createWorkflow, memberKey } from '../../support/workflow-api.js';

let server: TestApp;
let workflowId: string;

beforeAll(async () => {
  server = await startTestApp();
  workflowId = await deployState(server, echo());
}, 60_000);
afterAll(() => server.close());

const owner = () => server.as(server.first.apiKey);
const create = (body: object) =>
  owner()
    .post('/api/chat')
    .send({ workflowId, title: 'Support', ...body });
const found = async (id: string) => (await owner().get(`/api/chat/manage/${id}`).expect(200)).body.data;

describe('a chat', () => {
  it('is created for a deployed workflow, with defaults for what is not given', async () => {
    const { body } = await create({ identifier: 'defaults' }).expect(200);
    expect(body).toEqual({
      id: expect.any(String),
      chatId: body.id,
      chatUrl: `${server.config.baseUrl}/chat/defaults`,
      message: 'Chat created',
    });
    expect(await found(body.id)).toMatchObject({
      workflowId,
      workspaceId: server.first.workspaceId,
      identifier: 'defaults',
      title: 'Support',
      description: null,
      customizations: {},
      authType: 'public',
      allowedEmails: [],
      outputConfigs: [],
      historyTurns: 0,
      allowedOrigins: [],
      isActive: true,
      hasPassword: false,
      chatUrl: body.chatUrl,
    });
  });

  it('is changed in what is given, and null takes a setting back to its default', async () => {
    const { id } = await aChat(server, { identifier: 'changed', historyTurns: 5 });
    const { body } = await owner().patch(`/api/chat/manage/${id}`).send({ title: 'Help', historyTurns: null }).expect(200);
    expect(body.data).toMatchObject({ title: 'Help', historyTurns: 0, identifier: 'changed' });
  });

  it('is deleted, and its identifier is free again', async () => {
    const { id } = await aChat(server, { identifier: 'gone' });
    await owner().delete(`/api/chat/manage/${id}`).expect(200);
    await owner().get(`/api/chat/manage/${id}`).expect(404);
    await server.as().get('/api/chat/gone').expect(404);
    await create({ identifier: 'gone' }).expect(200);
  });

  it('is listed in pages', async () => {
    await aChat(server);
    await aChat(server);
    const ids: string[] = [];
    for (let cursor: string | undefined; ;) {
      const query = { workspaceId: server.first.workspaceId, limit: 1, ...(cursor === undefined ? {} : { cursor }) };
      const { body } = await owner().get('/api/chat').query(query).expect(200);
      ids.push(body.data[0].id);
      if (body.nextCursor === null) break;
      cursor = body.nextCursor;
    }
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBeGreaterThan(1);
  });
});

describe('an identifier', () => {
  it('belongs to one chat of the server, also when two ask for it at once', async () => {
    const answers = await Promise.all([create({ identifier: 'twice' }), create({ identifier: 'twice' })]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    const refused = await create({ identifier: 'twice' }).expect(409);
    expect(refused.body.code).toBe('CONFLICT');
    const { id } = await aChat(server);
    await owner().patch(`/api/chat/manage/${id}`).send({ identifier: 'twice' }).expect(409);
  });

  it.each(['', 'Upper', 'with space', 'a/b', 'ü', 'x'.repeat(101), 'manage', 'validate', 7])('cannot be %j', async (identifier) => {
    const { body } = await create({ identifier }).expect(400);
    expect(body.details).toEqual([expect.objectContaining({ path: ['identifier'] })]);
  });

  it('is checked before it is used', async () => {
    const check = async (identifier: string) => (await owner().get('/api/chat/validate').query({ identifier }).expect(200)).body;
    expect(await check('still-free')).toEqual({ available: true, error: null });
    await aChat(server, { identifier: 'taken' });
    expect(await check('taken')).toMatchObject({ available: false, error: expect.stringContaining('already') });
    expect(await check('No!')).toMatchObject({ available: false, error: expect.stringContaining('identifier must be') });
    const { body } = await owner().get('/api/chat/validate').expect(400);
    expect(body.details).toEqual([{ path: ['identifier'], message: 'identifier is required', code: 'required' }]);
  });
});

describe('the password of a chat', () => {
  it('is in no answer, no event, no row and no line of the log', async () => {
    const password = 'correct horse battery';
    const { id } = await aChat(server, { authType: 'password', password });
    const { body } = await owner().get(`/api/chat/manage/${id}`).expect(200);
    expect(body.data.hasPassword).toBe(true);
    await owner().patch(`/api/chat/manage/${id}`).send({ password: 'another one' }).expect(200);
    const { rows } = await server.database.pool.query<{ text: string }>(
      `select row_to_json(e)::text as text from ledger_event e where stream_id = $1
       union all select row_to_json(p)::text from chat_password p union all select row_to_json(c)::text from chat c`,
      [id],
    );
    expect(rows.length).toBeGreaterThan(3);
    const stored = [JSON.stringify(body), ...rows.map(({ text }) => text), JSON.stringify(server.logLines)].join('\n');
    expect(stored).not.toContain(password);
    expect(stored).not.toContain('another one');
    expect(stored).toContain('$argon2id$');
  });

  it('is refused where it would protect nothing', async () => {
    const refused = { details: [expect.objectContaining({ path: ['password'], code: 'not_used' })] };
    for (const more of [{}, { authType: 'public' }]) {
      const { body } = await create({ identifier: 'open-to-all', password: 'sesame', ...more }).expect(400);
      expect(body).toMatchObject(refused);
    }
    const { id } = await aChat(server);
    const { body } = await owner().patch(`/api/chat/manage/${id}`).send({ password: 'sesame' }).expect(400);
    expect(body).toMatchObject(refused);
    await owner().patch(`/api/chat/manage/${id}`).send({ password: 'sesame', authType: 'password' }).expect(200);
  });

  it('is needed for the authType password', async () => {
    const { body } = await create({ identifier: 'no-password', authType: 'password' }).expect(400);
    expect(body.details).toEqual([expect.objectContaining({ path: ['password'], code: 'required' })]);
    const { id } = await aChat(server);
    await owner().patch(`/api/chat/manage/${id}`).send({ authType: 'password' }).expect(400);
    await create({ identifier: 'blank', authType: 'password', password: '   ' }).expect(400);
    await create({ identifier: 'long', authType: 'password', password: 'x'.repeat(1025) }).expect(400);
  });
});

describe('a chat that cannot be', () => {
  it('names each problem and stores nothing', async () => {
    const { body } = await create({
      identifier: 'bad',
      title: '',
      customizations: { primaryColor: 'red', colour: 'x', logoUrl: 'javascript:alert(1)' },
      outputConfigs: [{ blockId: 7 }],
      allowedOrigins: ['https://example.com/path'],
      historyTurns: 51,
    }).expect(400);
    expect((body.details as { path: unknown[] }[]).map(({ path }) => path.join('.')).toSorted()).toEqual([
      'allowedOrigins.0',
      'customizations.colour',
      'customizations.logoUrl',
      'customizations.primaryColor',
      'historyTurns',
      'outputConfigs.0.blockId',
      'title',
    ]);
    await server.as().get('/api/chat/bad').expect(404);
  });

  it('has a workflow that is not deployed, is unknown, or has no such block', async () => {
    const draft = await createWorkflow(server, { state: echo() });
    const refused = await create({ identifier: 'draft', workflowId: draft }).expect(400);
    expect(refused.body.details[0]).toMatchObject({ path: ['workflowId'], code: 'not_deployed' });
    await create({ identifier: 'unknown', workflowId: '0197a5e0-0000-7000-8000-000000000001' }).expect(404);
    const outputs = await create({ identifier: 'outputs', outputConfigs: [{ blockId: 'nowhere', path: 'x' }] }).expect(400);
    expect(outputs.body.details[0].path).toEqual(['outputConfigs', 0, 'blockId']);
  });

  it('asks for a proof that this server cannot ask for, and says so', async () => {
    const email = await create({ identifier: 'mail', authType: 'email', allowedEmails: ['@example.com'] }).expect(400);
    expect(email.body.details[0]).toMatchObject({ path: ['authType'], code: 'not_configured' });
    expect(email.body.error).toContain('SLUICE_SMTP_URL');
    const sso = await create({ identifier: 'sso', authType: 'sso', allowedEmails: ['@example.com'] }).expect(400);
    expect(sso.body.error).toContain('SLUICE_OIDC_FILE');
  });

  it('has a field that no chat has', async () => {
    await create({ identifier: 'fields', titel: 'x' }).expect(400);
  });
});

describe('a chat of which something has become invalid', () => {
  const settingsOf = async (id: string) => {
    const { customizations, authType, allowedEmails, outputConfigs, title } = await found(id);
    return { customizations, authType, allowedEmails, outputConfigs, title };
  };

  it('is switched off after a deployment without a block of its outputs, and is valid again before it is switched on', async () => {
    const { id, workflowId: changed } = await aChat(server);
    const change = (body: object) => owner().patch(`/api/chat/manage/${id}`).send(body);
    await owner()
      .put(`/api/v1/workflows/${changed}/state`)
      .send({ state: inARow(functionBlock('other', 'return 1')) })
      .expect(200);
    await owner().post(`/api/v1/workflows/${changed}/deploy`).expect(200);
    await change({ title: 'Renamed' }).expect(200);
    await change({ ...(await settingsOf(id)), isActive: false }).expect(200);
    const refused = await change({ isActive: true }).expect(400);
    expect(refused.body.details[0].path).toEqual(['outputConfigs', 0, 'blockId']);
    await change({ outputConfigs: [{ blockId: 'gone' }] }).expect(400);
    await change({ isActive: true, outputConfigs: [] }).expect(200);
  });

  it('is switched off while its workflow is not deployed', async () => {
    const { id, workflowId: changed } = await aChat(server);
    await owner().delete(`/api/v1/workflows/${changed}/deploy`).expect(200);
    await owner().patch(`/api/chat/manage/${id}`).send({ isActive: false }).expect(200);
    await owner().patch(`/api/chat/manage/${id}`).send({ isActive: true }).expect(400);
  });
});

describe('the rights for chats', () => {
  it('are those of admins of the workspace', async () => {
    const { id, workflowId: deployed } = await aChat(server);
    const writer = server.as(await memberKey(server, 'write'));
    await writer.get(`/api/chat/manage/${id}`).expect(403);
    await writer.patch(`/api/chat/manage/${id}`).send({ title: 'x' }).expect(403);
    await writer.delete(`/api/chat/manage/${id}`).expect(403);
    await writer.get('/api/chat').query({ workspaceId: server.first.workspaceId }).expect(403);
    await writer.post('/api/chat').send({ workflowId: deployed, identifier: 'mine', title: 'x' }).expect(403);
    const stranger = server.as((await createUser(server)).key);
    await stranger.get(`/api/chat/manage/${id}`).expect(404);
    await stranger.post('/api/chat').send({ workflowId: deployed, identifier: 'mine', title: 'x' }).expect(404);
    await server.as().get(`/api/chat/manage/${id}`).expect(401);
  });
});

describe('a plan with a limit of chats', () => {
  it('refuses the chat above it', async () => {
    const limited = await startTestApp();
    try {
      await choosePlan(limited, 'free');
      const id = await deployState(limited, echo());
      for (let index = 0; index < 5; index += 1) await aChat(limited, { workflowId: id });
      const { body } = await limited
        .as(limited.first.apiKey)
        .post('/api/chat')
        .send({ workflowId: id, identifier: 'sixth', title: 'x' })
        .expect(403);
      expect(body.error).toContain('at most 5 chats on the free plan');
      expect((await new Browser(limited).get('/api/chat/sixth')).status).toBe(404);
    } finally {
      await limited.close();
    }
  }, 60_000);
});
