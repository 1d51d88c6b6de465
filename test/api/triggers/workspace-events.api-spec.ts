import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { Deliveries } from '#modules/triggers/deliveries/deliveries.js';
import type { TriggerCommand } from '#modules/triggers/domain/trigger.decider.js';
import { EventReader } from '#modules/triggers/events/event-reader.js';
import { Triggers } from '#modules/triggers/store/triggers.js';
import { eventually } from '../../support/eventually.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { fieldBlock, triggered } from '../../support/triggers/trigger-documents.js';
import { aState, anEdge } from '../../support/workflow-documents.js';
import { createWorkflow } from '../../support/workflow-api.js';

let server: TestApp;
let second: TestApp;
const deployedHere: string[] = [];

beforeAll(async () => {
  server = await startTestApp();
  second = await startTestApp({ beside: server });
}, 60_000);
afterEach(async () => {
  jest.restoreAllMocks();
  for (const id of deployedHere.splice(0)) await owner().delete(`/api/v1/workflows/${id}/deploy`);
});
afterAll(async () => {
  await second.close();
  await server.close();
});

const owner = () => server.as(server.first.apiKey);

async function deployed(state: JsonObject): Promise<string> {
  const id = await createWorkflow(server, { state });
  await owner().post(`/api/v1/workflows/${id}/deploy`).expect(200);
  deployedHere.push(id);
  return id;
}

/** A workflow that returns its input, or fails if the input says so. */
const worker = () =>
  deployed(
    aState(
      [
        fieldBlock('start', 'start_trigger', { inputFormat: [{ id: 'f', name: 'fails', type: 'boolean' }] }),
        fieldBlock('work', 'function', {
          code: 'if (<start.fails>) throw new Error("broken"); return { fine: true }',
          language: 'javascript',
        }),
      ],
      [anEdge('start', 'work')],
    ),
  );

async function run(workflowId: string, fails: boolean): Promise<string> {
  const { body } = await owner()
    .post(`/api/workflows/${workflowId}/execute`)
    .send({ fails })
    .expect(fails ? 500 : 200);
  return (body.metadata?.executionId ?? body.executionId) as string;
}

const watching = (eventType: string, fields: JsonObject = {}) =>
  deployed(triggered(fieldBlock('watch', 'sim_workspace_event', { eventType, ...fields })));

/** What the ended runs of a workflow received, in the order of their deliveries. */
async function inputsOf(workflowId: string): Promise<readonly JsonObject[]> {
  const { rows } = await server.database.pool.query<{ got: JsonObject }>(
    `select e.data->'output'->'result'->'got' as got from delivery d join run_event e on e.stream_id = d.execution_id
     where d.workflow_id = $1 and e.type = 'execution.completed' order by d.received_at, d.id`,
    [workflowId],
  );
  return rows.map(({ got }) => got);
}

async function received(workflowId: string, count: number): Promise<readonly JsonObject[]> {
  return eventually(async () => {
    const inputs = await inputsOf(workflowId);
    expect(inputs).toHaveLength(count);
    return inputs;
  }, 20_000);
}

/** Waits until the reader has passed everything that has happened so far. */
async function everythingRead(): Promise<void> {
  const marker = await watching('workflow_deployed');
  await worker();
  await received(marker, 1);
}

const nothing = {
  runId: null,
  trigger: null,
  durationMs: null,
  cost: null,
  error: null,
  finalOutput: null,
  triggeringRun: null,
  version: null,
};

describe('a workspace event', () => {
  it('is named as the kind of its runs in the log, which finds them by it and by their provider', async () => {
    const workflowId = await worker();
    const watcher = await watching('execution_success', { workflowIds: [workflowId] });
    await run(workflowId, false);
    await received(watcher, 1);
    const { workspaceId } = server.first;
    const kinds = async (triggers: string): Promise<readonly string[]> => {
      const query = { workspaceId, workflowIds: watcher, triggers, details: 'full' };
      const { body } = await owner().get('/api/v1/logs').query(query).expect(200);
      return (body.data as { triggerSource: { kind: string; provider: string } }[]).map(
        ({ triggerSource: { kind, provider } }) => `${kind} ${provider}`,
      );
    };
    for (const name of ['event', 'sim', 'sim_workspace_event']) expect(await kinds(name)).toEqual(['event sim']);
    expect(await kinds('polling')).toEqual([]);
    const file = await owner().get('/api/v1/logs/export').query({ workspaceId, workflowIds: watcher, format: 'csv' }).expect(200);
    expect(file.text).toContain('webhook,event,sim,');
  });

  it('starts one run for each run that fails, with the facts of that run', async () => {
    const workflowId = await worker();
    const watcher = await watching('execution_error', { workflowIds: [workflowId] });
    await run(workflowId, false);
    const runId = await run(workflowId, true);
    expect(await received(watcher, 1)).toEqual([
      {
        ...nothing,
        event: 'execution_error',
        timestamp: expect.any(String),
        workflowId,
        workflowName: expect.any(String),
        runId,
        trigger: 'api',
        durationMs: expect.any(Number),
        cost: expect.any(Number),
        error: expect.stringContaining('broken'),
        finalOutput: expect.anything(),
      },
    ]);
  });

  it('starts one run for each run that completes, of all other workflows if none is named', async () => {
    const watcher = await watching('execution_success');
    const runs = [await run(await worker(), false), await run(await worker(), false)];
    const inputs = await received(watcher, 2);
    expect(inputs.map(({ runId }) => runId)).toEqual(runs);
    expect(inputs[0]).toMatchObject({ event: 'execution_success', finalOutput: { result: { fine: true } }, error: null });
  });

  it('starts no run for a run that such an event has started', async () => {
    const first = await watching('execution_success');
    const second = await watching('execution_success');
    await run(await worker(), false);
    await received(first, 1);
    await received(second, 1);
    await everythingRead();
    expect([(await inputsOf(first)).length, (await inputsOf(second)).length]).toEqual([1, 1]);
  });

  it('tells of deployments and of their ends, except those of its workflow', async () => {
    const [up, down] = [await watching('workflow_deployed'), await watching('workflow_undeployed')];
    const workflowId = await worker();
    await owner().delete(`/api/v1/workflows/${workflowId}/deploy`).expect(200);
    const told = (event: string, version: number | null) => ({
      ...nothing,
      event,
      version,
      workflowId,
      workflowName: expect.any(String),
      timestamp: expect.any(String),
    });
    expect((await inputsAbout(up, workflowId)).at(-1)).toEqual(told('workflow_deployed', 1));
    expect((await inputsAbout(down, workflowId)).at(-1)).toEqual(told('workflow_undeployed', null));
    expect((await inputsOf(up)).some((input) => input['workflowId'] === up)).toBe(false);
  });

  it('tells that a trigger was disabled', async () => {
    const watcher = await watching('trigger_disabled');
    const broken = await deployed(triggered(fieldBlock('daily', 'schedule', { dailyTime: '09:00' })));
    const { rows } = await server.database.pool.query<{ id: string }>('select id from trigger where workflow_id = $1', [broken]);
    const command: TriggerCommand = { type: 'disable', reason: 'consecutive-failures', failures: 100, at: new Date().toISOString() };
    await server.app.get(Triggers).change(rows[0]?.id ?? '', {}, () => command);
    expect(await received(watcher, 1)).toMatchObject([{ event: 'trigger_disabled', workflowId: broken }]);
  });

  async function inputsAbout(watcher: string, workflowId: string): Promise<readonly JsonObject[]> {
    return eventually(async () => {
      const inputs = (await inputsOf(watcher)).filter((input) => input['workflowId'] === workflowId);
      expect(inputs).toHaveLength(1);
      return inputs;
    }, 20_000);
  }
});

describe('the delivery of events continues', () => {
  /** A copy of a run as it would be if its events had been stored otherwise. Readers see it whole. */
  async function stored(like: string, { schemaVersion, output }: { schemaVersion: string; output: string }): Promise<void> {
    await server.database.pool.query(
      `with copy as materialized (select gen_random_uuid() as id)
       insert into run_event (stream_id, version, type, schema_version, workspace_id, data, meta, claims, at)
       select copy.id, version, type, ${schemaVersion}, workspace_id, ${output}, meta, claims, at
       from run_event, copy where stream_id = $1 and (version = 1 or type = 'execution.completed')`,
      [like],
    );
  }

  const waiting = (triggers: string, ids: string, count: number) =>
    server.database.pool.query(
      `insert into workspace_event (id, trigger_id, key, payload, call_chain)
       select ${ids}, t.id, concat('test ', n), '{"event":"test"}', '{}' from trigger t, generate_series(1, $2) n where t.workflow_id = $1`,
      [triggers, count],
    );

  it.each([
    ['cannot be read, as those of a later release', { schemaVersion: 'schema_version + 1', output: 'data' }],
    [
      'makes an input that cannot be stored',
      {
        schemaVersion: 'schema_version',
        output: `case when type = 'execution.completed' then replace(data::text, '"fine"', '"fi\\u0000ne"')::json else data end`,
      },
    ],
  ])('after an event that %s', async (_what, otherwise) => {
    const workflowId = await worker();
    const watcher = await watching('execution_success', { workflowIds: [workflowId] });
    const first = await run(workflowId, false);
    await received(watcher, 1);
    await stored(first, otherwise);
    const second = await run(workflowId, false);
    expect((await received(watcher, 2)).map(({ runId }) => runId)).toEqual([first, second]);
  });

  it('while the log cannot be read', async () => {
    const watcher = await watching('execution_success');
    for (const { app } of [server, second]) jest.spyOn(app.get(EventReader), 'read').mockRejectedValue(new Error('unreadable'));
    await waiting(watcher, 'gen_random_uuid()', 1);
    expect(await received(watcher, 1)).toEqual([{ event: 'test' }]);
  });

  it('while a thousand older events wait for a trigger whose deliveries fail', async () => {
    const [stuck, watcher] = [await watching('execution_success'), await watching('execution_success')];
    for (const { app } of [server, second]) {
      const deliveries = app.get(Deliveries);
      const accept = deliveries.accept.bind(deliveries);
      jest
        .spyOn(deliveries, 'accept')
        .mockImplementation((arrival) =>
          arrival.trigger.workflowId === stuck ? Promise.reject(new Error('not delivered')) : accept(arrival),
        );
    }
    await waiting(stuck, `('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid`, 1000);
    await waiting(watcher, 'gen_random_uuid()', 1);
    expect(await received(watcher, 1)).toEqual([{ event: 'test' }]);
    await server.database.pool.query(`delete from workspace_event where key like 'test %'`);
  });
});

describe('a rule', () => {
  it.each<[string, JsonObject, readonly boolean[], number]>([
    ['consecutive_failures', { consecutiveFailures: 2 }, [true, false, true, true], 3],
    ['failure_rate', { failureRatePercent: 60 }, [false, true, true, false, true], 4],
    ['error_count', { errorCountThreshold: 3 }, [true, true, false, true], 3],
    ['latency_threshold', { durationThresholdMs: 1 }, [false], 0],
  ])('of %s fires for the run that breaks it, and then rests', async (eventType, fields, outcomes, breaking) => {
    const workflowId = await worker();
    const watcher = await watching(eventType, { workflowIds: workflowId, ...fields });
    const runs: string[] = [];
    for (const fails of outcomes) runs.push(await run(workflowId, fails));
    const [input] = await received(watcher, 1);
    expect(input).toMatchObject({ event: eventType, runId: null, triggeringRun: { runId: runs[breaking], workflowId } });
    await run(workflowId, true);
    await everythingRead();
    expect(await inputsOf(watcher)).toHaveLength(1);
  });

  it('of no_activity fires for a workflow without runs, once in its time', async () => {
    const workflowId = await worker();
    const watcher = await watching('no_activity', { workflowIds: [workflowId], inactivityHours: 1 });
    const watched = `select id from trigger where workflow_id = $1`;
    await server.database.pool.query(`update trigger set created_at = now() - interval '2 hours' where id in (${watched})`, [watcher]);
    for (const app of [server, second]) await app.app.get(EventReader).reportInactive(new Date());
    expect(await received(watcher, 1)).toMatchObject([{ event: 'no_activity', workflowId, triggeringRun: null }]);
  });

  it('of no_activity counts the runs that events have started', async () => {
    const workflowId = await worker();
    const chained = await watching('execution_success', { workflowIds: [workflowId] });
    const watcher = await watching('no_activity', { workflowIds: [chained], inactivityHours: 1 });
    await run(workflowId, false);
    await received(chained, 1);
    await everythingRead();
    await server.database.pool.query(`update trigger set created_at = now() - interval '2 hours' where workflow_id = $1`, [watcher]);
    await server.app.get(EventReader).reportInactive(new Date());
    await everythingRead();
    expect(await inputsOf(watcher)).toEqual([]);
  });

  it('of no_activity says nothing of a workflow of another workspace, and of what is no workflow', async () => {
    const { body } = await owner().post('/api/v1/workspaces').send({ name: 'Elsewhere' }).expect(200);
    const details = { workspaceId: body.data.id, name: 'Foreign' };
    const foreign = (await owner().post('/api/v1/workflows').send(details).expect(200)).body.data.id as string;
    const workflowId = await worker();
    const watcher = await watching('no_activity', { workflowIds: [foreign, workflowId], inactivityHours: 1 });
    // As a version could be deployed before ids were checked.
    await server.database.pool.query(
      `update trigger set created_at = now() - interval '2 hours', config = jsonb_set(config::jsonb, '{workflowIds}', config::jsonb->'workflowIds' || '["invoices"]')
       where workflow_id = $1`,
      [watcher],
    );
    await server.app.get(EventReader).reportInactive(new Date());
    await everythingRead();
    expect((await received(watcher, 1)).map((input) => input['workflowId'])).toEqual([workflowId]);
  });
});

describe('a trigger of workspace events', () => {
  it.each<[string, JsonObject, string]>([
    ['an unknown event', { eventType: 'execution_paused' }, 'eventType'],
    ['a threshold that is no number', { eventType: 'failure_rate', failureRatePercent: 'half' }, 'failureRatePercent'],
    ['a name in place of the id of a workflow', { eventType: 'no_activity', workflowIds: ['invoices'] }, 'workflowIds'],
    ['a window that is too long', { eventType: 'failure_rate', windowHours: 169 }, 'windowHours'],
  ])('keeps a version with %s from being deployed', async (_what, fields, field) => {
    const id = await createWorkflow(server, { state: triggered(fieldBlock('watch', 'sim_workspace_event', fields)) });
    const { body } = await owner().post(`/api/v1/workflows/${id}/deploy`).expect(400);
    expect(body.details).toEqual([expect.objectContaining({ path: ['blocks', 'watch', field], code: 'invalid_value' })]);
  });
});
