import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { eventually } from '../../support/eventually.js';
import { choosePlan, useUpMoney } from '../../support/plans.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { deployedWebhook, send } from '../../support/triggers/deployed-webhook.js';
import { triggered, webhook } from '../../support/triggers/trigger-documents.js';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
}, 60_000);
afterAll(() => server.close());

interface Replay {
  readonly id: string;
  readonly status: string;
  readonly replayed: number;
}

const owner = () => server.as(server.first.apiKey);
const request = (body: JsonObject) =>
  owner()
    .post('/api/v1/deliveries/replay')
    .send({ workspaceId: server.first.workspaceId, ...body });
const found = async (id: string) => (await owner().get(`/api/v1/deliveries/replays/${id}`).expect(200)).body.data as Replay;

async function deliveriesOf(triggerId: string): Promise<readonly { id: string; replayOf: string | null; jobId: string }[]> {
  const query = { workspaceId: server.first.workspaceId, triggerId, limit: 100 };
  return (await owner().get('/api/v1/deliveries').query(query).expect(200)).body.data;
}

/** Requests a replay and waits for its end. */
async function replayed(body: JsonObject): Promise<Replay> {
  const { id } = (await request(body).expect(202)).body.data as Replay;
  return ended(id);
}

function ended(id: string): Promise<Replay> {
  return eventually(async () => {
    const replay = await found(id);
    expect(replay.status).not.toBe('running');
    return replay;
  }, 20_000);
}

async function sendAll(address: string, count: number): Promise<readonly string[]> {
  const sent: string[] = [];
  for (let item = 0; item < count; item += 1) sent.push(await send(server, address, { item }));
  return sent;
}

describe('a replay of deliveries by a filter', () => {
  it('repeats each delivery that matches once, oldest first, and says how far it is', async () => {
    const [chosen, other] = [await deployedWebhook(server), await deployedWebhook(server)];
    const sent = await sendAll(chosen.address, 23);
    await sendAll(other.address, 2);

    const { body, status } = await request({ triggerId: chosen.triggerId });
    expect(status).toBe(202);
    expect(body.data).toMatchObject({ status: 'running', found: 23, replayed: 0, refused: 0, draft: false, endedAt: null });
    expect(body.data.filter).toEqual({ triggerId: chosen.triggerId, workflowId: null, outcome: null, from: null, to: null });
    expect(body.data).toMatchObject({ jobId: body.data.id, count: body.data.found });
    const job = await owner().get(new URL(body.data.statusUrl).pathname).expect(200);
    expect(job.body).toMatchObject({ taskId: body.data.id, metadata: { found: body.data.found } });

    expect(await ended(body.data.id)).toMatchObject({ status: 'completed', found: 23, replayed: 23, refused: 0, refusals: [] });
    const replays = (await deliveriesOf(chosen.triggerId)).filter(({ replayOf }) => replayOf !== null).toReversed();
    expect(replays.map(({ replayOf }) => replayOf)).toEqual(sent);
    expect((await deliveriesOf(other.triggerId)).filter(({ replayOf }) => replayOf !== null)).toEqual([]);
  });

  it('leaves out replays, held deliveries and duplicates', async () => {
    const { triggerId, address } = await deployedWebhook(server, triggered(webhook('orders', { idempotencyField: 'item' })));
    const [id = ''] = await sendAll(address, 1);
    await send(server, address, { item: 0 });
    await owner().post(`/api/v1/deliveries/${id}/replay`).send({}).expect(200);
    await owner().patch(`/api/v1/triggers/${triggerId}`).send({ status: 'paused', pauseMode: 'hold' }).expect(200);
    await send(server, address, { item: 1 });
    expect(await replayed({ triggerId })).toMatchObject({ found: 1, replayed: 1 });
    expect(await replayed({ triggerId })).toMatchObject({ found: 1, replayed: 1 });
    for (const outcome of ['held', 'duplicate']) {
      const { body } = await request({ triggerId, outcome }).expect(400);
      expect(body.details[0].path).toEqual(['outcome']);
    }
  });

  it('runs the draft, and counts deliveries by the reason that keeps them from being repeated', async () => {
    const [kept, renamed] = [await deployedWebhook(server), await deployedWebhook(server)];
    await sendAll(kept.address, 1);
    await sendAll(renamed.address, 2);
    const state = triggered(webhook('orders'));
    const changed = JSON.parse(JSON.stringify(state).replace("from: 'orders'", "from: 'draft'")) as JsonObject;
    await owner().put(`/api/v1/workflows/${kept.workflowId}/state`).send({ state: changed }).expect(200);
    await owner()
      .put(`/api/v1/workflows/${renamed.workflowId}/state`)
      .send({ state: triggered(webhook('others')) })
      .expect(200);

    expect(await replayed({ workflowId: kept.workflowId, draft: true })).toMatchObject({ draft: true, replayed: 1 });
    const [{ jobId } = { jobId: '' }] = await deliveriesOf(kept.triggerId);
    await eventually(async () => {
      const { body } = await owner().get(`/api/jobs/${jobId}`).expect(200);
      expect(body.output?.result).toMatchObject({ from: 'draft' });
    }, 20_000);
    const message = 'The draft of the workflow does not have the block of the trigger';
    expect(await replayed({ workflowId: renamed.workflowId, draft: true })).toMatchObject({
      replayed: 0,
      refused: 2,
      refusals: [{ code: 'CONFLICT', message, count: 2 }],
    });
  });

  it('is cancelled on request, and only one runs in a workspace', async () => {
    const { triggerId, address } = await deployedWebhook(server);
    await sendAll(address, 45);
    const { id } = (await request({ triggerId }).expect(202)).body.data as Replay;
    expect((await request({ triggerId }).expect(409)).body.error).toContain('Another replay of deliveries runs');
    await owner().post(`/api/v1/deliveries/replays/${id}/cancel`).expect(200);
    const { replayed: before } = await ended(id);
    expect(await found(id)).toMatchObject({ status: 'cancelled', found: 45 });
    expect(before).toBeLessThan(45);
    expect((await deliveriesOf(triggerId)).filter(({ replayOf }) => replayOf !== null)).toHaveLength(before);
    expect((await owner().post(`/api/v1/deliveries/replays/${id}/cancel`).expect(200)).body.data.status).toBe('cancelled');
    expect(await replayed({ triggerId, outcome: 'poisoned' })).toMatchObject({ status: 'completed', found: 0, replayed: 0 });
  });

  it('is in the audit log with its filter and its actor', async () => {
    const { triggerId, address } = await deployedWebhook(server);
    await sendAll(address, 1);
    const { id } = await replayed({ triggerId, from: '2026-01-01' });
    await eventually(async () => {
      const { body } = await owner().get('/api/v1/audit-logs').query({ workspaceId: server.first.workspaceId, resourceId: id });
      const metadata = { filter: { triggerId, from: '2026-01-01T00:00:00.000Z' }, usesDraft: false, found: 1 };
      expect(body.data).toMatchObject([{ action: 'delivery_replay.requested', actorId: server.first.userId, metadata }]);
    });
  });

  it.each([
    [{ from: 'yesterday' }, 'from'],
    [{ from: '2031-05-05', to: '2031-05-04' }, 'to'],
    [{ draft: 'yes' }, 'draft'],
    [{ outcome: 'lost' }, 'outcome'],
    [{ limit: 5 }, 'limit'],
    [{ triggerId: 'orders' }, 'triggerId'],
    [{ workflowId: 'orders' }, 'workflowId'],
    [{ workspaceId: '' }, 'workspaceId'],
  ])('refuses %j with the name of the field', async (body, field) => {
    const { body: answer } = await request(body).expect(400);
    expect(answer.details[0].path).toEqual([field]);
  });
});

describe('a replay of deliveries of an account that may not start runs', () => {
  it('waits, says why, and can be cancelled', async () => {
    await server.close();
    // With the plan from the beginning, so that the requests of other tests do not count.
    server = await startTestApp();
    const { triggerId, address } = await deployedWebhook(server);
    await sendAll(address, 2);
    await choosePlan(server, 'free');
    await useUpMoney(server);
    await eventually(async () => expect((await server.as().post(address).send({})).status).toBe(402));
    const { id } = (await request({ triggerId }).expect(202)).body.data as Replay;
    await eventually(async () => {
      expect(await found(id)).toMatchObject({
        status: 'running',
        replayed: 0,
        refused: 0,
        waitsFor: expect.stringContaining('Usage limit exceeded'),
      });
    });
    await owner().post(`/api/v1/deliveries/replays/${id}/cancel`).expect(200);
    expect(await found(id)).toMatchObject({ status: 'cancelled', replayed: 0, waitsFor: null });
  });
});
