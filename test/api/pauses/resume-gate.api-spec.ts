import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { LinkSignature } from '#host/secrets/link-signature.js';
import { resumeLinkPurpose } from '#engine/pause.js';
import { eventually } from '../../support/eventually.js';
import { createUser, issueKey } from '../../support/issue-key.js';
import { choosePlan, useUpMoney } from '../../support/plans.js';
import { askOnce, pausedRun, resumePath } from '../../support/resume-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let workflowId: string;

beforeAll(async () => {
  // Each process remembers for a moment what an account has spent.
  server = await startTestApp({ inProcess: true });
  workflowId = await askOnce(server);
});
afterAll(() => server.close());

const byKey = (executionId: string, key = server.first.apiKey) =>
  server.as(key).post(resumePath(workflowId, executionId)).send({ approved: true });

const onPage = (executionId: string, fields: Readonly<Record<string, string>>) =>
  server
    .as()
    .post(`/resume/${workflowId}/${executionId}`)
    .type('application/x-www-form-urlencoded')
    .send(new URLSearchParams({ 'field.approved': 'true', ...fields }).toString());

function byLink(executionId: string, email: string | null = null) {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const token = server.app.get(LinkSignature).sign({ purpose: resumeLinkPurpose, executionId, contextId: 'ask', email, expiresAt });
  return onPage(executionId, { token });
}

async function suspend(userId: string): Promise<void> {
  await server.as(server.first.apiKey).patch(`/api/v1/users/${userId}`).send({ suspended: true }).expect(200);
}

async function expectUnanswered(executionId: string): Promise<void> {
  const { body } = await server.as(server.first.apiKey).get(resumePath(workflowId, executionId)).expect(200);
  expect(body).toMatchObject({ pausePoint: { resumeStatus: 'paused' }, queue: [] });
}

describe('an answer to a run whose account has used up its money', () => {
  afterEach(() => choosePlan(server, 'selfhosted'));

  it('is refused with 402 as a start is, by key and by link, and uses nothing up', async () => {
    const executionId = await pausedRun(server, workflowId);
    await useUpMoney(server);
    await choosePlan(server, 'free');
    await eventually(() => server.as(server.first.apiKey).post(`/api/workflows/${workflowId}/execute`).send({}).expect(402));
    const { body } = await byKey(executionId).expect(402);
    expect(body).toEqual({ error: expect.stringContaining('Usage limit exceeded'), code: 'USAGE_LIMIT_EXCEEDED' });
    expect((await byLink(executionId).expect(402)).text).toContain('Usage limit exceeded');
    const ofOwner = server.as(server.first.apiKey);
    await ofOwner.post(resumePath(workflowId, executionId)).send({ approved: 'perhaps' }).expect(400);
    await ofOwner
      .post(resumePath(workflowId, executionId, 'nothing'))
      .send({ approved: true })
      .expect(404);
    await expectUnanswered(executionId);
    await choosePlan(server, 'selfhosted');
    await byKey(executionId).expect(200);
  });
});

describe('an answer of a suspended user', () => {
  it('is refused, with a key and with a link that was sent to them', async () => {
    const { id, email, key } = await createUser(server);
    const members = `/api/v1/workspaces/${server.first.workspaceId}/members`;
    await server.as(server.first.apiKey).post(members).send({ email, permission: 'write' }).expect(200);
    const executionId = await pausedRun(server, workflowId);
    await suspend(id);
    await byKey(executionId, key).expect(401);
    expect((await byLink(executionId, email.toUpperCase()).expect(403)).text).toContain('suspended');
    await expectUnanswered(executionId);
  });

  it('is refused for anybody with a link where the account of the workspace is theirs alone', async () => {
    const { id } = await createUser(server);
    const executionId = await pausedRun(server, workflowId);
    const { rows } = await server.database.pool.query('select owner_id, organization_id from workspace where id = $1', [
      server.first.workspaceId,
    ]);
    const own = 'update workspace set owner_id = $1, organization_id = $2 where id = $3';
    await suspend(id);
    await server.database.pool.query(own, [id, null, server.first.workspaceId]);
    await byLink(executionId).expect(403);
    await server.database.pool.query(own, [rows[0].owner_id, rows[0].organization_id, server.first.workspaceId]);
    await expectUnanswered(executionId);
    await byLink(executionId).expect(303);
  });
});

describe('a key that is limited to running workflows', () => {
  it('answers questions of runs, also on the page', async () => {
    const { key } = await issueKey(server, { name: 'runs only', scopes: ['execute'] });
    const { body } = await byKey(await pausedRun(server, workflowId), key).expect(200);
    expect(body).toMatchObject({ success: true, status: 'completed' });
    await onPage(await pausedRun(server, workflowId), { key, contextId: 'ask' }).expect(303);
  });

  it('answers none when it is limited to logs', async () => {
    const { key } = await issueKey(server, { name: 'logs only', scopes: ['logs'] });
    const executionId = await pausedRun(server, workflowId);
    await byKey(executionId, key).expect(403);
    await onPage(executionId, { key, contextId: 'ask' }).expect(404);
    await expectUnanswered(executionId);
  });
});
