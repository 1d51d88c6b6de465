import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestBed, benchKey, type Subject } from '../support/bed.js';
import type { Section } from '../support/report.js';
import { quantile, round } from '../support/statistics.js';

const tries = 50;
const patienceMs = 10_000;
const plan = { costLimitUsd: null, concurrentRuns: null, concurrentRunsPerWorkflow: null, storageBytes: null, isEnterprise: false };
/** Two plans that differ in a value of every response, with limits that are not reached here. */
const plans = {
  one: { ...plan, syncPerMinute: 1_000_000, asyncPerMinute: 1_000_000, apiPerMinute: 1_000_000 },
  two: { ...plan, syncPerMinute: 2_000_000, asyncPerMinute: 2_000_000, apiPerMinute: 2_000_000 },
};

/** A change in one process, and how another one shows that it knows. */
interface Change {
  readonly name: string;
  /** Makes something that the other process knows. @returns how to change it, and whether the other one has noticed */
  readonly prepare: (turn: number) => Promise<{ change: () => Promise<unknown>; isKnown: () => Promise<boolean> }>;
}

/** How long a process uses an old value after a change by another one: from the response to the change to the first response with the new value. */
export async function propagation(): Promise<Section> {
  const bed = await TestBed.open();
  const folder = await mkdtemp(join(tmpdir(), 'sluice-plans-'));
  try {
    const env = { SLUICE_PLANS_FILE: join(folder, 'plans.json'), DATABASE_URL: await bed.database('propagation') };
    await writeFile(env.SLUICE_PLANS_FILE, JSON.stringify({ default: 'one', plans }));
    const here = await bed.server('propagation', env);
    const there = await bed.server('propagation', env);
    const rows: (string | number)[][] = [];
    for (const change of changesIn(here, there)) rows.push([change.name, ...(await measure(change))]);
    const notes = [`${tries} tries of each; the other process is asked all the time with the same key, so that it remembers what was.`];
    return { title: 'Changes in another process', columns: ['', 'p50 ms', 'p99 ms', 'max ms'], rows, notes };
  } finally {
    await bed.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure({ prepare }: Change): Promise<number[]> {
  const delays: number[] = [];
  for (let turn = 0; turn < tries; turn += 1) {
    const { change, isKnown } = await prepare(turn);
    await change();
    const since = performance.now();
    while (!(await isKnown())) if (performance.now() - since > patienceMs) throw new Error('The other process never knew');
    delays.push(performance.now() - since);
  }
  return [round(quantile(delays, 0.5)), round(quantile(delays, 0.99)), round(Math.max(...delays))];
}

function changesIn(here: Subject, there: Subject): readonly Change[] {
  const isAdmitted = async (key: string): Promise<boolean> => (await ask(there, key)).status === 200;
  const until = async (isSo: () => Promise<boolean>): Promise<void> => {
    while (!(await isSo()));
  };
  return [
    {
      name: 'a key is revoked',
      prepare: async (turn) => {
        const { id, key } = await made(here, '/api/v1/users/me/api-keys', { name: `to be revoked ${turn}` });
        await until(() => isAdmitted(key));
        const change = (): Promise<unknown> => here.call('DELETE', `/api/v1/users/me/api-keys/${id}`);
        return { change, isKnown: async () => !(await isAdmitted(key)) };
      },
    },
    {
      name: 'a user is suspended',
      prepare: async (turn) => {
        const user = await made(here, '/api/v1/users', { email: `user-${turn}@example.org`, name: 'U' });
        const { key } = await made(here, `/api/v1/users/${user.id}/api-keys`, { name: 'of a user' });
        await until(() => isAdmitted(key));
        const change = (): Promise<unknown> => here.call('PATCH', `/api/v1/users/${user.id}`, { suspended: true });
        return { change, isKnown: async () => !(await isAdmitted(key)) };
      },
    },
    {
      name: 'a plan is changed',
      prepare: async (turn) => {
        const { body } = (await here.call('GET', '/api/v1/organizations')) as { body: { data: { id: string }[] } };
        const name = turn % 2 === 0 ? 'two' : 'one';
        const change = (): Promise<unknown> => here.call('PATCH', `/api/v1/organizations/${body.data[0]?.id}`, { plan: name });
        const limit = String(2 * plans[name].apiPerMinute);
        return { change, isKnown: async () => (await ask(there, benchKey)).headers.get('x-ratelimit-limit') === limit };
      },
    },
  ];
}

async function ask({ url }: Subject, key: string): Promise<Response> {
  const response = await fetch(`${url}/api/v1/workspaces`, { headers: { 'x-api-key': key } });
  await response.arrayBuffer();
  return response;
}

async function made(server: Subject, path: string, body: unknown): Promise<{ id: string; key: string }> {
  const answer = await server.call('POST', path, body);
  if (answer.status !== 200) throw new Error(`POST ${path} was answered with ${answer.status}: ${JSON.stringify(answer.body)}`);
  return (answer.body as { data: { id: string; key: string } }).data;
}
