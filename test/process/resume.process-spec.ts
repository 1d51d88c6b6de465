import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { startEffectSink, type EffectSink } from '../support/effect-sink.js';
import { eventually } from '../support/eventually.js';
import { blockWith, functionBlock, inARow } from '../support/run-api.js';
import { serverEnv, startServerProcess, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

/**
 * When the process is killed: that many ms after the answers were sent, before they arrive, while they are written, while the runs continue;
 * in the last round as soon as a run has called, on a machine of any speed.
 */
const delays = [0, 4, 10, 20, 40, 80, 'first call'] as const;
/** For each of them, half of them asynchronous. */
const runsAtOnce = 6;

let database: TestDatabase;
let sink: EffectSink;
let server: ServerProcess;
let env: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  sink = await startEffectSink(() => 20 + Math.random() * 40);
  env = await serverEnv(database);
  server = await startServerProcess(env);
}, 60_000);

afterAll(async () => {
  await server.kill('SIGKILL');
  await sink.close();
  await database.drop();
});

/** start → ask → call an external system with the answer → call it again → tell */
function askingWorkflow(sinkUrl: string): unknown {
  const call = (what: string) => ({ url: `${sinkUrl}/${what}`, method: 'POST', body: `{"what": "${what}", "n": <ask.n>}` });
  const state = inARow(
    blockWith('ask', 'human_in_the_loop', { inputFormat: [{ id: 'f', name: 'n', type: 'number', required: true }] }),
    blockWith('first', 'api', call('first')),
    blockWith('second', 'api', call('second')),
    functionBlock('tell', 'return <ask.n> * 2'),
  );
  return { version: '1.0', state: { ...state, metadata: { name: 'Ask first' } } };
}

async function deploy(document: unknown): Promise<string> {
  const { body: workspaces } = await server.call<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
  const workspaceId = workspaces.data[0]?.id;
  const { body } = await server.call<{ data: { id: string } }>('POST', '/api/v1/workflows/import', { workspaceId, workflow: document });
  await server.call('POST', `/api/v1/workflows/${body.data.id}/deploy`);
  return body.data.id;
}

interface Started {
  readonly executionId: string;
  readonly contextId: string;
}

async function pausedRun(workflowId: string, isAsync: boolean): Promise<Started> {
  const { body } = await server.call<{ executionId: string }>(
    'POST',
    `/api/workflows/${workflowId}/execute`,
    isAsync ? { async: true } : {},
  );
  const { executionId } = body;
  const contextId = await eventually(async () => {
    const account = await server.call<{ pausePoints: { contextId: string }[] }>('GET', `/api/resume/${workflowId}/${executionId}`);
    expect(account.status).toBe(200);
    return account.body.pausePoints[0]?.contextId ?? '';
  });
  return { executionId, contextId };
}

async function query<Row extends object>(text: string): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  const { rows } = await client.query<Row>(text);
  await client.end();
  return rows;
}

/** @param before how many calls there were before the answers */
async function passed(delay: (typeof delays)[number], before: number): Promise<void> {
  if (delay !== 'first call') return new Promise((resolve) => setTimeout(resolve, delay));
  await eventually(() => {
    if (sink.seen.size === before) throw new Error('No run has called yet');
  }, 30_000);
}

it('an answer counts once and its run is completed, whenever the process is killed on the way', async () => {
  const workflowId = await deploy(askingWorkflow(sink.url));
  let n = 0;
  for (const delay of delays) {
    const runs = await Promise.all(Array.from({ length: runsAtOnce }, (_, index) => pausedRun(workflowId, index % 2 === 0)));
    const answer = ({ executionId, contextId }: Started, value: number) =>
      server.call<{ code?: string }>('POST', `/api/resume/${workflowId}/${executionId}/${contextId}`, { n: value });
    const values = runs.map(() => (n += 1));
    const before = sink.seen.size;
    const sent = runs.map((run, index) => answer(run, values[index] ?? 0).catch(() => undefined));
    await passed(delay, before);
    await server.kill('SIGKILL');
    await Promise.all(sent);
    server = await startServerProcess(env);
    for (const [index, run] of runs.entries()) {
      // A caller without a response retries, and may learn that the first answer was recorded.
      const { status, body: told } = await answer(run, values[index] ?? 0);
      if (![200, 202, 409].includes(status)) throw new Error(`${status}: ${JSON.stringify(told)}`);
      const path = `/api/workflows/${workflowId}/executions/${run.executionId}?includeOutput=true`;
      const done = await eventually(async () => {
        const { body } = await server.call<{ status: string; finalOutput: { result: number } }>('GET', path);
        expect(body.status).toBe('completed');
        return body;
      }, 60_000);
      expect(done.finalOutput.result).toBe((values[index] ?? 0) * 2);
    }
  }
  const count = delays.length * runsAtOnce;
  const events = await query<{ type: string; n: number }>(
    `select type, count(*)::int as n from run_event where type in ('execution.pause-ended', 'execution.completed', 'pause.resume-completed')
     group by type order by type`,
  );
  expect(events).toEqual(['execution.completed', 'execution.pause-ended', 'pause.resume-completed'].map((type) => ({ type, n: count })));
  expect(await query('select distinct status, resumed_count from paused_execution')).toEqual([
    { status: 'fully_resumed', resumed_count: 1 },
  ]);
  expect(await query('select status, count(*)::int as n from job group by status')).toEqual([{ status: 'completed', n: count }]);
  const [taken] = await query<{ n: number }>(`select count(*)::int as n from run_event where type = 'execution.recovered'`);
  expect(taken?.n).toBeGreaterThan(0);
  expect(sink.seen.size).toBe(count * 2);
  for (const bodies of sink.seen.values()) expect(new Set(bodies).size).toBe(1);
  expect(await query('select id from work_item union all select id from timer')).toEqual([]);
}, 240_000);
