import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readLockFile } from '#host/postgres/folder/lock-file.js';
import { processIdentity } from '#host/postgres/process-identity.js';
import { eventually } from '../support/eventually.js';
import { functionBlock, inARow } from '../support/run-api.js';
import { startServerProcess, type ServerProcess } from '../support/server-process.js';

/** What one of the callers got, who asks again and again. */
interface Answer {
  readonly kind: string;
  readonly n: number;
  readonly askedAt: number;
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly executionId: string | null;
}

interface List<Row> {
  readonly data: readonly Row[];
  readonly nextCursor: string | null;
}

const backWithinMs = 60_000;
const callers = { sync: 8, async: 4, list: 2, rename: 1 };

let dataDir: string;
let server: ServerProcess;
let workspaceId: string;
let workflowId: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sluice-restart-'));
  chmodSync(dataDir, 0o755);
  server = await startServerProcess({ SLUICE_DATA_DIR: dataDir, SLUICE_LOG_LEVEL: 'warn' });
  const workspaces = await server.call<List<{ id: string }>>('GET', '/api/v1/workspaces');
  workspaceId = workspaces.body.data[0]?.id ?? '';
  const details = { workspaceId, name: 'Twice' };
  workflowId = (await server.call<{ data: { id: string } }>('POST', '/api/v1/workflows', details)).body.data.id;
  const state = inARow(functionBlock('twice', 'return <start.n> * 2'));
  expect(await server.call('PUT', `/api/v1/workflows/${workflowId}/state`, { state })).toMatchObject({ status: 200 });
  expect(await server.call('POST', `/api/v1/workflows/${workflowId}/deploy`)).toMatchObject({ status: 200 });
}, 60_000);

afterAll(async () => {
  const postmaster = postmasterPid();
  expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  expect(processIdentity(postmaster)).toBeUndefined();
  rmSync(dataDir, { recursive: true });
}, 60_000);

function postmasterPid(): number {
  return found(readLockFile(join(dataDir, 'postgres'))?.pid);
}

/** A signal to the process 0 would reach the processes of the test. */
function found(pid: number | undefined): number {
  if (pid === undefined) throw new Error('The database does not run');
  return pid;
}

/** The process of the database that serves the connection by which everything is written. */
async function writerPid(): Promise<number> {
  const cluster = join(dataDir, 'postgres');
  const password = readFileSync(join(cluster, 'sluice.password'), 'utf8');
  const client = new pg.Client({ host: cluster, port: readLockFile(cluster)?.port, user: 'sluice', database: 'sluice', password });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(`select pid from pg_stat_activity where application_name = 'sluice-append'`);
  await client.end();
  return found(rows[0]?.pid);
}

const requests: Record<string, (n: number) => [method: string, path: string, body?: unknown, headers?: Record<string, string>]> = {
  sync: (n) => ['POST', `/api/workflows/${workflowId}/execute`, { n }],
  async: (n) => ['POST', `/api/workflows/${workflowId}/execute`, { n }, { 'x-execution-mode': 'async' }],
  list: () => ['GET', `/api/v1/workflows?workspaceId=${workspaceId}`],
  rename: (n) => ['PATCH', `/api/v1/workflows/${workflowId}`, { name: `Twice ${n}` }],
};

/** Calls without pause from all sides until `during` is done. */
async function underLoad(during: (answers: readonly Answer[]) => Promise<void>): Promise<Answer[]> {
  const answers: Answer[] = [];
  let [n, isOver] = [0, false];
  const call = async (kind: string): Promise<void> => {
    while (!isOver) {
      const [mine, askedAt] = [(n += 1), performance.now()];
      const request = requests[kind]?.(mine) ?? ['GET', '/'];
      const { status, body, headers } = await server.call<Record<string, unknown>>(...request);
      answers.push({ kind, n: mine, askedAt, status, body, executionId: headers.get('x-execution-id') });
    }
  };
  const calling = Object.entries(callers).flatMap(([kind, count]) => Array.from({ length: count }, () => call(kind)));
  await during(answers).finally(() => (isOver = true));
  await Promise.all(calling);
  return answers;
}

function expectSuccesses(answers: readonly Answer[], askedAfter: number): void {
  for (const kind of Object.keys(callers)) {
    const successes = answers.filter((answer) => answer.kind === kind && answer.status < 300 && answer.askedAt > askedAfter);
    if (successes.length < 10) throw new Error(`${successes.length} times ${kind} since ${askedAfter}`);
  }
}

/** The executions that the logs tell of. */
async function logged(): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: { body: List<{ executionId: string }> } = await server.call(
      'GET',
      `/api/v1/logs?workspaceId=${workspaceId}&limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    for (const { executionId } of page.body.data) ids.add(executionId);
    cursor = page.body.nextCursor;
  }
  return ids;
}

describe.each([
  ['the embedded database is killed', postmasterPid],
  ['the process of it that writes is killed', writerPid],
])('a server under load, while %s', (_event, victim) => {
  it('says success only for what is kept, asks callers to retry, and succeeds again by itself', async () => {
    const answers = await underLoad(async (soFar) => {
      await eventually(() => expectSuccesses(soFar, 0), 30_000);
      process.kill(await victim(), 'SIGKILL');
      const killedAt = performance.now();
      await eventually(() => expectSuccesses(soFar, killedAt), backWithinMs);
    });
    expect([...new Set(answers.map(({ status }) => status))].filter((status) => ![200, 202, 503].includes(status))).toEqual([]);

    const successes = (kind: string): Answer[] => answers.filter((answer) => answer.kind === kind && answer.status < 300);
    for (const { n, body } of successes('sync')) expect(body).toMatchObject({ success: true, output: { result: n * 2 } });
    const told = [...successes('sync'), ...successes('async')].map(({ executionId }) => executionId);
    await eventually(async () => {
      const kept = await logged();
      expect(told.filter((id) => id === null || !kept.has(id))).toEqual([]);
    }, backWithinMs);
    for (const { n, body } of successes('async')) {
      const job = () => server.call<Record<string, unknown>>('GET', `/api/jobs/${String(body['jobId'])}`);
      await eventually(async () => expect((await job()).body).toMatchObject({ status: 'completed', output: { result: n * 2 } }), 30_000);
    }
    const { body } = await server.call('GET', `/api/v1/workflows/${workflowId}`);
    expect(body).toMatchObject({ data: { name: `Twice ${successes('rename').at(-1)?.n}` } });
  }, 120_000);
});
