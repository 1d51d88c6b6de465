import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { ModelAnswered } from '#engine/execution.events.js';
import { builtInPlans } from '#kernel/plan/plan.js';
import { startFakeModels, type FakeModels } from '../support/fake-models.js';
import { blockWith, inARow } from '../support/run-api.js';
import { freePort, serverEnv, startServerProcess, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const runsAtOnce = 200;
const limitNanoUsd = 5e9;
/** By the documentation, charges of other processes count after this time. */
const overspentMs = 5_000;

/** The refusal of a call, and that of a start. */
const budgetCodes = ['BUDGET_EXCEEDED', 'USAGE_LIMIT_EXCEEDED'];

type Answered = ReturnType<typeof ModelAnswered>['payload'];

let database: TestDatabase;
let models: FakeModels;
let folder: string;
let servers: readonly ServerProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  models = await startFakeModels();
  folder = await mkdtemp(join(tmpdir(), 'sluice-plans-'));
  const plansFile = join(folder, 'plans.json');
  const { name: _, ...plan } = builtInPlans.find(({ name }) => name === 'selfhosted') ?? { name: '' };
  const plans = { five: { ...plan, costLimitUsd: limitNanoUsd / 1e9, baseChargeUsd: 0 } };
  await writeFile(plansFile, JSON.stringify({ plans }));
  const env = await serverEnv(database, { ...models.env, SLUICE_PLANS_FILE: plansFile, SLUICE_LOG_LEVEL: 'error' });
  const first = await startServerProcess(env);
  const others = await Promise.all([1, 2].map(async () => startServerProcess({ ...env, PORT: String(await freePort()) })));
  servers = [first, ...others];
}, 120_000);

afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill('SIGKILL')));
  await models.stop();
  await rm(folder, { recursive: true });
  await database.drop();
});

/** A deployed agent whose call costs about one cent, in an organization with a limit of five dollars. */
async function deployAgent([server]: readonly ServerProcess[]): Promise<string> {
  if (server === undefined) throw new Error('No server was started');
  const organizations = await server.call<{ data: { id: string }[] }>('GET', '/api/v1/organizations');
  await server.call('PATCH', `/api/v1/organizations/${organizations.body.data[0]?.id}`, { plan: 'five' });
  const workspaces = await server.call<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
  const messages = JSON.stringify([{ role: 'user', content: 'word '.repeat(350) }]);
  const state = inARow(blockWith('agent', 'agent', { model: 'fake/length', messages, maxTokens: 500 }));
  const { body } = await server.call<{ data: { id: string } }>('POST', '/api/v1/workflows/import', {
    workspaceId: workspaces.body.data[0]?.id,
    workflow: { version: '1.0', state: { ...state, metadata: { name: 'A cent' } } },
  });
  expect((await server.call('POST', `/api/v1/workflows/${body.data.id}/deploy`)).status).toBe(200);
  return body.data.id;
}

/** Starts one run after another until one is refused. @returns the code of the refusal */
async function runUntilRefused(workflowId: string, server: ServerProcess): Promise<string> {
  for (;;) {
    const { status, body } = await server.call<{ code: string }>('POST', `/api/workflows/${workflowId}/execute`, {});
    // The gate of an overloaded process asks for a retry.
    if (status !== 200 && status !== 503) return body.code;
  }
}

async function recordedCalls(): Promise<readonly Answered[]> {
  const client = new pg.Client(database.connectionString);
  await client.connect();
  try {
    const { rows } = await client.query<{ payload: Answered }>(
      "select data as payload from run_event where type = 'execution.model-answered'",
    );
    return rows.map(({ payload }) => payload).toSorted((one, other) => one.endedAt.localeCompare(other.endedAt));
  } finally {
    await client.end();
  }
}

/** When the calls that had ended had used up the limit. */
function usedUpAt(calls: readonly Answered[]): number {
  let nanoUsd = 0;
  for (const { cost, endedAt } of calls) {
    nanoUsd += cost?.totalNanoUsd ?? 0;
    if (nanoUsd >= limitNanoUsd) return Date.parse(endedAt);
  }
  return Infinity;
}

describe('a cost limit that several processes share', () => {
  it('is overspent by 200 concurrent runs by at most the calls of five seconds', async () => {
    const workflowId = await deployAgent(servers);
    const callers = servers.flatMap((server) => Array.from({ length: Math.ceil(runsAtOnce / servers.length) }, () => server));
    const refusals = await Promise.all(callers.map((server) => runUntilRefused(workflowId, server)));
    for (const refusal of refusals) expect(budgetCodes).toContain(refusal);

    const calls = await recordedCalls();
    const used = calls.reduce((sum, { cost }) => sum + (cost?.totalNanoUsd ?? 0), 0);
    const usedUp = usedUpAt(calls);
    const late = calls.filter(({ startedAt }) => Date.parse(startedAt) > usedUp);
    const lastMs = Math.max(0, ...late.map(({ startedAt }) => Date.parse(startedAt) - usedUp));
    const figures = { calls: calls.length, usd: used / 1e9, lateCalls: late.length, lastMs };
    process.stdout.write(`A shared limit of $${limitNanoUsd / 1e9}: ${JSON.stringify(figures)}\n`);
    // Each call leaves a part of the limit unused that a further one could have used: the limit was reached, and not only approached.
    expect(used).toBeGreaterThan(limitNanoUsd * 0.95);
    expect(lastMs).toBeLessThanOrEqual(overspentMs);

    const before = models.log.requests.length;
    const after = await Promise.all(servers.map((server) => runUntilRefused(workflowId, server)));
    for (const refusal of after) expect(budgetCodes).toContain(refusal);
    expect(models.log.requests).toHaveLength(before);
  }, 180_000);
});
