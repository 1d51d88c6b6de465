import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { JsonObject } from '#kernel/json.js';
import type { JobResponse } from '#modules/runs/http/job.response.js';
import { startEffectSink, type EffectSink } from '../support/effect-sink.js';
import { eventually } from '../support/eventually.js';
import { blockWith, functionBlock, inARow } from '../support/run-api.js';
import { serverEnv, startServerProcess, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const runs = 200;

let database: TestDatabase;
let sink: EffectSink;
let server: ServerProcess;
let env: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  sink = await startEffectSink(() => Math.random() * 20);
  env = await serverEnv(database);
  server = await startServerProcess(env);
}, 60_000);

afterAll(async () => {
  await server.kill('SIGKILL');
  await sink.close();
  await database.drop();
});

/** start → call an external system → work → call it again → respond */
function workflowWithTwoEffects(sinkUrl: string): unknown {
  const call = (what: string): JsonObject => ({
    url: `${sinkUrl}/${what}`,
    method: 'POST',
    body: `{"what": "${what}", "n": <start.n>}`,
  });
  const state = inARow(
    blockWith('first', 'api', call('first')),
    functionBlock('work', 'let x = 0; for (let i = 0; i < 1e5; i++) x += i; return { n: <start.n> * 2 }'),
    blockWith('second', 'api', call('second')),
    blockWith('done', 'response', { dataMode: 'json', data: '{"n": <work.result.n>}' }),
  );
  return { version: '1.0', state: { ...state, metadata: { name: 'Two effects' } } };
}

async function deploy(document: unknown): Promise<string> {
  const { body: workspaces } = await server.call<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
  const { body: imported } = await server.call<{ data: { id: string } }>('POST', '/api/v1/workflows/import', {
    workspaceId: workspaces.data[0]?.id,
    workflow: document,
  });
  await server.call('POST', `/api/v1/workflows/${imported.data.id}/deploy`);
  return imported.data.id;
}

/** Retries with the same Idempotency-Key until a process accepts the run. */
async function accept(workflowId: string, n: number): Promise<string> {
  return eventually(async () => {
    const { status, body } = await server.call<{ jobId: string }>(
      'POST',
      `/api/workflows/${workflowId}/execute`,
      { async: true, input: { n } },
      { 'idempotency-key': `run-${n}` },
    );
    if (status !== 202) throw new Error(`${status}: ${JSON.stringify(body)}`);
    return body.jobId;
  }, 60_000);
}

/** Runs that continued in another process than the one they began in. */
async function takenOver(): Promise<number> {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  const { rows } = await client.query<{ n: number }>(
    `select count(distinct stream_id)::int as n from run_event where type = 'execution.recovered'`,
  );
  await client.end();
  return rows[0]?.n ?? 0;
}

describe('a server that is killed at random moments while it runs 200 asynchronous executions', () => {
  it('completes every run that it accepted, and each effect has one key and one value', async () => {
    const workflowId = await deploy(workflowWithTwoEffects(sink.url));
    let [killing, kills, startedInMs] = [true, 0, 500];
    const killer = (async () => {
      while (killing) {
        // A process lives for about as long as its start takes: on a slow machine one that is killed sooner would do nothing at all.
        await new Promise((resolve) => setTimeout(resolve, 150 + Math.random() * startedInMs));
        if (!killing) break;
        await server.kill('SIGKILL');
        kills += 1;
        const startedAt = performance.now();
        server = await startServerProcess(env);
        startedInMs = performance.now() - startedAt;
      }
    })();
    const jobs: string[] = [];
    for (let n = 0; n < runs; n += 10) jobs.push(...(await Promise.all(Array.from({ length: 10 }, (_, i) => accept(workflowId, n + i)))));
    await eventually(async () => {
      expect(kills).toBeGreaterThan(3);
      expect(await takenOver()).toBeGreaterThan(0);
    }, 60_000);
    killing = false;
    await killer;
    expect(new Set(jobs).size).toBe(runs);
    for (const [n, job] of jobs.entries()) {
      const finished = await eventually(async () => {
        const { body } = await server.call<JobResponse>('GET', `/api/jobs/${job}`);
        if (body.status !== 'completed') throw new Error(`Job ${n} is ${JSON.stringify(body)}`);
        return body;
      }, 60_000);
      expect(finished.output).toMatchObject({ data: { n: n * 2 }, status: 200 });
    }
    const values = [...sink.seen.values()];
    expect(sink.seen.size).toBe(runs * 2);
    for (const bodies of values) expect(new Set(bodies).size).toBe(1);
    expect(new Set(values.map(([first]) => first)).size).toBe(runs * 2);
  }, 240_000);
});
