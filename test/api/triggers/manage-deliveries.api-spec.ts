import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Clock } from '#kernel/clock.js';
import type { JsonObject } from '#kernel/json.js';
import { eventually } from '../../support/eventually.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { deployedWebhook, send } from '../../support/triggers/deployed-webhook.js';
import { triggered, webhook } from '../../support/triggers/trigger-documents.js';

const dayMs = 86_400_000;

class MovableClock extends Clock {
  days = 0;

  now(): Date {
    return new Date(Date.now() + this.days * dayMs);
  }
}

const clock = new MovableClock();
let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ clock });
}, 60_000);
afterAll(() => server.close());

const owner = () => server.as(server.first.apiKey);
const list = (query: Record<string, string | number> = {}) =>
  owner()
    .get('/api/v1/deliveries')
    .query({ workspaceId: server.first.workspaceId, ...query });
const ids = async (query: Record<string, string | number>): Promise<readonly string[]> =>
  ((await list(query).expect(200)).body.data as { id: string }[]).map(({ id }) => id);
const found = async (id: string) => (await owner().get(`/api/v1/deliveries/${id}`).expect(200)).body.data;
const pause = (triggerId: string, pauseMode: string) =>
  owner().patch(`/api/v1/triggers/${triggerId}`).send({ status: 'paused', pauseMode }).expect(200);

describe('the list of deliveries', () => {
  it('shows what reached a trigger, newest first, in pages', async () => {
    const { triggerId, workflowId, address } = await deployedWebhook(server);
    const sent: string[] = [];
    for (let item = 0; item < 3; item += 1) sent.unshift(await send(server, address, { item }));
    expect(await ids({ triggerId })).toEqual(sent);
    expect(await ids({ workflowId })).toEqual(sent);
    const { body: first } = await list({ triggerId, limit: 2 }).expect(200);
    const { body: second } = await list({ triggerId, limit: 2, cursor: first.nextCursor }).expect(200);
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(sent);
    expect(second.nextCursor).toBeNull();
    await list({ workflowId, cursor: first.nextCursor }).expect(400);
  });

  it('shows those with an outcome, and those of a time', async () => {
    const { triggerId, address } = await deployedWebhook(server);
    const accepted = await send(server, address, {});
    await pause(triggerId, 'hold');
    const held = await send(server, address, {});
    expect(await ids({ triggerId, outcome: 'held' })).toEqual([held]);
    const { receivedAt } = await found(held);
    expect(await ids({ triggerId, from: receivedAt })).toContain(held);
    const before = new Date(Date.parse(receivedAt) - 1).toISOString();
    expect(await ids({ triggerId, to: before })).not.toContain(held);
    expect(await ids({ triggerId, to: (await found(accepted)).receivedAt })).toContain(accepted);
  });

  it.each([
    [{ outcome: 'lost' }, 'outcome'],
    [{ from: 'yesterday' }, 'from'],
    [{ from: '2031-05-05', to: '2031-05-04' }, 'to'],
    [{ status: 'held' }, 'status'],
    [{ limit: 0 }, 'limit'],
  ])('refuses %j with the name of the field', async (query, field) => {
    const { body } = await list(query).expect(400);
    expect(body.details[0].path).toEqual([field]);
  });
});

describe('a delivery', () => {
  it('shows its headers without credentials, its body and its run', async () => {
    const { triggerId, workflowId, address } = await deployedWebhook(server);
    const id = await send(
      server,
      address,
      { item: 7, apiKey: 'k-123' },
      { 'X-Topic': 'orders', Authorization: 'Bearer t0ken', Cookie: 'a=b' },
    );
    const delivery = await found(id);
    expect(delivery).toMatchObject({ id, triggerId, workflowId, outcome: 'accepted', reason: null, replayOf: null, duplicateOf: null });
    expect(delivery.body).toEqual({ query: {}, item: 7, apiKey: '[REDACTED]' });
    expect(delivery.headers).toMatchObject({ 'x-topic': 'orders' });
    expect(Object.keys(delivery.headers)).not.toContain('authorization');
    expect(Object.keys(delivery.headers)).not.toContain('cookie');
    expect((await owner().get(`/api/jobs/${delivery.jobId}`).expect(200)).body.taskId).toBe(delivery.jobId);
    await eventually(() => owner().get(`/api/v1/logs/executions/${delivery.executionId}`).expect(200));
  });

  it('masks secrets of the workspace, also in one that started no run', async () => {
    const variables = { PARTNER_CODE: 'partner-code-4711' };
    await owner().put(`/api/v1/workspaces/${server.first.workspaceId}/environment`).send({ variables }).expect(200);
    const { triggerId, address } = await deployedWebhook(server);
    const body: JsonObject = { note: 'the code is partner-code-4711' };
    const accepted = await send(server, address, body);
    await pause(triggerId, 'hold');
    const held = await send(server, address, body, { 'X-Note': 'partner-code-4711' });
    for (const id of [accepted, held]) expect((await found(id)).body).toEqual({ query: {}, note: 'the code is {{PARTNER_CODE}}' });
    expect((await found(held)).headers['x-note']).toBe('{{PARTNER_CODE}}');
  });

  it('says why it was refused', async () => {
    const { triggerId, address } = await deployedWebhook(server);
    await pause(triggerId, 'drop');
    await server.as().post(address).send({ item: 1 }).expect(503);
    const [id = ''] = await ids({ triggerId });
    expect(await found(id)).toMatchObject({
      outcome: 'refused',
      reason: 'paused',
      message: 'The trigger is paused and drops deliveries',
      executionId: null,
      body: { item: 1 },
    });
  });

  it('is gone when the retention of its workspace is over, unless it is held', async () => {
    const workspace = `/api/v1/workspaces/${server.first.workspaceId}`;
    const { triggerId, address } = await deployedWebhook(server);
    const accepted = await send(server, address, {});
    const { executionId } = await found(accepted);
    await eventually(async () => {
      const { body } = await owner().get(`/api/v1/logs/executions/${executionId}`).expect(200);
      expect(body.executionMetadata.endedAt).not.toBeNull();
    });
    await pause(triggerId, 'hold');
    const held = await send(server, address, {});
    await owner().patch(workspace).send({ retentionDays: 10 }).expect(200);
    clock.days = 11;
    try {
      expect(await ids({ triggerId })).toEqual([held]);
      await owner().get(`/api/v1/deliveries/${accepted}`).expect(404);
      const replayed = await owner().post(`/api/v1/deliveries/${accepted}/replay`).send({}).expect(404);
      expect(replayed.body.error).toBe('Delivery not found');
      const { body: bulk } = await owner()
        .post('/api/v1/deliveries/replay')
        .send({ workspaceId: server.first.workspaceId, triggerId })
        .expect(202);
      expect(bulk.data.found).toBe(0);
      expect((await found(held)).outcome).toBe('held');
    } finally {
      clock.days = 0;
      await owner().patch(workspace).send({ retentionDays: null }).expect(200);
    }
  });
});

describe('a replay', () => {
  const replay = (id: string, body: JsonObject = {}) => owner().post(`/api/v1/deliveries/${id}/replay`).send(body);
  const output = async (jobId: string) =>
    eventually(async () => {
      const { body } = await owner().get(`/api/jobs/${jobId}`).expect(200);
      expect(body.status).toBe('completed');
      return body.output.result as unknown;
    }, 20_000);

  it('is a new delivery with the same event, names the first one, and is in the audit log', async () => {
    const { address, triggerId } = await deployedWebhook(server);
    const id = await send(server, address, { item: 5, apiKey: 'k-5' }, { 'X-Topic': 'orders' });
    await pause(triggerId, 'drop');
    const { body } = await replay(id).expect(200);
    expect(body.data).toMatchObject({ outcome: 'accepted', replayOf: id, triggerId });
    expect(body.data.executionId).not.toBe((await found(id)).executionId);
    expect((await found(body.data.id)).headers['x-topic']).toBe('orders');
    expect(await output(body.data.jobId)).toEqual({ from: 'orders', got: { query: {}, item: 5, apiKey: 'k-5' } });
    await eventually(async () => {
      const { body: log } = await owner().get('/api/v1/audit-logs').query({ workspaceId: server.first.workspaceId, resourceId: id });
      expect(log.data).toMatchObject([{ action: 'delivery.replayed', actorId: server.first.userId, metadata: { replayId: body.data.id } }]);
    });
  });

  it('runs a delivery that was refused, and one that was replayed before', async () => {
    const { address, triggerId } = await deployedWebhook(server);
    await pause(triggerId, 'drop');
    await send(server, address, { item: 6 });
    const [id = ''] = await ids({ triggerId, outcome: 'refused' });
    const answers = await Promise.all([replay(id), replay(id), replay(id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.data.executionId)).size).toBe(3);
    expect(await output(answers[0]?.body.data.jobId)).toEqual({ from: 'orders', got: { query: {}, item: 6 } });
  });

  it('runs the active version, or the draft', async () => {
    const { address, workflowId } = await deployedWebhook(server);
    const id = await send(server, address, { item: 8 });
    const state = triggered(webhook('orders'));
    const changed = JSON.parse(JSON.stringify(state).replace("from: 'orders'", "from: 'draft'")) as JsonObject;
    await owner().put(`/api/v1/workflows/${workflowId}/state`).send({ state: changed }).expect(200);
    const runs = await Promise.all([replay(id).expect(200), replay(id, { draft: true }).expect(200)]);
    const outputs = await Promise.all(runs.map(({ body }) => output(body.data.jobId)));
    expect(outputs).toMatchObject([{ from: 'orders' }, { from: 'draft' }]);
  });

  it('is refused where there is nothing to run', async () => {
    const { address, triggerId, workflowId } = await deployedWebhook(server);
    const id = await send(server, address, {});
    await pause(triggerId, 'hold');
    const held = await send(server, address, {});
    expect((await replay(held).expect(409)).body.error).toContain('is held');
    await owner()
      .put(`/api/v1/workflows/${workflowId}/state`)
      .send({ state: triggered(webhook('others')) })
      .expect(200);
    expect((await replay(id, { draft: true }).expect(409)).body.error).toContain('draft');
    await owner().delete(`/api/v1/workflows/${workflowId}/deploy`).expect(200);
    expect((await replay(id).expect(403)).body.code).toBe('WORKFLOW_NOT_DEPLOYED');
    await replay(id, { draft: 'yes' }).expect(400);
    await replay(id, { version: 1 }).expect(400);
  });
});
