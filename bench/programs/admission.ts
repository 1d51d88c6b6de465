import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestBed, type Subject } from '../support/bed.js';
import type { Section } from '../support/report.js';
import { round } from '../support/statistics.js';

const callsPerMinute = 100;
const capacity = 2 * callsPerMinute;
/** Tokens that are left when all come at once. */
const edges = [1, 20, capacity];
const atOnce = [500, 2000];
const none = { costLimitUsd: null, concurrentRuns: null, concurrentRunsPerWorkflow: null, storageBytes: null, isEnterprise: false };
const edge = { ...none, syncPerMinute: 1000, asyncPerMinute: 1000, apiPerMinute: callsPerMinute };

interface Answer {
  readonly status: number;
  readonly resetAt: string | null;
}

/** How many calls two processes admit out of one bucket that is nearly empty, when many come in the same instant. */
export async function admission(): Promise<Section> {
  const bed = await TestBed.open();
  const folder = await mkdtemp(join(tmpdir(), 'sluice-plans-'));
  try {
    const plansFile = join(folder, 'plans.json');
    await writeFile(plansFile, JSON.stringify({ plans: { edge } }));
    const rows: (string | number)[][] = [];
    for (const left of edges) for (const calls of atOnce) rows.push(await storm(bed, plansFile, { left, calls }));
    const notes = [
      `A plan with ${callsPerMinute} calls a minute and ${capacity} at once; each row has a separate database and two processes. Calls that come when the bucket is
nearly empty may be refused while the other process holds its last tokens; none may be admitted beyond what there is.`,
    ];
    const columns = ['tokens left', 'calls at once', 'admitted', 'refused', 'beyond what there is', 'ms'];
    return { title: 'Admission at the edge of a bucket', columns, rows, notes };
  } finally {
    await bed.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function storm(bed: TestBed, plansFile: string, { left, calls }: { left: number; calls: number }): Promise<number[]> {
  const env = { SLUICE_PLANS_FILE: plansFile, DATABASE_URL: await bed.database(`admission_${left}_${calls}`) };
  const servers = [await bed.server('admission', env), await bed.server('admission', env)] as const;
  const key = await customer(servers[0]);
  const call = (turn: number): Promise<Answer> => ask(servers[turn % 2 === 0 ? 0 : 1], key);
  const before: Answer[] = [];
  for (let turn = 0; turn < capacity - left; turn += 1) before.push(await call(turn));
  const startedAt = performance.now();
  const storm = await Promise.all(Array.from({ length: calls }, (_, turn) => call(turn)));
  const ms = performance.now() - startedAt;
  for (const server of servers) await server.stop();
  const all = [...before, ...storm];
  const count = (answers: readonly Answer[], wanted: number): number => answers.filter(({ status }) => status === wanted).length;
  // Each other moment at which the next tokens come means that some have come.
  const refills = Math.max(0, new Set(all.flatMap(({ resetAt }) => resetAt ?? [])).size - 1);
  const beyond = Math.max(0, count(all, 200) - capacity - refills * callsPerMinute);
  return [left, calls, count(storm, 200), count(storm, 429), beyond, round(ms)];
}

/** The key of a member of a new organization on the plan. */
async function customer(server: Subject): Promise<string> {
  const email = 'customer@example.org';
  const user = await made(server, '/api/v1/users', { email, name: 'Customer' });
  const organization = await made(server, '/api/v1/organizations', { name: 'Customer', plan: 'edge' });
  await made(server, `/api/v1/organizations/${organization.id}/members`, { email, role: 'member' });
  return (await made(server, `/api/v1/users/${user.id}/api-keys`, { name: 'of the customer' })).key;
}

async function made(server: Subject, path: string, body: unknown): Promise<{ id: string; key: string }> {
  const answer = await server.call('POST', path, body);
  if (answer.status !== 200) throw new Error(`POST ${path} was answered with ${answer.status}: ${JSON.stringify(answer.body)}`);
  return (answer.body as { data: { id: string; key: string } }).data;
}

async function ask({ url }: Subject, key: string): Promise<Answer> {
  const response = await fetch(`${url}/api/v1/blocks`, { headers: { 'x-api-key': key } });
  await response.arrayBuffer();
  return { status: response.status, resetAt: response.headers.get('x-ratelimit-reset') };
}
