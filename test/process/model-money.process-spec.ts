import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { JsonObject } from '#kernel/json.js';
import { eventually } from '../support/eventually.js';
import { startFakeModels, type FakeModels } from '../support/fake-models.js';
import { blockWith, functionBlock, inARow } from '../support/run-api.js';
import { serverEnv, startServerProcess, type ServerProcess } from '../support/server-process.js';
import { runSluice } from '../support/sluice-command.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

interface Finding {
  readonly check: string;
  readonly status: string;
  readonly message: string;
}

let database: TestDatabase;
let models: FakeModels;
let env: Record<string, string>;
let server: ServerProcess;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  models = await startFakeModels();
  env = await serverEnv(database, { ...models.env });
  server = await startServerProcess(env);
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
}, 60_000);

afterAll(async () => {
  await server.kill('SIGKILL');
  await client.end();
  await models.stop();
  await database.drop();
});

const look: JsonObject = {
  type: 'custom-tool',
  title: 'look',
  toolId: 'custom-look',
  schema: {
    type: 'function',
    function: { name: 'look', description: 'Looks', parameters: { type: 'object', properties: { subject: { type: 'string' } } } },
  },
  code: 'return `found ${subject}`',
};

async function anAgent(model: string, more: JsonObject = {}): Promise<string> {
  const fields = { model, messages: [{ role: 'user', content: 'subject: cats' }], ...more };
  const state = inARow(blockWith('agent', 'agent', fields), functionBlock('answer', 'return <agent.content>.length'));
  const { body: workspaces } = await server.call<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
  const { body: imported } = await server.call<{ data: { id: string } }>('POST', '/api/v1/workflows/import', {
    workspaceId: workspaces.data[0]?.id,
    workflow: { version: '1.0', state: { ...state, metadata: { name: model } } },
  });
  await server.call('POST', `/api/v1/workflows/${imported.data.id}/deploy`);
  return imported.data.id;
}

async function start(workflowId: string): Promise<string> {
  const id = randomUUID();
  await server.call('POST', `/api/workflows/${workflowId}/execute`, {}, { 'x-execution-id': id, 'x-execution-mode': 'async' });
  return id;
}

const statusOf = async (workflowId: string, id: string): Promise<string> =>
  (await server.call<{ status: string }>('GET', `/api/workflows/${workflowId}/executions/${id}`)).body.status;

async function findings(check: string): Promise<readonly Finding[]> {
  const { out } = await runSluice(['doctor', '--json'], env);
  return (JSON.parse(out) as { findings: Finding[] }).findings.filter((finding) => finding.check === check);
}

/** Nano-dollars of all calls of models: by their outcomes, by the rows of the ledger, and by the totals of its days. */
async function sums(): Promise<{ readonly outcomes: number; readonly ledger: number; readonly days: number }> {
  const { rows } = await client.query<{ outcomes: number; ledger: number; days: number }>(
    `select (select coalesce(sum((data #>> '{cost,totalNanoUsd}')::numeric), 0)::float8 from run_event
         where type = 'execution.model-answered' and data ->> 'outcome' <> 'abandoned' and data ->> 'recorded' is null) as outcomes,
       (select coalesce(sum(cost_nano_usd), 0)::float8 from usage_call) as ledger,
       (select coalesce(sum(cost_nano_usd), 0)::float8 from usage_call_day) as days`,
  );
  return rows[0] ?? { outcomes: -1, ledger: -1, days: -1 };
}

describe('the money of agents', () => {
  it('is the same in events, ledger, totals and logs after crashes, retries and replays, and the doctor confirms it', async () => {
    const slow = await anAgent('fake/tool-then-text:50', { tools: [look] });
    const limited = await anAgent('fake/429-then-ok');
    const broken = await anAgent('fake/cut');
    const started: (readonly [string, string])[] = [];
    for (const workflowId of [slow, slow, slow, limited, slow, broken, slow]) started.push([workflowId, await start(workflowId)]);
    for (let kill = 0; kill < 2; kill += 1) {
      await eventually(() => expect(models.log.requests.some(({ state }) => state === 'open')).toBe(true), 30_000);
      await server.kill('SIGKILL');
      server = await startServerProcess(env);
    }
    for (const [workflowId, id] of started) {
      await eventually(async () => expect(['completed', 'failed']).toContain(await statusOf(workflowId, id)), 60_000);
    }
    const [, first = ''] = started[0] ?? [];
    for (const mode of ['recorded', 'live']) {
      const { status } = await server.call('POST', `/api/workflows/${slow}/executions/${first}/replay`, { mode });
      expect(status).toBe(200);
    }
    const { rows } = await client.query(
      `select data ->> 'outcome' as outcome from run_event where type = 'execution.model-answered' group by 1 order by 1`,
    );
    expect(rows).toEqual([{ outcome: 'abandoned' }, { outcome: 'answered' }, { outcome: 'failed' }]);
    const counted = await eventually(async () => {
      const found = await sums();
      expect(found).toEqual({ outcomes: found.outcomes, ledger: found.outcomes, days: found.outcomes });
      return found;
    }, 30_000);
    expect(counted.outcomes).toBeGreaterThan(0);
    expect(await findings('money')).toEqual([
      { check: 'money', status: 'ok', message: 'events, ledger and log agree on the cost of 9 runs' },
    ]);
  }, 180_000);

  it('is missed by the doctor if the ledger has lost a charge', async () => {
    await client.query(`delete from usage_call where (execution_id, position) in (select execution_id, position from usage_call limit 1)`);
    expect(await findings('money')).toEqual([
      expect.objectContaining({ status: 'fail', message: expect.stringMatching(/^run .*: the events cost \$/) }),
    ]);
  }, 60_000);
});

describe('the circuit breakers of a running server', () => {
  it('are shown by the doctor: closed, and open after five failures in a row', async () => {
    const working = await anAgent('fake/echo');
    await server.call('POST', `/api/workflows/${working}/execute`, {});
    expect(await findings('model breakers')).toEqual([
      { check: 'model breakers', status: 'ok', message: 'closed for fake, fake-openai, fake-anthropic, fake-google' },
    ]);
    const failing = await anAgent('fake/503-always');
    for (let call = 0; call < 2; call += 1) await server.call('POST', `/api/workflows/${failing}/execute`, {});
    const [finding] = await findings('model breakers');
    expect(finding).toMatchObject({
      status: 'warn',
      message: 'that of fake is open at the running server: calls fail at once',
      advice: expect.stringContaining('/api/v1/models/health'),
    });
  }, 60_000);
});
