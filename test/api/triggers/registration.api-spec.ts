import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { fieldBlock, triggered, webhook } from '../../support/triggers/trigger-documents.js';
import { createWorkflow, greeting } from '../../support/workflow-api.js';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
}, 60_000);
afterAll(() => server.close());

const owner = () => server.as(server.first.apiKey);
const deploy = (id: string) => owner().post(`/api/v1/workflows/${id}/deploy`);
const save = (id: string, state: JsonObject) => owner().put(`/api/v1/workflows/${id}/state`).send({ state }).expect(200);

interface Registered {
  readonly id: string;
  readonly blockId: string;
  readonly status: string;
  readonly path: string | null;
  readonly version: number;
  readonly config: JsonObject;
}

async function triggersOf(workflowId: string): Promise<readonly Registered[]> {
  const { rows } = await server.database.pool.query<Registered>(
    `select id, block_id as "blockId", status, path, version, config from trigger where workflow_id = $1 order by block_id`,
    [workflowId],
  );
  return rows;
}

async function deployed(state: JsonObject): Promise<string> {
  const id = await createWorkflow(server, { state });
  await deploy(id).expect(200);
  return id;
}

describe('a deployment', () => {
  it('registers each trigger of the version with an address of 128 bits', async () => {
    const id = await deployed(triggered(webhook('orders'), webhook('returns'), fieldBlock('daily', 'schedule', { dailyTime: '09:00' })));
    const triggers = await triggersOf(id);
    expect(triggers).toMatchObject([
      { blockId: 'daily', status: 'active', path: null, version: 1, config: { cron: '0 9 * * *', timezone: 'UTC' } },
      { blockId: 'orders', status: 'active', version: 1, config: { verification: 'none' } },
      { blockId: 'returns', status: 'active', version: 1 },
    ]);
    const paths = triggers.flatMap(({ path }) => path ?? []);
    expect(new Set(paths).size).toBe(2);
    for (const path of paths) expect(path).toMatch(/^[\w-]{22}$/);
  });

  it('does not register disabled blocks, blocks in containers and starts of calls', async () => {
    const state = triggered(
      webhook('orders'),
      fieldBlock('off', 'generic_webhook', {}, { enabled: false }),
      fieldBlock('start', 'start_trigger'),
    );
    expect(await triggersOf(await deployed(state))).toMatchObject([{ blockId: 'orders' }]);
  });

  it('keeps identity and address of a block, takes its new configuration and retires what is gone', async () => {
    const id = await deployed(triggered(webhook('orders'), webhook('returns')));
    const before = await triggersOf(id);
    await save(id, triggered(webhook('orders', { acceptOtherMethods: true })));
    await deploy(id).expect(200);
    const [orders, returns] = before;
    expect(orders?.config).toMatchObject({ verification: 'none', acceptOtherMethods: false });
    expect(await triggersOf(id)).toEqual([
      { ...orders, version: 2, config: { ...orders?.config, acceptOtherMethods: true } },
      { ...returns, status: 'retired' },
    ]);
  });

  it('does not store the token of a webhook with the registration', async () => {
    const id = await deployed(triggered(webhook('orders', { requireAuth: true, token: 'not-to-be-found-anywhere' })));
    const { rows } = await server.database.pool.query(
      `select 1 from ledger_event where data::text like '%not-to-be-found-anywhere%' and type like 'trigger.%'
       union all select 1 from trigger where workflow_id = $1 and config::text like '%not-to-be-found-anywhere%'`,
      [id],
    );
    expect(rows).toEqual([]);
  });

  it.each([
    ['a webhook without a token', fieldBlock('hook', 'generic_webhook'), 'token', 'no_secret'],
    [
      'a trigger of an unknown provider',
      fieldBlock('hook', 'acme', { selectedTriggerId: 'acme_order' }, { triggerMode: true }),
      'selectedTriggerId',
      'unknown_trigger',
    ],
    [
      'an unknown trigger of a provider',
      fieldBlock('hook', 'github', { triggerId: 'github_nope' }, { triggerMode: true }),
      'triggerId',
      'unknown_trigger',
    ],
    ['a webhook of an unknown scheme', fieldBlock('hook', 'generic_webhook', { verification: 'acme' }), 'verification', 'invalid_value'],
    [
      'a block of a provider without its secret',
      fieldBlock('hook', 'github', { selectedTriggerId: 'github_push' }, { triggerMode: true }),
      'webhookSecret',
      'no_secret',
    ],
    [
      'a schedule in an unknown zone',
      fieldBlock('hook', 'schedule', { dailyTime: '09:00', timezone: 'Mars/Base' }),
      'timezone',
      'invalid_value',
    ],
    [
      'a schedule that never fires',
      fieldBlock('hook', 'schedule', { scheduleType: 'custom', cronExpression: '0 0 30 2 *' }),
      'cronExpression',
      'invalid_value',
    ],
    ['a schedule of an unknown type', fieldBlock('hook', 'schedule', { scheduleType: 'yearly' }), 'scheduleType', 'invalid_value'],
    [
      'a schedule without a time',
      fieldBlock('hook', 'schedule', { scheduleType: 'weekly', weeklyDay: 'MON' }),
      'weeklyDayTime',
      'required',
    ],
  ])('is refused for %s, and nothing is stored', async (_, block, field, code) => {
    const id = await createWorkflow(server, { state: triggered(webhook('orders'), block) });
    const { body } = await deploy(id).expect(400);
    expect(body.details).toEqual(expect.arrayContaining([expect.objectContaining({ path: ['blocks', 'hook', field], code })]));
    expect(await triggersOf(id)).toEqual([]);
    const { body: report } = await owner()
      .post(`/api/v1/workflows/validate`)
      .send({ workspaceId: server.first.workspaceId, workflow: { state: triggered(block) } });
    expect(JSON.stringify(report)).toContain(code);
  });
});

describe('a rollback', () => {
  it('restores the configuration of the earlier version and its triggers', async () => {
    const id = await deployed(triggered(webhook('orders', { idempotencyField: 'first' }), webhook('returns')));
    const before = await triggersOf(id);
    await save(id, triggered(webhook('orders', { idempotencyField: 'second' })));
    await deploy(id).expect(200);
    await owner().post(`/api/v1/workflows/${id}/rollback`).send({}).expect(200);
    expect(await triggersOf(id)).toEqual(before);
  });
});

describe('the end of a deployment', () => {
  it('retires the triggers, and the next deployment restores them with their addresses', async () => {
    const id = await deployed(triggered(webhook('orders')));
    const [before] = await triggersOf(id);
    await owner().delete(`/api/v1/workflows/${id}/deploy`).expect(200);
    expect(await triggersOf(id)).toEqual([{ ...before, status: 'retired' }]);
    await deploy(id).expect(200);
    expect(await triggersOf(id)).toEqual([{ ...before, status: 'active', version: 2 }]);
  });

  it('retires the triggers of a deleted workflow and keeps their addresses', async () => {
    const id = await deployed(triggered(webhook('orders')));
    const [before] = await triggersOf(id);
    await owner().delete(`/api/v1/workflows/${id}`).expect(200);
    expect(await triggersOf(id)).toEqual([{ ...before, status: 'retired' }]);
  });
});

describe('deployments at the same time', () => {
  it('leave one configuration: that of the version that is active', async () => {
    const id = await deployed(triggered(webhook('orders'), webhook('returns')));
    await save(id, triggered(webhook('orders'), webhook('claims')));
    await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        await (index % 2 === 0 ? deploy(id) : owner().post(`/api/v1/workflows/${id}/rollback`).send({ version: 1 }));
      }),
    );
    const { rows } = await server.database.pool.query<{ version: number }>('select active_version as version from workflow where id = $1', [
      id,
    ]);
    const version = rows[0]?.version;
    const live = (await triggersOf(id)).filter(({ status }) => status === 'active');
    expect(live.map((each) => each.blockId)).toEqual(version === 1 ? ['orders', 'returns'] : ['claims', 'orders']);
    expect(live.every((each) => each.version === version)).toBe(true);
  });

  it('do not touch a workflow without triggers', async () => {
    expect(await triggersOf(await deployed(greeting()))).toEqual([]);
  });
});
