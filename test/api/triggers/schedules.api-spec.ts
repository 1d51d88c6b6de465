import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { Clock } from '#kernel/clock.js';
import type { JsonObject } from '#kernel/json.js';
import { ownerLockClass } from '#ledger/work/owner-session.js';
import { Triggers } from '#modules/triggers/store/triggers.js';
import { aState, anEdge } from '../../support/workflow-documents.js';
import { eventually } from '../../support/eventually.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import {
  cursorOf,
  deliveriesOf,
  deploySchedule,
  inputOf,
  makeDue,
  occurrencesOf,
  schedule,
  settled,
  yearly,
} from '../../support/triggers/schedules.js';
import { fieldBlock, triggered, webhook } from '../../support/triggers/trigger-documents.js';
import { createWorkflow } from '../../support/workflow-api.js';

/** The clock of a process that is wrong. */
class OffsetClock extends Clock {
  constructor(private readonly offsetMs: number) {
    super();
  }

  now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }
}

const hourMs = 3_600_000;
let server: TestApp;
let second: TestApp;

beforeAll(async () => {
  server = await startTestApp();
  second = await startTestApp({ beside: server, clock: new OffsetClock(hourMs) });
}, 60_000);
afterAll(async () => {
  await second.close();
  await server.close();
});

const owner = () => server.as(server.first.apiKey);
const triggers = () => server.app.get(Triggers, { strict: false });
const save = (id: string, state: JsonObject) => owner().put(`/api/v1/workflows/${id}/state`).send({ state }).expect(200);
const deploy = (id: string) => owner().post(`/api/v1/workflows/${id}/deploy`).expect(200);
const now = () => new Date().toISOString();
const later = (iso: string | null | undefined): boolean => Date.parse(`${iso ?? ''}Z`) > Date.now();

/** A schedule whose runs pause for days. */
const pausing = (fields: JsonObject): JsonObject =>
  aState([schedule(fields), fieldBlock('nap', 'wait', { timeValue: '3', async: true, timeUnitLong: 'days' })], [anEdge('tick', 'nap')]);

/** Waits until the run has an event of this type that contains the text. */
async function recorded(executionId: string | null | undefined, type: string, text = ''): Promise<void> {
  await eventually(async () => {
    const { rows } = await server.database.pool.query(
      'select 1 from run_event where stream_id = $1 and type = $2 and position($3 in data::text) > 0',
      [executionId, type, text],
    );
    expect(rows).toHaveLength(1);
  });
}

/** A connection that no pool closes. */
async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

const isPaused = (executionId: string | null) => recorded(executionId, 'execution.paused');

describe('a schedule that is due', () => {
  it('starts one run, which receives when it was due and how late it is', async () => {
    const { id, workflowId } = await deploySchedule(server);
    const at = await makeDue(server, id);
    const [delivery] = await deliveriesOf(server, id, 1);
    expect(delivery).toMatchObject({ outcome: 'accepted', scheduledFor: at });
    const input = await inputOf(server, delivery?.executionId ?? null);
    expect(input).toEqual({
      scheduledFor: at,
      firedAt: expect.any(String),
      timezone: 'UTC',
      occurrence: 1,
      missed: 0,
      late: expect.any(Number),
    });
    expect(await cursorOf(server, await settled(server, workflowId))).toMatchObject({ fired: 1, waitingFor: null });
    await eventually(async () => {
      const { body } = await owner()
        .get(`/api/v1/logs/executions/${delivery?.executionId ?? ''}`)
        .expect(200);
      expect(body).toMatchObject({ executionMetadata: { trigger: 'schedule', endedAt: expect.any(String) } });
    });
    expect(await occurrencesOf(server, id)).toHaveLength(1);
  });

  it('gives its fields to the blocks after it', async () => {
    const state = aState(
      [
        schedule({ timezone: 'Europe/Berlin' }),
        fieldBlock('after', 'function', { code: 'return [<tick.occurrence>, <tick.timezone>]', language: 'javascript' }),
      ],
      [anEdge('tick', 'after')],
    );
    const { id } = await deploySchedule(server, state);
    await makeDue(server, id);
    const [delivery] = await deliveriesOf(server, id, 1);
    await recorded(delivery?.executionId, 'execution.completed', '[1,"Europe/Berlin"]');
  });

  it('starts a start block of the original server that has a schedule', async () => {
    const starter = fieldBlock('tick', 'starter', { startWorkflow: 'schedule', scheduleType: 'daily', dailyTime: '09:00' });
    const { id } = await deploySchedule(server, triggered(starter));
    await makeDue(server, id);
    expect(await deliveriesOf(server, id, 1)).toMatchObject([{ outcome: 'accepted' }]);
  });

  it('fires once for each time although several processes fire and the clock of one is an hour ahead', async () => {
    const schedules = await Promise.all(
      Array.from({ length: 20 }, () => deploySchedule(server, triggered(schedule({ overlapPolicy: 'allow' })))),
    );
    for (const round of [1, 2, 3]) {
      const due = await Promise.all(schedules.map(async ({ id }) => ({ id, at: await makeDue(server, id) })));
      for (const { id, at } of due)
        expect((await deliveriesOf(server, id, round)).at(-1)).toMatchObject({ outcome: 'accepted', scheduledFor: at });
      await Promise.all(schedules.map(({ workflowId }) => settled(server, workflowId)));
    }
    for (const { id } of schedules) expect(await occurrencesOf(server, id)).toHaveLength(3);
  });

  it('fires as soon as the process that has claimed it is lost, and waits for one that lives', async () => {
    const other = await connected(server.connectionString);
    const [living, lost] = [2 ** 31 - 2, 2 ** 31 - 3];
    await other.query('select pg_advisory_lock($1, $2)', [ownerLockClass, living]);
    const [held, left] = [await deploySchedule(server), await deploySchedule(server)];
    const claim = (id: string, by: number) =>
      server.database.pool.query(`update schedule_cursor set claimed_until = now() + interval '1 hour', claimed_by = $2 where id = $1`, [
        id,
        by,
      ]);
    await claim(held.id, living);
    await claim(left.id, lost);
    await makeDue(server, held.id);
    await makeDue(server, left.id);
    expect(await deliveriesOf(server, left.id, 1)).toMatchObject([{ outcome: 'accepted' }]);
    expect(await occurrencesOf(server, held.id)).toEqual([]);
    await other.end();
    expect(await deliveriesOf(server, held.id, 1)).toMatchObject([{ outcome: 'accepted' }]);
  });

  it('does not fire before its time in the database, whatever the clock of a process says', async () => {
    const { id } = await deploySchedule(server);
    const soon = await makeDue(server, id, -1.5);
    const [delivery] = await deliveriesOf(server, id, 1);
    const { late, firedAt } = (await inputOf(server, delivery?.executionId ?? null)) as JsonObject;
    expect(delivery?.scheduledFor).toBe(soon);
    expect(late).toBeGreaterThanOrEqual(0);
    expect(Date.parse(firedAt as string)).toBeLessThan(Date.now() + hourMs / 2);
  });
});

describe('what was missed', () => {
  it('is one visible delivery, and one run for the latest time', async () => {
    const { id } = await deploySchedule(server, triggered(schedule({ scheduleType: 'minutes', minutesInterval: '1' })));
    await makeDue(server, id, 3 * 3_600);
    const [missed, run] = await deliveriesOf(server, id, 2);
    expect([missed, run]).toMatchObject([{ outcome: 'skipped', reason: 'missed' }, { outcome: 'accepted' }]);
    expect(await inputOf(server, run?.executionId ?? null)).toMatchObject({ missed: 180, occurrence: 1 });
  });

  it('is run completely with catchUp "all", oldest first', async () => {
    const { id } = await deploySchedule(
      server,
      triggered(schedule({ scheduleType: 'minutes', minutesInterval: '1', catchUp: 'all', overlapPolicy: 'allow' })),
    );
    await makeDue(server, id, 130 * 60);
    const found = await deliveriesOf(server, id, 131);
    expect(new Set(found.map(({ outcome }) => outcome))).toEqual(new Set(['accepted']));
    expect(new Set(found.map(({ scheduledFor }) => scheduledFor)).size).toBe(found.length);
    const { rows } = await server.database.pool.query<{ isOrdered: boolean }>(
      `select coalesce(bool_and(scheduled_for >= before), true) as "isOrdered" from (
         select scheduled_for, lag(scheduled_for) over (order by id) as before from delivery where trigger_id = $1) d`,
      [id],
    );
    expect(rows).toEqual([{ isOrdered: true }]);
  });
});

describe('a schedule whose run is active', () => {
  it('skips its occurrences visibly; a paused run is active', async () => {
    const { id } = await deploySchedule(server, pausing({}));
    await makeDue(server, id);
    const [first] = await deliveriesOf(server, id, 1);
    await isPaused(first?.executionId ?? null);
    await makeDue(server, id);
    expect(await deliveriesOf(server, id, 2)).toMatchObject([
      { outcome: 'accepted' },
      { outcome: 'skipped', reason: 'overlap', executionId: null },
    ]);
  });

  it('starts the waiting occurrence when it has ended, with the policy "queue"', async () => {
    const { id } = await deploySchedule(server, pausing({ overlapPolicy: 'queue' }));
    await makeDue(server, id);
    const [first] = await deliveriesOf(server, id, 1);
    await isPaused(first?.executionId ?? null);
    const waiting = await makeDue(server, id);
    // The database writes no zeros at the end of a second.
    await eventually(async () => expect(Date.parse(`${(await cursorOf(server, id))?.waitingFor}Z`)).toBe(Date.parse(waiting)));
    await makeDue(server, id);
    expect((await deliveriesOf(server, id, 2)).at(-1)).toMatchObject({ outcome: 'skipped', reason: 'overlap' });
    const { workflowId } = (await triggers().find(id)) ?? { workflowId: '' };
    await owner()
      .post(`/api/workflows/${workflowId}/executions/${first?.executionId ?? ''}/cancel`)
      .expect(200);
    const all = await deliveriesOf(server, id, 3);
    expect(all.find(({ scheduledFor }) => scheduledFor === waiting)).toMatchObject({ outcome: 'accepted' });
    expect(await cursorOf(server, id)).toMatchObject({ waitingFor: null, fired: 2 });
  });

  it('cancels it with the policy "cancel"', async () => {
    const { id } = await deploySchedule(server, pausing({ overlapPolicy: 'cancel' }));
    await makeDue(server, id);
    const [first] = await deliveriesOf(server, id, 1);
    await isPaused(first?.executionId ?? null);
    await makeDue(server, id);
    expect(await deliveriesOf(server, id, 2)).toMatchObject([{ outcome: 'accepted' }, { outcome: 'accepted' }]);
    await recorded(first?.executionId, 'execution.cancelled');
  });
});

describe('a schedule that is paused', () => {
  it('does not fire; a pause that holds catches up afterwards, and one that drops does not', async () => {
    const { id } = await deploySchedule(server, triggered(schedule({ scheduleType: 'minutes', minutesInterval: '1' })));
    const due = async () => {
      await server.database.pool.query(`update schedule_cursor set scheduled_for = now() - interval '1 hour' where id = $1`, [id]);
    };
    await triggers().change(id, {}, () => ({ type: 'pause', mode: 'hold', at: now() }));
    await due();
    expect(await cursorOf(server, id)).toMatchObject({ dueAt: null });
    await triggers().change(id, {}, () => ({ type: 'resume', at: now() }));
    expect(await deliveriesOf(server, id, 2)).toMatchObject([{ reason: 'missed' }, { outcome: 'accepted' }]);
    await triggers().change(id, {}, () => ({ type: 'pause', mode: 'drop', at: now() }));
    expect(await cursorOf(server, id)).toMatchObject({ dueAt: null, scheduledFor: null });
    await triggers().change(id, {}, () => ({ type: 'resume', at: now() }));
    await eventually(async () => expect(later((await cursorOf(server, id))?.scheduledFor)).toBe(true));
    expect(await occurrencesOf(server, id)).toHaveLength(2);
  });

  it('does not fire when its workflow is undeployed while it is due', async () => {
    const { id, workflowId } = await deploySchedule(server);
    await owner().delete(`/api/v1/workflows/${workflowId}/deploy`).expect(200);
    expect(await cursorOf(server, id)).toMatchObject({ dueAt: null, scheduledFor: null });
  });
});

describe('a schedule of a deleted workspace', () => {
  it('is retired and is due no more', async () => {
    const { body: made } = await owner().post('/api/v1/workspaces').send({ name: 'Short' }).expect(200);
    const workspaceId = made.data.id as string;
    const { body } = await owner().post('/api/v1/workflows').send({ workspaceId, name: 'Left' }).expect(200);
    await save(body.data.id, triggered(schedule()));
    await deploy(body.data.id);
    const id = await settled(server, body.data.id);
    await owner().delete(`/api/v1/workspaces/${workspaceId}`).expect(200);
    await eventually(async () => expect(await triggers().find(id)).toMatchObject({ status: 'retired' }));
    expect(await cursorOf(server, id)).toMatchObject({ dueAt: null });
  });
});

describe('a deployment', () => {
  it('with the same times keeps cursor and count; with others it begins again', async () => {
    const { id, workflowId } = await deploySchedule(server);
    await makeDue(server, id);
    await deliveriesOf(server, id, 1);
    await settled(server, workflowId);
    const before = await cursorOf(server, id);
    await save(workflowId, triggered(schedule({ overlapPolicy: 'allow' })));
    await deploy(workflowId);
    await settled(server, workflowId);
    expect(await cursorOf(server, id)).toEqual(before);
    await save(workflowId, triggered(schedule({ cronExpression: '30 5 1 1 *' })));
    await deploy(workflowId);
    await settled(server, workflowId);
    expect(await cursorOf(server, id)).toMatchObject({ fired: 0, scheduledFor: expect.stringMatching(/-01-01T05:30:00$/) });
  });

  it('while the schedule is due never fires with two configurations', async () => {
    const { id, workflowId } = await deploySchedule(server, triggered(schedule({ catchUp: 'all', overlapPolicy: 'allow' })));
    for (let round = 0; round < 12; round += 1) {
      const zone = round % 2 === 0 ? 'Asia/Tokyo' : 'UTC';
      await save(workflowId, triggered(schedule({ catchUp: 'all', overlapPolicy: 'allow', timezone: zone })));
      await Promise.all([makeDue(server, id), deploy(workflowId)]);
      await settled(server, workflowId);
    }
    const { rows } = await server.database.pool.query<{ isRight: boolean }>(
      `select bool_and(
         (select r.data->'config'->>'timezone' from ledger_event r where r.stream_id = d.trigger_id
            and r.data->>'version' = a.data->>'version' order by r.version desc limit 1)
         = (j.data->'payload'->'input'->>'timezone')) as "isRight"
       from delivery d join run_event a on a.stream_id = d.id and a.type = 'delivery.accepted'
       join run_event j on j.stream_id = d.job_id and j.type = 'job.queued' where d.trigger_id = $1`,
      [id],
    );
    const all = await occurrencesOf(server, id);
    expect(new Set(all.map(({ scheduledFor }) => scheduledFor)).size).toBe(all.length);
    expect(rows[0]?.isRight ?? true).toBe(true);
  });

  it('that replaces the schedule by another trigger ends it', async () => {
    const { id, workflowId } = await deploySchedule(server);
    await save(workflowId, triggered(webhook('tick')));
    await deploy(workflowId);
    expect(await cursorOf(server, id)).toMatchObject({ dueAt: null });
    await save(workflowId, triggered(schedule()));
    await deploy(workflowId);
    expect(await settled(server, workflowId)).toBe(id);
    expect(later((await cursorOf(server, id))?.scheduledFor)).toBe(true);
  });
});

describe('a limit', () => {
  it('ends the schedule after its last run', async () => {
    const { id } = await deploySchedule(server, triggered(schedule({ maxRuns: '1' })));
    await makeDue(server, id);
    await deliveriesOf(server, id, 1);
    await eventually(async () => expect(await cursorOf(server, id)).toMatchObject({ fired: 1, scheduledFor: null, dueAt: null }));
  });

  it('is respected by the next times that a trigger shows', async () => {
    const { id } = await deploySchedule(server, triggered(schedule({ maxRuns: '3' })));
    const nextRuns = async () => (await server.as(server.first.apiKey).get(`/api/v1/triggers/${id}`).expect(200)).body.data.nextRuns;
    expect(await nextRuns()).toHaveLength(3);
    await makeDue(server, id);
    await deliveriesOf(server, id, 1);
    await eventually(async () => expect(await nextRuns()).toHaveLength(2));
    await server.database.pool.query('update schedule_cursor set fired = 3 where id = $1', [id]);
    expect(await nextRuns()).toEqual([]);
  });

  it('that is over leaves a schedule idle, and the deployment warns of it', async () => {
    const workflowId = await createWorkflow(server, { state: triggered(schedule({ ...yearly, endsAt: '2020-01-01T00:00:00Z' })) });
    const { body } = await server.as(server.first.apiKey).post(`/api/v1/workflows/${workflowId}/deploy`).expect(200);
    expect(body.data.warnings).toEqual([
      {
        blockId: 'tick',
        field: 'endsAt',
        message: 'Block "tick" never fires: no time of its schedule is before its endsAt',
        code: 'never_due',
      },
    ]);
    expect(await cursorOf(server, await settled(server, workflowId))).toMatchObject({ scheduledFor: null, dueAt: null });
  });
});
