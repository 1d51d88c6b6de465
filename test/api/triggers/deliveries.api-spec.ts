import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { Deliveries, type Delivered } from '#modules/triggers/deliveries/deliveries.js';
import { Triggers, type RegisteredTrigger } from '#modules/triggers/store/triggers.js';
import { eventually } from '../../support/eventually.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { fieldBlock, triggered, webhook } from '../../support/triggers/trigger-documents.js';
import { createWorkflow } from '../../support/workflow-api.js';

let server: TestApp;
let second: TestApp;

beforeAll(async () => {
  server = await startTestApp();
  second = await startTestApp({ beside: server });
}, 60_000);
afterAll(async () => {
  await second.close();
  await server.close();
});

const owner = () => server.as(server.first.apiKey);
const deliveries = (process = server) => process.app.get(Deliveries, { strict: false });
const triggers = () => server.app.get(Triggers, { strict: false });
const count = async (sql: string, ...values: readonly unknown[]): Promise<number> => {
  const { rows } = await server.database.pool.query<{ n: number }>(`select count(*)::int as n from ${sql}`, [...values]);
  return rows[0]?.n ?? 0;
};

async function deployed(state: JsonObject): Promise<string> {
  const id = await createWorkflow(server, { state });
  await owner().post(`/api/v1/workflows/${id}/deploy`).expect(200);
  return id;
}

async function triggerOf(workflowId: string, blockId: string): Promise<RegisteredTrigger> {
  const { rows } = await server.database.pool.query<{ id: string }>('select id from trigger where workflow_id = $1 and block_id = $2', [
    workflowId,
    blockId,
  ]);
  const row = await triggers().find(rows[0]?.id ?? '');
  if (row === undefined) throw new Error(`Workflow ${workflowId} has no trigger ${blockId}`);
  return row;
}

async function aTrigger(): Promise<RegisteredTrigger> {
  return triggerOf(await deployed(triggered(webhook('orders'))), 'orders');
}

async function ended(executionId: string | null) {
  return eventually(async () => {
    const { body } = await owner()
      .get(`/api/v1/logs/executions/${executionId ?? ''}`)
      .expect(200);
    expect(body.executionMetadata.endedAt).not.toBeNull();
    return body;
  });
}

const output = async (jobId: string | null) =>
  (
    await owner()
      .get(`/api/jobs/${jobId ?? ''}`)
      .expect(200)
  ).body.output as unknown;

describe('an accepted delivery', () => {
  it('starts a run at the block that fired, with the event as its output', async () => {
    const id = await deployed(triggered(webhook('orders'), webhook('returns'), fieldBlock('daily', 'schedule', { dailyTime: '09:00' })));
    const delivered = await deliveries().accept({ trigger: await triggerOf(id, 'returns'), payload: { item: 7 } });
    expect(delivered).toMatchObject({ outcome: 'accepted', reason: null });
    const log = await ended(delivered.executionId);
    expect(log.executionMetadata.trigger).toBe('webhook');
    expect(await output(delivered.jobId)).toEqual(expect.objectContaining({ result: { from: 'returns', got: { item: 7 } } }));
    const { rows } = await server.database.pool.query<{ node: string }>(
      `select data->>'node' as node from run_event where stream_id = $1 and type = 'execution.block-completed' order by version`,
      [delivered.executionId],
    );
    expect(rows.map(({ node }) => node)).toEqual(['returns', 'after-returns']);
  });

  it('tells the run and its log which trigger, delivery and block it came from', async () => {
    const trigger = await aTrigger();
    const { executionId, deliveryId } = await deliveries().accept({ trigger, payload: {} });
    await ended(executionId);
    const { rows } = await server.database.pool.query(
      `select data->'triggerSource' as source from run_event where stream_id = $1 and version = 1`,
      [executionId],
    );
    expect(rows).toEqual([{ source: { kind: 'webhook', provider: 'generic', triggerId: trigger.id, deliveryId, blockId: 'orders' } }]);
  });

  it('runs the version that was active when it arrived', async () => {
    const id = await deployed(triggered(webhook('orders')));
    const first = await triggerOf(id, 'orders');
    await owner()
      .put(`/api/v1/workflows/${id}/state`)
      .send({ state: triggered(webhook('orders'), webhook('later')) })
      .expect(200);
    await owner().post(`/api/v1/workflows/${id}/deploy`).expect(200);
    const before = await deliveries().accept({ trigger: first, payload: {} });
    const after = await deliveries().accept({ trigger: await triggerOf(id, 'orders'), payload: {} });
    const { rows } = await server.database.pool.query<{ id: string; version: number }>(
      `select stream_id as id, (data->>'version')::int as version from run_event where stream_id = any($1) and version = 1`,
      [[before.deliveryId, after.deliveryId]],
    );
    expect(new Map(rows.map((row) => [row.id, row.version]))).toEqual(
      new Map([
        [before.deliveryId, 1],
        [after.deliveryId, 2],
      ]),
    );
  });

  it('replays from its block', async () => {
    const trigger = await aTrigger();
    const { executionId } = await deliveries().accept({ trigger, payload: { item: 3 } });
    await ended(executionId);
    const { body } = await owner()
      .post(`/api/workflows/${trigger.workflowId}/executions/${executionId ?? ''}/replay`)
      .send({ mode: 'recorded' })
      .expect(200);
    expect(body).toMatchObject({ success: true, output: { result: { from: 'orders', got: { item: 3 } } } });
  });
});

describe('the log of a triggered run', () => {
  it('shows its source in the list, in its entry and in exports, and is found by trigger, kind and provider', async () => {
    const trigger = await aTrigger();
    const { workspaceId, workflowId, id: triggerId } = trigger;
    const { executionId, deliveryId } = await deliveries().accept({ trigger, payload: {} });
    const log = await ended(executionId);
    const source = { kind: 'webhook', provider: 'generic', triggerId, deliveryId, blockId: 'orders' };
    const found = async (triggers: string) => {
      const { body } = await owner().get('/api/v1/logs').query({ workspaceId, workflowIds: workflowId, triggers }).expect(200);
      return body.data as { id: string; trigger: string; triggerSource: unknown }[];
    };

    expect(log.executionMetadata).toMatchObject({ trigger: 'webhook', triggerSource: source });
    expect(await found('webhook')).toMatchObject([{ id: executionId, trigger: 'webhook', triggerSource: source }]);
    expect(await found('generic')).toHaveLength(1);
    expect(await found('github,schedule,mcp')).toEqual([]);
    const entry = await owner()
      .get(`/api/v1/logs/${executionId ?? ''}`)
      .expect(200);
    expect(entry.body.data.triggerSource).toEqual(source);
    const file = await owner().get('/api/v1/logs/export').query({ workspaceId, workflowIds: workflowId, format: 'csv' }).expect(200);
    const [head = '', row = ''] = file.text.split(/\r?\n/);
    expect(head).toContain('trigger,triggerKind,triggerProvider,triggerId,deliveryId');
    expect(row).toContain(`webhook,webhook,generic,${triggerId},${deliveryId}`);
  });
});

describe('a key', () => {
  it('makes the second delivery a duplicate of the first, with its run', async () => {
    const trigger = await aTrigger();
    const first = await deliveries().accept({ trigger, payload: { n: 1 }, key: 'evt-1' });
    const again = await deliveries().accept({ trigger, payload: { n: 1 }, key: 'evt-1' });
    expect(again).toEqual({ ...first, outcome: 'duplicate', reason: 'duplicate-key' });
    expect(
      await count('delivery where trigger_id = $1 and outcome = $2 and duplicate_of = $3', trigger.id, 'duplicate', first.deliveryId),
    ).toBe(1);
  });

  it('belongs to one trigger', async () => {
    const outcomes = await Promise.all(
      [await aTrigger(), await aTrigger()].map((trigger) => deliveries().accept({ trigger, payload: {}, key: 'evt-1' })),
    );
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted']);
  });

  it('is free again after 7 days', async () => {
    const trigger = await aTrigger();
    const first = await deliveries().accept({ trigger, payload: {}, key: 'evt-1' });
    await server.database.pool.query(`update delivery_claim set created_at = now() - interval '7 days 1 minute' where trigger_id = $1`, [
      trigger.id,
    ]);
    const later = await deliveries().accept({ trigger, payload: {}, key: 'evt-1' });
    expect(later.outcome).toBe('accepted');
    expect(later.executionId).not.toBe(first.executionId);
  });

  it('starts one run for 64 equal deliveries at once over two processes', async () => {
    const trigger = await aTrigger();
    const all = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        deliveries(index % 2 === 0 ? server : second).accept({ trigger, payload: {}, key: 'evt-64' }),
      ),
    );
    expect(all.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(1);
    expect(all.filter(({ outcome }) => outcome === 'duplicate')).toHaveLength(63);
    expect(new Set(all.map(({ executionId }) => executionId)).size).toBe(1);
    expect(await count(`run_event where type = 'job.queued' and data->>'subjectId' = $1`, trigger.workflowId)).toBe(1);
    expect(await count(`delivery where trigger_id = $1 and outcome <> 'duplicate'`, trigger.id)).toBe(1);
  });
});

describe('an append that fails', () => {
  it('leaves neither a delivery nor a claim nor a job', async () => {
    const trigger = await aTrigger();
    const claims = deliveries()['claims'];
    await deliveries().accept({ trigger, payload: {}, key: 'taken' });
    const taken = claims.claim(trigger.id, 'taken', trigger.id);
    const failing = deliveries().accept({ trigger, payload: {}, alongside: { writes: [taken] } });
    await expect(failing).rejects.toThrow('delivery_claim');
    expect(await count('delivery where trigger_id = $1', trigger.id)).toBe(1);
    expect(await count(`run_event where type = 'job.queued' and data->>'subjectId' = $1`, trigger.workflowId)).toBe(1);
  });
});

describe('a trigger that is not active', () => {
  const at = '2031-05-04T10:00:00.000Z';
  const arrive = async (trigger: RegisteredTrigger, key?: string): Promise<Delivered> => {
    const present = await triggers().find(trigger.id);
    if (present === undefined) throw new Error('The trigger is gone');
    return deliveries().accept({ trigger: present, payload: { n: 1 }, ...(key === undefined ? {} : { key }) });
  };

  it('holds deliveries while it is paused with hold, and deduplicates them', async () => {
    const trigger = await aTrigger();
    await triggers().change(trigger.id, {}, () => ({ type: 'pause', mode: 'hold', at }));
    const held = await arrive(trigger, 'evt-1');
    expect(held).toMatchObject({ outcome: 'held', executionId: null });
    expect(await arrive(trigger, 'evt-1')).toMatchObject({ outcome: 'duplicate', deliveryId: held.deliveryId, executionId: null });
    const { rows } = await server.database.pool.query(`select data->'payload' as payload from run_event where stream_id = $1`, [
      held.deliveryId,
    ]);
    expect(rows).toEqual([{ payload: { n: 1 } }]);
  });

  it.each([
    ['paused with drop', { type: 'pause', mode: 'drop', at }, 'paused'],
    ['disabled', { type: 'disable', reason: 'consecutive-failures', failures: 100, at }, 'disabled'],
    ['retired', { type: 'retire', reason: 'undeployed', at }, 'retired'],
  ] as const)('refuses deliveries while it is %s, and takes no key for them', async (_, command, reason) => {
    const trigger = await aTrigger();
    await triggers().change(trigger.id, {}, () => command);
    expect(await arrive(trigger, 'evt-1')).toMatchObject({ outcome: 'refused', reason, executionId: null });
    expect(await count('delivery_claim where trigger_id = $1', trigger.id)).toBe(0);
  });
});
