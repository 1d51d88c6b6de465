import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import type { JsonObject } from '#kernel/json.js';
import { DeliveryRates } from '#modules/triggers/deliveries/delivery-rates.js';
import { useUpMoney } from '../../support/plans.js';
import { TableClient } from '../../support/table-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { deployedWebhook } from '../../support/triggers/deployed-webhook.js';
import { cursorOf, deliveriesOf, deploySchedule, makeDue, occurrencesOf, schedule } from '../../support/triggers/schedules.js';
import { fieldBlock, triggered, webhook } from '../../support/triggers/trigger-documents.js';
import { createWorkflow } from '../../support/workflow-api.js';
import { eventually } from '../../support/eventually.js';
import { aState, anEdge } from '../../support/workflow-documents.js';

const plan = {
  syncPerMinute: 1000,
  asyncPerMinute: 20,
  apiPerMinute: 10_000,
  costLimitUsd: null,
  concurrentRuns: null,
  concurrentRunsPerWorkflow: null,
  storageBytes: null,
  isEnterprise: true,
  triggers: 3,
  shortestScheduleMs: 60_000,
  webhookBodyBytes: 1000,
  triggerDeliveriesPerMinute: 2,
  workspaceDeliveriesPerMinute: 5,
};
let server: TestApp;

beforeAll(async () => {
  // Each process has its metrics, and holds tokens of a bucket.
  server = await startTestApp({ inProcess: true, env: { SLUICE_PLANS_FILE: planFile(plan) } });
}, 60_000);
afterAll(() => server.close());

const owner = () => server.as(server.first.apiKey);

async function draft(...blocks: readonly JsonObject[]): Promise<string> {
  return createWorkflow(server, { state: triggered(...blocks) });
}

const deploy = (id: string) => owner().post(`/api/v1/workflows/${id}/deploy`);
const undeploy = (id: string) => owner().delete(`/api/v1/workflows/${id}/deploy`).expect(200);

async function paths(workflowId: string): Promise<readonly string[]> {
  const { rows } = await server.database.pool.query<{ path: string }>('select path from trigger where workflow_id = $1 order by block_id', [
    workflowId,
  ]);
  return rows.map(({ path }) => path);
}

const send = (path: string, body: JsonObject = {}) => request(server.url).post(`/api/webhooks/trigger/${path}`).send(body);

describe('the plan of a workspace', () => {
  it('limits its triggers, those of other workflows included, and retired ones not', async () => {
    const first = await draft(webhook('a'), webhook('b'));
    await deploy(first).expect(200);
    const second = await draft(webhook('c'), webhook('d'));
    const { body } = await deploy(second).expect(400);
    expect(body.details).toMatchObject([{ path: expect.arrayContaining(['d']), code: 'too_many_triggers' }]);
    await deploy(first).expect(200);
    await undeploy(first);
    await deploy(second).expect(200);
    await undeploy(second);
  });

  it('limits its triggers, also when workflows are deployed at once over two processes', async () => {
    const second = await startTestApp({ env: { SLUICE_PLANS_FILE: planFile(plan) }, beside: server });
    try {
      const first = await draft(webhook('a'), webhook('b'));
      await deploy(first).expect(200);
      const drafts = await Promise.all(Array.from({ length: 8 }, (_, n) => draft(webhook(`w${n}`))));
      for (let round = 0; round < 5; round += 1) {
        const answers = await Promise.all(
          drafts.map((id, n) => (n % 2 === 0 ? server : second).as(server.first.apiKey).post(`/api/v1/workflows/${id}/deploy`)),
        );
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
        expect(answers.filter(({ status }) => status === 400)).toHaveLength(7);
        await Promise.all(drafts.filter((_, n) => answers[n]?.status === 200).map(undeploy));
      }
      await undeploy(first);
    } finally {
      await second.close();
    }
  });

  it('limits how often schedules fire', async () => {
    const every = (cronExpression: string): Promise<string> =>
      draft(fieldBlock('tick', 'schedule', { scheduleType: 'custom', cronExpression }));
    const allowed = await every('* * * * *');
    await deploy(allowed).expect(200);
    await undeploy(allowed);
    const { body } = await deploy(await every('*/30 * * * * *')).expect(400);
    expect(body.details).toMatchObject([{ code: 'interval_too_short', message: expect.stringContaining('every 30 s') }]);
  });

  it('limits the size of requests to webhooks', async () => {
    const id = await draft(webhook('a'));
    await deploy(id).expect(200);
    const [path = ''] = await paths(id);
    const { body } = await send(path, { text: 'x'.repeat(1000) }).expect(413);
    expect(body).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', error: expect.stringContaining('1000 bytes') });
    await undeploy(id);
  });

  it('limits the deliveries of a trigger, and a trigger with many does not use up those of another', async () => {
    const id = await draft(webhook('noisy'), webhook('quiet'));
    await deploy(id).expect(200);
    const [noisy = '', quiet = ''] = await paths(id);
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(noisy)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(8);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(refused[0]?.body).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', error: expect.stringContaining('of one trigger') });
    expect(server.app.get(DeliveryRates, { strict: false }).refused.get('trigger')).toBe(8);
    const { rows } = await server.database.pool.query('select outcome from delivery where workflow_id = $1', [id]);
    expect(rows).toHaveLength(4);

    const { text } = await server.as().get('/metrics').expect(200);
    expect(text).toMatch(/^sluice_deliveries_limited_total\{limit="trigger"\} 8$/m);
    expect(text).toMatch(/^sluice_deliveries_total\{outcome="accepted"\} [1-9]/m);
    expect(text).toMatch(/^sluice_schedules_late_seconds \d/m);
    expect(text).toMatch(/^sluice_polls_total\{outcome="failed"\} 0$/m);

    for (let n = 0; n < 4; n += 1) await send(quiet).expect(200);
    await undeploy(id);
  });

  it('limits the deliveries of a workspace', async () => {
    const id = await draft(webhook('a'), webhook('b'));
    await deploy(id).expect(200);
    const all = [...(await paths(id))].flatMap((path) => [path, path, path]);
    const answers = [];
    for (const path of all) answers.push(await send(path));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(4);
    expect(refused.map(({ body }) => body.error as string)).toContainEqual(expect.stringContaining('of one workspace'));
    await undeploy(id);
  });
});

describe('a duplicate', () => {
  it('takes nothing from the limits', async () => {
    const fresh = await startTestApp({ env: { SLUICE_PLANS_FILE: planFile({ ...plan, workspaceDeliveriesPerMinute: null }) } });
    const id = await createWorkflow(fresh, { state: triggered(webhook('a', { idempotencyField: 'id' })) });
    await fresh.as(fresh.first.apiKey).post(`/api/v1/workflows/${id}/deploy`).expect(200);
    const { rows } = await fresh.database.pool.query<{ path: string }>('select path from trigger where workflow_id = $1', [id]);
    for (let n = 0; n < 10; n += 1) {
      await request(fresh.url)
        .post(`/api/webhooks/trigger/${rows[0]?.path ?? ''}`)
        .send({ id: 'evt-1' })
        .expect(200);
    }
    await fresh.close();
  }, 60_000);
});

/** The first organization has the plan of this name. */
describe('a schedule whose account may start no more runs', () => {
  let slow: TestApp;

  beforeAll(async () => {
    const unlimited = { triggerDeliveriesPerMinute: null, workspaceDeliveriesPerMinute: null };
    slow = await startTestApp({ env: { SLUICE_PLANS_FILE: planFile({ ...plan, ...unlimited, asyncPerMinute: 1 }) } });
  }, 60_000);
  afterAll(() => slow.close());

  it('keeps the run that it would cancel, and is looked at again after minutes, also when its next time is due', async () => {
    const nap = fieldBlock('nap', 'wait', { timeValue: '3', async: true, timeUnitLong: 'days' });
    const tick = schedule({ overlapPolicy: 'cancel' });
    const { id } = await deploySchedule(slow, aState([tick, nap], [anEdge('tick', 'nap')]));
    await makeDue(slow, id);
    const [first] = await deliveriesOf(slow, id, 1);
    const other = await deploySchedule(slow);
    await makeDue(slow, other.id);
    await deliveriesOf(slow, other.id, 1);
    for (let time = 1; time <= 2; time += 1) {
      await makeDue(slow, id);
      await eventually(async () => {
        const { waitingFor, dueAt } = (await cursorOf(slow, id)) ?? { waitingFor: null, dueAt: null };
        expect(waitingFor).not.toBeNull();
        expect(Date.parse(`${dueAt}Z`) - Date.now()).toBeGreaterThan(200_000);
      });
    }
    expect(await occurrencesOf(slow, id)).toHaveLength(1);
    const ends = "select from run_event where stream_id = $1 and type = 'execution.cancelled'";
    expect((await slow.database.pool.query(ends, [first?.executionId])).rowCount).toBe(0);
  });
});

describe('a schedule whose account has used up its budget', () => {
  it('does not count the run that is refused', async () => {
    const poor = await startTestApp({ env: { SLUICE_PLANS_FILE: planFile({ ...plan, costLimitUsd: 1 }) } });
    try {
      await useUpMoney(poor);
      const { id } = await deploySchedule(poor, triggered(schedule({ maxRuns: '1' })));
      await makeDue(poor, id);
      expect(await deliveriesOf(poor, id, 1)).toMatchObject([{ outcome: 'refused', reason: 'payment-required' }]);
      await eventually(async () => {
        const { dueAt, fired } = (await cursorOf(poor, id)) ?? { dueAt: null, fired: null };
        expect([Date.parse(`${dueAt}Z`) > Date.now(), fired]).toEqual([true, 0]);
      });
    } finally {
      await poor.close();
    }
  });
});

describe('a webhook whose account has used up its budget', () => {
  it('is refused with 402 and takes no tokens, also of its trigger and workspace', async () => {
    const poor = await startTestApp({ env: { SLUICE_PLANS_FILE: planFile({ ...plan, costLimitUsd: 1 }) } });
    try {
      const { address } = await deployedWebhook(poor);
      const left = async (): Promise<number> => {
        const { body } = await poor.as(poor.first.apiKey).get('/api/users/me/usage-limits').expect(200);
        return body.rateLimit.async.remaining as number;
      };
      await useUpMoney(poor);
      const before = await left();
      for (let n = 0; n < 12; n += 1) await poor.as().post(address).send({}).expect(402);
      expect(await left()).toBe(before);
    } finally {
      await poor.close();
    }
  });
});

describe('changes of rows whose account has used up its budget', () => {
  it('are all stored, since no sender repeats them', async () => {
    const poor = await startTestApp({ env: { SLUICE_PLANS_FILE: planFile({ ...plan, costLimitUsd: 1 }) } });
    try {
      const table = await TableClient.create(poor, [{ name: 'key' }]);
      const workflowId = await createWorkflow(poor, {
        state: triggered(fieldBlock('row', 'table_new_row', { tableSelector: table.id })),
      });
      await poor.as(poor.first.apiKey).post(`/api/v1/workflows/${workflowId}/deploy`).expect(200);
      await useUpMoney(poor);
      await table.insertAll(Array.from({ length: 12 }, (_, index) => ({ key: `row ${index}` })));
      await eventually(async () => {
        const { rows } = await poor.database.pool.query('select outcome, reason from delivery where workflow_id = $1', [workflowId]);
        expect(rows).toEqual(Array.from({ length: 12 }, () => ({ outcome: 'refused', reason: 'payment-required' })));
      });
    } finally {
      await poor.close();
    }
  });
});

describe('deliveries beyond the limit of their trigger', () => {
  let roomy: TestApp;

  beforeAll(async () => {
    roomy = await startTestApp({
      env: { SLUICE_PLANS_FILE: planFile({ ...plan, webhookBodyBytes: 100_000, workspaceDeliveriesPerMinute: 1000 }) },
    });
  }, 60_000);
  afterAll(() => roomy.close());

  it('leave no files', async () => {
    const { address } = await deployedWebhook(roomy);
    const form = () => request(roomy.url).post(address).attach('photo', Buffer.from('bytes'), 'limited.txt');
    const answers = await Promise.all(Array.from({ length: 8 }, form));
    const accepted = answers.filter(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(8 - accepted.length);
    expect(accepted.length).toBe(4);
    const { rows } = await roomy.database.pool.query("select id from workspace_file where name like '%limited.txt'");
    expect(rows).toHaveLength(accepted.length);
  });
});

function planFile(selfhosted: JsonObject): string {
  const file = join(mkdtempSync(join(tmpdir(), 'sluice-plans-')), 'plans.json');
  writeFileSync(file, JSON.stringify({ plans: { selfhosted } }));
  return file;
}
