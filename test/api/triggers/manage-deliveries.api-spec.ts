import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Clock } from '#kernel/clock.js';
import type { JsonObject } from '#kernel/json.js';
import { eventually } from '../../support/eventually.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { deployedWebhook, send } from '../../support/triggers/deployed-webhook.js';

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
      expect((await found(held)).outcome).toBe('held');
    } finally {
      clock.days = 0;
      await owner().patch(workspace).send({ retentionDays: null }).expect(200);
    }
  });
});
