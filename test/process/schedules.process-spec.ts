import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { eventually } from '../support/eventually.js';
import { jump, jumpingClock } from '../support/jumping-clock.js';
import { serverEnv, startServerProcess, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { fieldBlock, triggered } from '../support/triggers/trigger-documents.js';

const schedulesOfEach = 10;
const processes = 3;

let database: TestDatabase;
let client: pg.Client;
let servers: ServerProcess[];
let workspaceId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.connectionString });
  client.on('error', () => undefined);
  await client.connect();
  servers = [await startServerProcess(await serverEnv(database, jumpingClock()))];
  while (servers.length < processes) servers.push(await startServerProcess(await serverEnv(database, jumpingClock())));
  const { body } = await first().call<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
  workspaceId = body.data[0]?.id ?? '';
}, 120_000);

afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill('SIGKILL')));
  await client.end();
  await database.drop();
});

function first(): ServerProcess {
  const [server] = servers;
  if (server === undefined) throw new Error('No server runs');
  return server;
}

/** A schedule for each second, of which none is left out. */
const eachSecond = (id: string, timezone: string) =>
  fieldBlock(id, 'schedule', {
    scheduleType: 'custom',
    cronExpression: '* * * * * *',
    catchUp: 'all',
    overlapPolicy: 'allow',
    timezone,
  });

const state = (timezone: string) =>
  triggered(...Array.from({ length: schedulesOfEach }, (_, index) => eachSecond(`tick${index}`, timezone)));

async function deploySchedules(): Promise<string> {
  const { body } = await first().call<{ data: { id: string } }>('POST', '/api/v1/workflows', { workspaceId, name: 'Each second' });
  await redeploy(body.data.id, 'UTC');
  return body.data.id;
}

async function redeploy(workflowId: string, timezone: string): Promise<void> {
  await first().call('PUT', `/api/v1/workflows/${workflowId}/state`, { state: state(timezone) });
  const { status } = await first().call('POST', `/api/v1/workflows/${workflowId}/deploy`);
  expect(status).toBe(200);
}

async function rollBack(workflowId: string, version: number): Promise<void> {
  const { status } = await first().call('POST', `/api/v1/workflows/${workflowId}/rollback`, { version });
  expect(status).toBe(200);
}

interface FiredVersion {
  readonly id: string;
  readonly version: number;
  /** The time zone of the configuration with which it was fired. */
  readonly zone: string;
}

async function zonesOf(workflowId: string): Promise<readonly FiredVersion[]> {
  const { rows } = await client.query<FiredVersion>(
    `select d.id, (a.data->>'version')::int as version, j.data->'payload'->'input'->>'timezone' as zone
     from delivery d join run_event a on a.stream_id = d.id and a.type = 'delivery.accepted'
     join run_event j on j.stream_id = d.job_id and j.type = 'job.queued' where d.workflow_id = $1`,
    [workflowId],
  );
  return rows;
}

interface Fired {
  readonly triggers: number;
  readonly accepted: number;
  readonly twice: number;
  readonly gaps: number;
}

/** What the schedules of a workflow have fired, from their first run to their last one. */
async function fired(workflowId: string): Promise<Fired> {
  const { rows } = await client.query<Fired>(
    `select count(distinct trigger_id)::int as triggers, count(*)::int as accepted,
       count(*) filter (where scheduled_for = before)::int as twice,
       count(*) filter (where scheduled_for > before + interval '1 second')::int as gaps
     from (select *, lag(scheduled_for) over (partition by trigger_id order by scheduled_for) as before from delivery
           where workflow_id = $1 and outcome = 'accepted') d`,
    [workflowId],
  );
  return rows[0] ?? { triggers: 0, accepted: 0, twice: 0, gaps: 0 };
}

/** Waits until each schedule has fired up to this moment of the database, which comes after the faults. */
async function caughtUp(workflowId: string): Promise<void> {
  const { rows } = await client.query<{ now: Date }>('select now()');
  await eventually(async () => {
    const { rows: behind } = await client.query(
      `select 1 from schedule_cursor c join trigger t using (id)
       where t.workflow_id = $1 and (last_scheduled_for is null or last_scheduled_for < date_trunc('second', $2::timestamptz))`,
      [workflowId, rows[0]?.now],
    );
    expect(behind).toHaveLength(0);
  }, 60_000);
}

async function end(workflowId: string): Promise<void> {
  await first().call('DELETE', `/api/v1/workflows/${workflowId}/deploy`);
}

const settle = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until the schedules have fired that many times more. */
async function moreFirings(workflowId: string, count: number): Promise<void> {
  const { accepted } = await fired(workflowId);
  await eventually(async () => expect((await fired(workflowId)).accepted).toBeGreaterThan(accepted + count), 60_000);
}

async function databaseTime(): Promise<number> {
  const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at');
  return rows[0]?.at.getTime() ?? 0;
}

/** The latest time for which a run was started. */
async function lastFiring(workflowId: string): Promise<number> {
  const { rows } = await client.query<{ last: Date | null }>(
    `select max(scheduled_for) as last from delivery where workflow_id = $1 and outcome = 'accepted'`,
    [workflowId],
  );
  return rows[0]?.last?.getTime() ?? 0;
}

/** How many firings were received at a time that is far from the one that they are for. */
async function receivedFarOff(workflowId: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int from delivery
     where workflow_id = $1 and outcome = 'accepted' and not received_at between scheduled_for - interval '50 minutes' and scheduled_for + interval '50 minutes'`,
    [workflowId],
  );
  return rows[0]?.count ?? 0;
}

/** Stops the other processes for a while, since any of them may be the one that fires. */
async function firedAloneBy(index: number, until: () => Promise<void>): Promise<void> {
  const others = servers.filter((_, other) => other !== index);
  for (const other of others) other.child.kill('SIGSTOP');
  try {
    await until();
  } finally {
    for (const other of others) other.child.kill('SIGCONT');
  }
}

describe('schedules of three processes', () => {
  it('fire each time once while two of the processes are killed at random', async () => {
    const workflowId = await deploySchedules();
    await moreFirings(workflowId, 0);
    for (let kill = 0; kill < 4; kill += 1) {
      await settle(Math.random() * 700);
      const index = 1 + (kill % 2);
      await servers[index]?.kill('SIGKILL');
      servers[index] = await startServerProcess(await serverEnv(database, jumpingClock()));
      await moreFirings(workflowId, schedulesOfEach);
    }
    await caughtUp(workflowId);
    await end(workflowId);
    expect(await fired(workflowId)).toMatchObject({ triggers: schedulesOfEach, twice: 0, gaps: 0 });
  }, 180_000);

  it('fire each time once while a process is stopped for longer than its claims, and continues', async () => {
    const workflowId = await deploySchedules();
    await moreFirings(workflowId, 0);
    const [, second] = servers;
    second?.child.kill('SIGSTOP');
    try {
      await eventually(async () => {
        const { rows } = await client.query<{ stuck: number }>(
          `select count(*)::int as stuck from schedule_cursor c join trigger t using (id)
           where t.workflow_id = $1 and last_scheduled_for < now() - interval '12 seconds'`,
          [workflowId],
        );
        expect(rows[0]?.stuck).toBe(0);
      }, 60_000);
      // Its claims last 10 s.
      await moreFirings(workflowId, schedulesOfEach * 12);
    } finally {
      second?.child.kill('SIGCONT');
    }
    await moreFirings(workflowId, schedulesOfEach * 3);
    await caughtUp(workflowId);
    await end(workflowId);
    expect(await fired(workflowId)).toMatchObject({ triggers: schedulesOfEach, twice: 0, gaps: 0 });
  }, 180_000);

  it('fire each time once while all sessions of the database are ended', async () => {
    const workflowId = await deploySchedules();
    await moreFirings(workflowId, 0);
    for (let round = 0; round < 4; round += 1) {
      await settle(Math.random() * 500);
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      await moreFirings(workflowId, schedulesOfEach);
    }
    await caughtUp(workflowId);
    await end(workflowId);
    expect(await fired(workflowId)).toMatchObject({ triggers: schedulesOfEach, twice: 0, gaps: 0 });
  }, 180_000);

  it('never fire with two configurations at once while versions are deployed', async () => {
    const workflowId = await deploySchedules();
    for (let round = 0; round < 8; round += 1) {
      await settle(Math.random() * 900);
      await redeploy(workflowId, round % 2 === 0 ? 'Asia/Tokyo' : 'UTC');
    }
    await moreFirings(workflowId, schedulesOfEach);
    await end(workflowId);
    const { rows } = await client.query<{ mixed: number; late: number }>(
      `with runs as (
         select d.id, d.trigger_id, (a.data->>'version')::int as version, j.data->'payload'->'input'->>'timezone' as zone
         from delivery d join run_event a on a.stream_id = d.id and a.type = 'delivery.accepted'
         join run_event j on j.stream_id = d.job_id and j.type = 'job.queued' where d.workflow_id = $1)
       select count(*) filter (where zone <> case version % 2 when 0 then 'Asia/Tokyo' else 'UTC' end)::int as mixed,
         count(*) filter (where version < before)::int as late
       from (select *, max(version) over (partition by trigger_id order by id rows between unbounded preceding and 1 preceding) as before from runs) r`,
      [workflowId],
    );
    expect(rows).toEqual([{ mixed: 0, late: 0 }]);
    expect(await fired(workflowId)).toMatchObject({ triggers: schedulesOfEach, twice: 0 });
  }, 180_000);

  it('fire with the version that was rolled back to, never with both, while they are due', async () => {
    const workflowId = await deploySchedules();
    await redeploy(workflowId, 'Asia/Tokyo');
    const zones = ['UTC', 'Asia/Tokyo'];
    for (let round = 0; round < 8; round += 1) {
      await settle(Math.random() * 900);
      await rollBack(workflowId, 1 + (round % 2));
    }
    await rollBack(workflowId, 1);
    const before = new Set((await zonesOf(workflowId)).map(({ id }) => id));
    await moreFirings(workflowId, schedulesOfEach);
    await caughtUp(workflowId);
    await end(workflowId);
    const all = await zonesOf(workflowId);
    expect(all.filter(({ version, zone }) => zone !== zones[version - 1])).toEqual([]);
    const after = all.filter(({ id }) => !before.has(id));
    expect(after.length).toBeGreaterThan(schedulesOfEach);
    expect(after.filter(({ version }) => version !== 1)).toEqual([]);
    expect(await fired(workflowId)).toMatchObject({ triggers: schedulesOfEach, twice: 0 });
  }, 180_000);

  it('fire each time once while processes are replaced by new ones that come up with a new version', async () => {
    const workflowId = await deploySchedules();
    await moreFirings(workflowId, 0);
    for (let index = 1; index < processes; index += 1) {
      const replacement = await startServerProcess(await serverEnv(database, jumpingClock()));
      const [stopped] = await Promise.all([servers[index]?.kill('SIGTERM'), redeploy(workflowId, 'UTC')]);
      expect(stopped).toEqual({ code: 0, signal: null });
      servers[index] = replacement;
      await moreFirings(workflowId, schedulesOfEach);
    }
    await caughtUp(workflowId);
    await end(workflowId);
    expect(await fired(workflowId)).toMatchObject({ triggers: schedulesOfEach, twice: 0, gaps: 0 });
  }, 180_000);

  it('fire by the clock of the database, each time once, while the clocks of processes jump by an hour', async () => {
    const workflowId = await deploySchedules();
    await moreFirings(workflowId, 0);
    // One clock is too early, then one too late as well, then all of them are wrong.
    for (const jumping of [[0, 1], [1], [2]]) {
      for (const index of jumping) jump(servers[index] ?? first());
      await moreFirings(workflowId, schedulesOfEach);
    }
    const jumpedAt = await databaseTime();
    for (const index of [1, 2]) await firedAloneBy(index, () => moreFirings(workflowId, schedulesOfEach));
    await moreFirings(workflowId, schedulesOfEach * 3);
    await caughtUp(workflowId);
    const last = await lastFiring(workflowId);
    expect(last).toBeGreaterThan(jumpedAt - 1_000);
    expect(last).toBeLessThanOrEqual(await databaseTime());
    for (const jumping of [
      [0, 2],
      [0, 1, 2],
    ]) {
      for (const index of jumping) jump(servers[index] ?? first());
      await moreFirings(workflowId, schedulesOfEach);
    }
    await caughtUp(workflowId);
    await end(workflowId);
    expect(await fired(workflowId)).toMatchObject({ triggers: schedulesOfEach, twice: 0, gaps: 0 });
    expect(await receivedFarOff(workflowId)).toBe(0);
  }, 180_000);
});
