import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { appendTo, EventStore } from '#ledger/events/event-store.js';
import { ExecutionFailed, executionStream, ExecutionStarted } from '#engine/execution.events.js';
import { SystemIds } from '#host/system-ids.js';
import type { JsonObject } from '#kernel/json.js';
import { Deliveries } from '#modules/triggers/deliveries/deliveries.js';
import { DeliveryAccepted, deliveryStream } from '#modules/triggers/domain/delivery.events.js';
import { Triggers, type RegisteredTrigger } from '#modules/triggers/store/triggers.js';
import { eventually } from '../../support/eventually.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { fieldBlock, webhook } from '../../support/triggers/trigger-documents.js';
import { anEdge, aState } from '../../support/workflow-documents.js';
import { createWorkflow } from '../../support/workflow-api.js';

const env = { SLUICE_TRIGGER_FAILURE_LIMIT: '3' };
const ids = new SystemIds();
let server: TestApp;
let second: TestApp;

beforeAll(async () => {
  server = await startTestApp({ env });
  second = await startTestApp({ beside: server, env });
}, 60_000);
afterAll(async () => {
  await second.close();
  await server.close();
});

const owner = () => server.as(server.first.apiKey);
const triggers = () => server.app.get(Triggers, { strict: false });
const now = () => new Date().toISOString();

async function deployed(trigger: JsonObject): Promise<RegisteredTrigger> {
  const id = trigger['id'] as string;
  const code = `if (<${id}.fails>) throw new Error('no luck'); return 'done';`;
  const state = aState([trigger, fieldBlock('work', 'function', { code, language: 'javascript' })], [anEdge(id, 'work')]);
  const workflowId = await createWorkflow(server, { state });
  await owner().post(`/api/v1/workflows/${workflowId}/deploy`).expect(200);
  const { rows } = await server.database.pool.query<{ id: string }>('select id from trigger where workflow_id = $1', [workflowId]);
  return found(rows[0]?.id ?? '');
}

async function found(id: string): Promise<RegisteredTrigger> {
  const row = await triggers().find(id);
  if (row === undefined) throw new Error('The trigger is missing');
  return row;
}

/** Starts a run and waits until it has ended. */
async function run({ id }: RegisteredTrigger, fails: boolean): Promise<void> {
  const { executionId } = await server.app.get(Deliveries, { strict: false }).accept({ trigger: await found(id), payload: { fails } });
  await eventually(async () => {
    const { body } = await owner().get(`/api/v1/logs/executions/${executionId ?? 'none'}`);
    expect(body.executionMetadata?.endedAt).toEqual(expect.any(String));
  });
}

const failures = ({ id }: RegisteredTrigger, count: number): Promise<void> =>
  eventually(async () => {
    const { rows } = await server.database.pool.query<{ failures: number }>('select failures from trigger_runs where trigger_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ failures: count }]);
  });

const disabledEvents = async ({ id }: RegisteredTrigger): Promise<unknown[]> => {
  const { rows } = await server.database.pool.query<{ data: unknown }>(
    `select data->'failures' as failures, data->>'reason' as reason from ledger_event where stream_id = $1 and type = 'trigger.disabled'`,
    [id],
  );
  return rows;
};

/** The facts of a delivery whose run has ended in this way. */
async function ended(trigger: RegisteredTrigger, reason: 'quarantined' | 'block', code?: 'BUDGET_EXCEEDED'): Promise<string> {
  const [deliveryId, executionId, jobId] = [ids.next(), ids.next(), ids.next()];
  const { id: triggerId, workspaceId, workflowId, blockId, kind, provider, version } = trigger;
  const store = server.app.get(EventStore, { strict: false });
  const accepted = DeliveryAccepted({
    triggerId,
    workflowId,
    blockId,
    kind,
    provider,
    receivedAt: now(),
    executionId,
    jobId,
    version,
  });
  const started = ExecutionStarted({
    workflowId,
    workspaceId,
    deploymentVersion: version,
    trigger: 'webhook',
    triggerSource: { kind, provider, triggerId, deliveryId, blockId },
    mode: 'async',
    input: {},
    userId: ids.next(),
    accountId: ids.next(),
    baseChargeUsd: 0,
    startBlockId: blockId,
    startedAt: now(),
    deadlineAt: now(),
  });
  const failed = ExecutionFailed({ error: 'it broke', reason, output: {}, endedAt: now(), durationMs: 1, ...(code && { code }) });
  await store.append({
    streams: [
      appendTo(deliveryStream.at(deliveryId, workspaceId), { expected: 0, events: [accepted], meta: {} }),
      appendTo(executionStream.at(executionId, workspaceId), { expected: 0, events: [started, failed], meta: {} }),
    ],
  });
  return deliveryId;
}

describe('failed runs of a trigger', () => {
  it('disable it at the limit, once, with an event and an audit entry', async () => {
    const trigger = await deployed(webhook('orders'));
    await Promise.all([run(trigger, true), run(trigger, true)]);
    await failures(trigger, 2);
    expect((await found(trigger.id)).status).toBe('active');

    await Promise.all([run(trigger, true), run(trigger, true)]);
    await eventually(async () => expect((await found(trigger.id)).status).toBe('disabled'));
    await failures(trigger, 4);
    expect(await disabledEvents(trigger)).toEqual([{ failures: expect.any(Number), reason: 'consecutive-failures' }]);
    expect((await found(trigger.id)).disabledReason).toBe('consecutive-failures');
    await eventually(async () => {
      const { body } = await owner().get('/api/v1/audit-logs').query({ workspaceId: trigger.workspaceId, action: 'trigger.disabled' });
      expect(body.data).toContainEqual(expect.objectContaining({ resourceId: trigger.id }));
    });
  });

  it('are counted from the last run that completed, and from the last activation', async () => {
    const trigger = await deployed(webhook('orders'));
    await run(trigger, true);
    await run(trigger, true);
    await run(trigger, false);
    await failures(trigger, 0);
    await run(trigger, true);
    await failures(trigger, 1);
    await triggers().change(trigger.id, {}, () => ({ type: 'pause', mode: 'hold', at: now() }));
    await triggers().change(trigger.id, {}, () => ({ type: 'resume', at: now() }));
    await failures(trigger, 0);
    expect((await found(trigger.id)).status).toBe('active');
  });

  it('do not count where a limit of cost has stopped them', async () => {
    const trigger = await deployed(webhook('orders'));
    await ended(trigger, 'block');
    await ended(trigger, 'block', 'BUDGET_EXCEEDED');
    await ended(trigger, 'block');
    await failures(trigger, 2);
  });

  it('pause a schedule that is to pause on failure', async () => {
    const fields = { scheduleType: 'custom', cronExpression: '0 0 1 1 *', pauseOnFailure: true };
    const trigger = await deployed(fieldBlock('tick', 'schedule', fields));
    await run(trigger, true);
    await eventually(async () => expect(await found(trigger.id)).toMatchObject({ status: 'paused', pauseMode: 'drop' }));
  });
});

describe('a quarantined run', () => {
  it('makes its delivery poisoned, once, and leaves its trigger active', async () => {
    const trigger = await deployed(webhook('orders'));
    const poisoned = await Promise.all(Array.from({ length: 5 }, () => ended(trigger, 'quarantined')));
    await ended(trigger, 'block');
    await failures(trigger, 1);
    const { rows } = await server.database.pool.query<{ id: string; outcome: string }>(
      'select id, outcome, reason from delivery where id = any($1)',
      [poisoned],
    );
    expect(rows).toEqual(poisoned.map(() => expect.objectContaining({ outcome: 'poisoned', reason: 'quarantined' })));
    expect((await found(trigger.id)).status).toBe('active');
    // A follower that reads the same events again finds them done.
    await server.database.pool.query(`update trigger_place set tx = '0', pos = 0`);
    await ended(trigger, 'block');
    await eventually(async () => {
      const { rows: place } = await server.database.pool.query<{ tx: string }>('select tx from trigger_place');
      expect(place[0]?.tx).not.toBe('0');
    });
    await eventually(async () => expect((await triggerFailures(trigger)).at(0)).toBeGreaterThanOrEqual(2));
    const { rows: events } = await server.database.pool.query<{ n: number }>(
      `select count(*)::int as n from run_event where type = 'delivery.poisoned' and stream_id = any($1)`,
      [poisoned],
    );
    expect(events).toEqual([{ n: 5 }]);
  });
});

async function triggerFailures({ id }: RegisteredTrigger): Promise<number[]> {
  const { rows } = await server.database.pool.query<{ failures: number }>('select failures from trigger_runs where trigger_id = $1', [id]);
  return rows.map((row) => row.failures);
}
