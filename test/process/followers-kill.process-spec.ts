import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { eventually } from '../support/eventually.js';
import { freePort, serverEnv, startServerProcess, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
let client: pg.Client;
let env: Record<string, string>;
let api: ServerProcess;
let execute: string;
let ran = 0;
const started: ServerProcess[] = [];

async function start(role: string): Promise<ServerProcess> {
  const server = await startServerProcess({ ...env, PORT: String(await freePort()), SLUICE_ROLE: role });
  started.push(server);
  return server;
}

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  env = await serverEnv(database);
  api = await start('api');
  const { body: workspaces } = await api.call<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
  const { body } = await api.call<{ data: { id: string }[] }>('GET', `/api/v1/workflows?workspaceId=${workspaces.data[0]?.id}`);
  execute = `/api/workflows/${body.data[0]?.id}/execute`;
}, 120_000);

afterAll(async () => {
  for (const server of started) await server.kill('SIGKILL');
  await client.end();
  await database.drop();
});

async function run(times: number): Promise<void> {
  for (let i = 0; i < times; i += 1) {
    expect((await api.call('POST', execute, { n: i })).status).toBe(200);
    ran += 1;
  }
}

/** The processes that follow, without those whose number is null. */
async function holders(): Promise<readonly number[]> {
  const { rows } = await client.query<{ follower: number }>(
    `select follower from projection_checkpoint where name in ('execution-log', 'usage-ledger') union select follower from audit_place`,
  );
  return rows.map(({ follower }) => follower);
}

/** All turns are with one process, which is another than before. @returns its number */
async function soleHolder(former: number | undefined, withinMs?: number): Promise<number> {
  return eventually(async () => {
    const [holder, ...others] = await holders();
    expect([typeof holder, others, holder === former]).toEqual(['number', [], false]);
    return holder as number;
  }, withinMs);
}

/** Every run is in the log once, counted once, and nothing was set aside. */
async function everythingFollowed(): Promise<void> {
  await eventually(async () => {
    const { rows } = await client.query(
      `select (select count(*)::int from execution_log) as logged, (select count(*)::int from execution_log where status = 'completed') as done,
         (select count(*)::int from dead_letter) as dead,
         (select count(*)::int from audit_entry where action = 'workflow.execute') - (select count(*)::int from run_event where type = 'execution.started') as unaudited`,
    );
    expect(rows).toEqual([{ logged: ran, done: ran, dead: 0, unaudited: 0 }]);
  }, 30_000);
}

describe('processes that follow', () => {
  it('an API process does not follow', async () => {
    await run(1);
    expect(await holders()).toEqual([null]);
  });

  it('one of several workers has all turns, and when it is killed another one continues', async () => {
    const workers = [await start('worker')];
    const first = await soleHolder(undefined);
    workers.push(await start('worker'));
    await run(20);
    await everythingFollowed();
    expect(await holders()).toEqual([first]);
    const running = run(30);
    await workers[0]?.kill('SIGKILL');
    await soleHolder(first);
    await running;
    await everythingFollowed();
  }, 120_000);

  it('a follower takes the turns, and when it hangs a worker continues; after that it applies nothing twice', async () => {
    const before = await soleHolder(undefined);
    const follower = await start('follower');
    const holder = await soleHolder(before);
    await run(5);
    await everythingFollowed();
    follower.child.kill('SIGSTOP');
    await run(10);
    await soleHolder(holder, 60_000);
    await everythingFollowed();
    follower.child.kill('SIGCONT');
    await run(10);
    await everythingFollowed();
    expect(follower.output()).not.toContain('"level":50');
  }, 180_000);

  it('two followers divide the views and the audit log, and when one is killed the other one has both', async () => {
    const first = await soleHolder(undefined);
    const second = await start('follower');
    const divided = await eventually(async () => {
      const found = await holders();
      expect(found).toHaveLength(2);
      return found;
    });
    await run(20);
    await everythingFollowed();
    expect([divided, await holders()].map((found) => found.includes(first))).toEqual([true, true]);
    await second.kill('SIGKILL');
    await eventually(async () => expect(await holders()).toEqual([first]));
    await run(10);
    await everythingFollowed();
  }, 120_000);
});
