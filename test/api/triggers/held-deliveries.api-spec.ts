import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Deliveries } from '#modules/triggers/deliveries/deliveries.js';
import { ReleaseDelivery } from '#modules/triggers/deliveries/release-delivery.js';
import { Triggers, type RegisteredTrigger } from '#modules/triggers/store/triggers.js';
import { eventually } from '../../support/eventually.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { triggered, webhook } from '../../support/triggers/trigger-documents.js';
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
const triggers = () => server.app.get(Triggers, { strict: false });
const at = '2031-05-04T10:00:00.000Z';

async function heldTrigger(deliveries: number): Promise<{ trigger: RegisteredTrigger; ids: readonly string[] }> {
  const workflowId = await createWorkflow(server, { state: triggered(webhook('orders')) });
  await owner().post(`/api/v1/workflows/${workflowId}/deploy`).expect(200);
  const { rows } = await server.database.pool.query<{ id: string }>('select id from trigger where workflow_id = $1', [workflowId]);
  const id = rows[0]?.id ?? '';
  await triggers().change(id, {}, () => ({ type: 'pause', mode: 'hold', at }));
  const trigger = await found(id);
  const ids: string[] = [];
  for (let n = 0; n < deliveries; n += 1) {
    const held = await server.app.get(Deliveries, { strict: false }).accept({ trigger, payload: { n } });
    expect(held.outcome).toBe('held');
    ids.push(held.deliveryId);
  }
  return { trigger, ids };
}

async function found(id: string): Promise<RegisteredTrigger> {
  const row = await triggers().find(id);
  if (row === undefined) throw new Error('The trigger is missing');
  return row;
}

const outcomes = async (ids: readonly string[]): Promise<readonly string[]> => {
  const { rows } = await server.database.pool.query<{ outcome: string }>('select outcome from delivery where id = any($1) order by id', [
    ids,
  ]);
  return rows.map(({ outcome }) => outcome);
};

it('a held delivery keeps the workflows that led to it', async () => {
  const { trigger } = await heldTrigger(0);
  const callChain = Array.from({ length: 25 }, (_, n) => `workflow ${n}`);
  const { deliveryId } = await server.app.get(Deliveries, { strict: false }).accept({ trigger, payload: {}, callChain });
  await triggers().change(trigger.id, {}, () => ({ type: 'resume', at }));
  await eventually(async () => {
    const { rows } = await server.database.pool.query('select outcome, reason from delivery where id = $1', [deliveryId]);
    expect(rows).toEqual([{ outcome: 'refused', reason: 'call-chain-too-deep' }]);
  });
});

/** The numbers of the events of the runs that were queued, in their order. */
async function queued(workflowId: string): Promise<readonly number[]> {
  const { rows } = await server.database.pool.query<{ n: number }>(
    `select (data->'payload'->'input'->>'n')::int as n from run_event where type = 'job.queued' and data->>'subjectId' = $1 order by tx, pos`,
    [workflowId],
  );
  return rows.map(({ n }) => n);
}

describe('held deliveries', () => {
  it('become runs in their order, each once, when their trigger is resumed', async () => {
    const { trigger, ids } = await heldTrigger(60);
    await triggers().change(trigger.id, {}, () => ({ type: 'resume', at }));
    await eventually(async () => expect(new Set(await outcomes(ids))).toEqual(new Set(['accepted'])));
    expect(await queued(trigger.workflowId)).toEqual(ids.map((_, n) => n));
  });

  it('stay held while their trigger is paused', async () => {
    const { trigger, ids } = await heldTrigger(2);
    const release = server.app.get(ReleaseDelivery, { strict: false });
    for (const id of ids) await release.settle(trigger, id);
    expect(await outcomes(ids)).toEqual(['held', 'held']);
    expect(await queued(trigger.workflowId)).toEqual([]);
  });

  it('become one run each also where several processes release them at the same time', async () => {
    const { trigger, ids } = await heldTrigger(5);
    await triggers().change(trigger.id, {}, () => ({ type: 'resume', at }));
    const active = await found(trigger.id);
    const all = [server, second].flatMap((process) =>
      ids.map((id) => process.app.get(ReleaseDelivery, { strict: false }).settle(active, id)),
    );
    await Promise.allSettled(all);
    await eventually(async () => expect(new Set(await outcomes(ids))).toEqual(new Set(['accepted'])));
    expect((await queued(trigger.workflowId)).toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3, 4]);
  });

  it('are released when they were held after the trigger was resumed', async () => {
    const { trigger } = await heldTrigger(0);
    await triggers().change(trigger.id, {}, () => ({ type: 'resume', at }));
    const late = await server.app.get(Deliveries, { strict: false }).accept({ trigger, payload: { n: 0 } });
    expect(late.outcome).toBe('held');
    await eventually(async () => expect(await outcomes([late.deliveryId])).toEqual(['accepted']));
  });

  it('that are refused leave their keys free, so that a sender may send them again', async () => {
    const { trigger } = await heldTrigger(0);
    const send = (to: RegisteredTrigger) =>
      server.app.get(Deliveries, { strict: false }).accept({ trigger: to, payload: { n: 7 }, key: 'k' });
    const held = await send(trigger);
    expect((await send(trigger)).outcome).toBe('duplicate');
    await triggers().change(trigger.id, {}, () => ({ type: 'pause', mode: 'drop', at }));
    await eventually(async () => expect(await outcomes([held.deliveryId])).toEqual(['refused']));
    await triggers().change(trigger.id, {}, () => ({ type: 'resume', at }));
    const active = await found(trigger.id);
    expect(await send(active)).toMatchObject({ outcome: 'accepted', executionId: expect.any(String) });
    expect((await send(active)).outcome).toBe('duplicate');
  });

  it.each([
    ['its pause drops deliveries', { type: 'pause', mode: 'drop', at }, 'paused'],
    ['it is retired', { type: 'retire', reason: 'undeployed', at }, 'retired'],
  ] as const)('are refused when %s', async (_, command, reason) => {
    const { trigger, ids } = await heldTrigger(3);
    await triggers().change(trigger.id, {}, () => command);
    await eventually(async () => expect(await outcomes(ids)).toEqual(['refused', 'refused', 'refused']));
    const { rows } = await server.database.pool.query('select distinct reason from delivery where id = any($1)', [ids]);
    expect(rows).toEqual([{ reason }]);
  });
});
