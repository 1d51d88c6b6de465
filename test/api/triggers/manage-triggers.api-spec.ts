import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.js';
import { issueKey } from '../../support/issue-key.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { deployedWebhook, send } from '../../support/triggers/deployed-webhook.js';
import { fieldBlock, triggered, webhook } from '../../support/triggers/trigger-documents.js';
import { aState, anEdge } from '../../support/workflow-documents.js';
import { memberKey } from '../../support/workflow-api.js';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
}, 60_000);
afterAll(() => server.close());

const owner = () => server.as(server.first.apiKey);
const list = (query: Record<string, string | number> = {}) =>
  owner()
    .get('/api/v1/triggers')
    .query({ workspaceId: server.first.workspaceId, ...query });
const found = async (id: string) => (await owner().get(`/api/v1/triggers/${id}`).expect(200)).body.data;
const change = (id: string, body: object, key = server.first.apiKey) => server.as(key).patch(`/api/v1/triggers/${id}`).send(body);
const mixed = () => triggered(webhook('orders'), fieldBlock('daily', 'schedule', { scheduleType: 'daily', dailyTime: '09:00' }));

describe('the list of triggers', () => {
  it('shows the triggers of a workflow, and those that match the filters', async () => {
    const { workflowId } = await deployedWebhook(server, mixed());
    const kinds = async (query: Record<string, string> = {}): Promise<readonly string[]> => {
      const { body } = await list({ workflowId, ...query }).expect(200);
      return (body.data as { kind: string }[]).map(({ kind }) => kind).toSorted();
    };
    expect(await kinds()).toEqual(['schedule', 'webhook']);
    expect(await kinds({ kind: 'schedule' })).toEqual(['schedule']);
    expect(await kinds({ provider: 'generic' })).toEqual(['webhook']);
    expect(await kinds({ status: 'paused' })).toEqual([]);
    expect(await kinds({ workflowId: 'none' })).toEqual([]);
  });

  it('names feeds, mailboxes and events of the workspace by their kinds, and by their providers what they are', async () => {
    const mail = { host: 'imap.example.org', username: 'u', password: '{{PASSWORD}}' };
    const blocks = [
      fieldBlock('feed', 'rss', { feedUrl: 'https://example.org/feed.xml' }),
      fieldBlock('mail', 'imap', mail),
      fieldBlock('watch', 'sim_workspace_event', { eventType: 'workflow_deployed' }),
    ];
    const { workflowId, triggerId } = await deployedWebhook(server, triggered(webhook('orders'), ...blocks));
    const shown = async (query: Record<string, string> = {}): Promise<readonly string[]> => {
      const { body } = await list({ workflowId, ...query }).expect(200);
      return (body.data as { kind: string; provider: string }[]).map(({ kind, provider }) => `${kind} ${provider}`).toSorted();
    };
    expect(await shown()).toEqual(['event sim', 'polling imap', 'polling rss', 'webhook generic']);
    expect(await shown({ kind: 'polling' })).toEqual(['polling imap', 'polling rss']);
    expect(await shown({ kind: 'event' })).toEqual(['event sim']);
    expect(await shown({ kind: 'chat' })).toEqual([]);
    expect(await shown({ provider: 'rss' })).toEqual(['polling rss']);
    expect((await found(triggerId)).kind).toBe('webhook');
    await owner().delete(`/api/v1/workflows/${workflowId}/deploy`).expect(200);
  });

  it('has pages, each trigger on one of them', async () => {
    await deployedWebhook(server, mixed());
    const { body: all } = await list().expect(200);
    const ids: string[] = [];
    for (let cursor: string | undefined; ;) {
      const { body } = await list({ limit: 1, ...(cursor === undefined ? {} : { cursor }) }).expect(200);
      ids.push(body.data[0].id);
      if (body.nextCursor === null) break;
      cursor = body.nextCursor;
    }
    expect(ids).toEqual((all.data as { id: string }[]).map(({ id }) => id));
  });

  it('refuses a cursor of other filters, an unknown field, an unknown state and an unknown kind', async () => {
    await deployedWebhook(server, mixed());
    const { body } = await list({ limit: 1 }).expect(200);
    await list({ kind: 'schedule', cursor: body.nextCursor }).expect(400);
    await list({ state: 'active' }).expect(400);
    await list({ status: 'sleeping' }).expect(400);
    const { body: refused } = await list({ kind: 'foo' }).expect(400);
    expect(refused.details).toMatchObject([
      { path: ['kind'], message: expect.stringContaining('webhook, schedule, chat, table, event, polling') },
    ]);
  });
});

describe('a trigger', () => {
  it('shows its address, its configuration, and what became of its deliveries', async () => {
    const { triggerId, address } = await deployedWebhook(server);
    await send(server, address, { item: 1 });
    const trigger = await found(triggerId);
    expect(trigger).toMatchObject({
      kind: 'webhook',
      provider: 'generic',
      blockName: 'orders',
      status: 'active',
      pauseMode: null,
      failureLimit: null,
      version: 1,
      nextRuns: [],
      deliveries: { accepted: 1, duplicate: 0, refused: 0 },
    });
    expect(new URL(trigger.url).pathname).toBe(address);
    expect(Date.parse(trigger.lastFiredAt)).toBeGreaterThanOrEqual(Date.parse(trigger.createdAt));
  });

  it('shows the next five times of an active schedule', async () => {
    const { workflowId } = await deployedWebhook(server, mixed());
    const { body } = await list({ workflowId, kind: 'schedule' }).expect(200);
    const { nextRuns, url, id } = await found(body.data[0].id);
    expect(url).toBeNull();
    expect(nextRuns).toHaveLength(5);
    expect(nextRuns.map((time: string) => time.slice(11, 16))).toEqual(Array.from({ length: 5 }, () => '09:00'));
    await change(id, { status: 'paused' }).expect(200);
    expect((await found(id)).nextRuns).toEqual([]);
  });

  it('never shows a secret', async () => {
    const { triggerId } = await deployedWebhook(
      server,
      triggered(webhook('orders', { verification: 'token', token: 's3cret-of-the-hook' })),
    );
    expect(JSON.stringify(await found(triggerId))).not.toContain('s3cret-of-the-hook');
  });

  it('shows its address only to those who may deploy', async () => {
    const { triggerId, workflowId } = await deployedWebhook(server);
    const reader = server.as(await memberKey(server, 'read'));
    expect((await reader.get(`/api/v1/triggers/${triggerId}`).expect(200)).body.data.url).toBeNull();
    const limited = server.as((await issueKey(server, { name: 'limited', scopes: ['read'] })).key);
    const { body } = await limited.get('/api/v1/triggers').query({ workspaceId: server.first.workspaceId, workflowId }).expect(200);
    expect(body.data[0].url).toBeNull();
    await reader.patch(`/api/v1/triggers/${triggerId}`).send({ status: 'paused' }).expect(403);
  });
});

describe('a paused trigger', () => {
  it('holds deliveries by default, and takes them again when it is resumed', async () => {
    const { triggerId, address } = await deployedWebhook(server);
    const { body } = await change(triggerId, { status: 'paused' }).expect(200);
    expect(body.data).toMatchObject({ status: 'paused', pauseMode: 'hold' });
    await server.as().post(address).send({}).expect(202);
    expect((await change(triggerId, { status: 'active' }).expect(200)).body.data).toMatchObject({ status: 'active', pauseMode: null });
    await server.as().post(address).send({}).expect(200);
    expect((await found(triggerId)).deliveries.held).toBeLessThanOrEqual(1);
  });

  it('refuses deliveries with drop', async () => {
    const { triggerId, address } = await deployedWebhook(server);
    await change(triggerId, { status: 'paused', pauseMode: 'drop' }).expect(200);
    await server.as().post(address).send({}).expect(503);
    expect((await found(triggerId)).deliveries.refused).toBe(1);
  });

  it('has an entry in the audit log for each change, with its actor', async () => {
    const { triggerId } = await deployedWebhook(server);
    await change(triggerId, { status: 'paused', failureLimit: 7 }).expect(200);
    await change(triggerId, { status: 'active' }).expect(200);
    const actions = ['trigger.failure_limit_changed', 'trigger.paused', 'trigger.resumed'];
    await eventually(async () => {
      const { body } = await owner().get('/api/v1/audit-logs').query({ workspaceId: server.first.workspaceId, resourceId: triggerId });
      const entries = body.data as { action: string; actorId: string | null }[];
      const own = entries.filter(({ action }) => actions.includes(action));
      expect(own.map(({ action }) => action).toSorted()).toEqual(actions);
      expect(own.every(({ actorId }) => actorId === server.first.userId)).toBe(true);
    });
  });
});

describe('the failure limit of a trigger', () => {
  it('is kept through deployments, and null is that of the server', async () => {
    const { triggerId, workflowId } = await deployedWebhook(server);
    expect((await change(triggerId, { failureLimit: 25 }).expect(200)).body.data.failureLimit).toBe(25);
    await owner().delete(`/api/v1/workflows/${workflowId}/deploy`).expect(200);
    await owner().post(`/api/v1/workflows/${workflowId}/deploy`).send({}).expect(200);
    expect((await found(triggerId)).failureLimit).toBe(25);
    expect((await change(triggerId, { failureLimit: null }).expect(200)).body.data.failureLimit).toBeNull();
  });
});

describe('a trigger with its own failure limit', () => {
  it('is disabled when as many runs in a row have failed', async () => {
    const failing = aState(
      [webhook('orders'), fieldBlock('end', 'function', { code: "throw new Error('No')", language: 'javascript' })],
      [anEdge('orders', 'end')],
    );
    const { triggerId, address } = await deployedWebhook(server, failing);
    await change(triggerId, { failureLimit: 2 }).expect(200);
    await send(server, address, {});
    await eventually(async () => expect(await found(triggerId)).toMatchObject({ status: 'active', failedCount: 1 }), 20_000);
    await send(server, address, {});
    const disabled = { status: 'disabled', failedCount: 2, disabledReason: 'consecutive-failures' };
    await eventually(async () => expect(await found(triggerId)).toMatchObject(disabled), 20_000);
    await change(triggerId, { status: 'active' }).expect(200);
    await eventually(async () => expect(await found(triggerId)).toMatchObject({ status: 'active', failedCount: 0 }), 20_000);
  });
});

describe('a change of a trigger', () => {
  it.each([
    [{ status: 'retired' }, 'status'],
    [{ pauseMode: 'hold' }, 'pauseMode'],
    [{ status: 'active', pauseMode: 'hold' }, 'pauseMode'],
    [{ status: 'paused', pauseMode: 'wait' }, 'pauseMode'],
    [{ failureLimit: 0 }, 'failureLimit'],
    [{ failureLimit: '5' }, 'failureLimit'],
    [{ state: 'paused' }, 'state'],
  ])('is refused with the name of the field: %j', async (body, field) => {
    const { triggerId } = await deployedWebhook(server);
    const { body: refusal } = await change(triggerId, body).expect(400);
    expect(refusal.details[0].path).toEqual([field]);
    expect((await found(triggerId)).status).toBe('active');
  });

  it('is refused for a retired trigger, which shows no address', async () => {
    const { triggerId, workflowId } = await deployedWebhook(server);
    await owner().delete(`/api/v1/workflows/${workflowId}`).expect(200);
    expect(await found(triggerId)).toMatchObject({ status: 'retired', url: null });
    expect((await change(triggerId, { status: 'paused' }).expect(409)).body.code).toBe('CONFLICT');
  });
});
