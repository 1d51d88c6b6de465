import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageVersion } from '#host/program/package-version.js';
import { OwnerSession } from '#ledger/work/owner-session.js';
import { eventually } from '../../support/eventually.js';
import { createUser } from '../../support/issue-key.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-exports-'));
  const consumers = [
    { name: 'siem', feed: 'audit', url: 'http://127.0.0.1:9/a-secret-path' },
    { name: 'archive', feed: 'logs', folder: join(folder, 'archive') },
  ];
  writeFileSync(join(folder, 'exports.json'), JSON.stringify({ consumers }));
  // The tests name the processes.
  server = await startTestApp({
    inProcess: true,
    env: { SLUICE_EXPORTS_FILE: join(folder, 'exports.json'), SLUICE_OUTBOUND_ALLOW: '127.0.0.1' },
  });
}, 60_000);
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

interface Process {
  readonly id: string;
  readonly state: string;
  readonly role: string | null;
}

interface Status {
  readonly answeredBy: string;
  readonly processes: readonly Process[];
  readonly queue: object;
  readonly exports: readonly { readonly consumer: string; readonly fault: { readonly message: string } | null }[];
}

async function status(): Promise<Status> {
  const { body } = await server.as(server.first.apiKey).get('/api/v1/operator/status').expect(200);
  return (body as { data: Status }).data;
}

const processes = async (): Promise<readonly Process[]> => (await status()).processes;

describe('GET /api/v1/operator/status', () => {
  it('tells an operator the checks, and which process answers with which release', async () => {
    const told = await status();
    expect(told).toMatchObject({
      checks: { database: { status: 'ok' }, projections: { views: expect.any(Array) } },
      processes: [
        {
          id: told.answeredBy,
          state: 'working',
          role: 'all',
          version: packageVersion(),
          node: process.versions.node,
          pid: process.pid,
          label: null,
          memoryBytes: expect.any(Number),
          running: expect.any(Number),
        },
      ],
    });
  });

  it('is for operators alone', async () => {
    const { body } = await server
      .as((await createUser(server)).key)
      .get('/api/v1/operator/status')
      .expect(403);
    expect(body).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('lists the other processes of the database with their roles, until they end', async () => {
    const worker = await startTestApp({ beside: server, env: { SLUICE_ROLE: 'worker' } });
    // A busy process may answer too late once.
    await eventually(async () =>
      expect((await processes()).map(({ role, state }) => [role, state])).toEqual([
        ['all', 'working'],
        ['worker', 'working'],
      ]),
    );
    await worker.close();
    await eventually(async () => expect(await processes()).toHaveLength(1));
  });

  it('lists a process that is connected and does not answer, without what only it knows', async () => {
    const session = new OwnerSession(server.connectionString, () => undefined);
    await session.start();
    const listed = await processes();
    await session.stop();
    expect(listed[1]).toEqual({
      id: String(session.owner),
      state: 'silent',
      role: null,
      version: null,
      node: null,
      host: null,
      pid: null,
      label: null,
      startedAt: null,
      memoryBytes: null,
      running: null,
    });
    await eventually(async () => expect(await processes()).toHaveLength(1));
  });

  it('says why a receiver of exports gets nothing, and nothing of its address but the origin', async () => {
    const siem = await eventually(async () => {
      const found = (await status()).exports.find(({ consumer }) => consumer === 'siem');
      expect(found?.fault).not.toBeNull();
      return found;
    }, 20_000);
    expect(siem).toMatchObject({ feed: 'audit', to: 'http://127.0.0.1:9', batches: 0, fault: { message: expect.any(String) } });
    expect(JSON.stringify(siem)).not.toContain('a-secret-path');
    expect((await status()).exports.find(({ consumer }) => consumer === 'archive')).toMatchObject({
      feed: 'logs',
      to: join(folder, 'archive'),
      fault: null,
    });
  });

  it('counts the work of the queue by kind and state', async () => {
    await server.database.worker.drain(0);
    const { pool } = server.database;
    await pool.query(
      `insert into work_item (id, kind, workspace_id, stream_id, account_id, workflow_id, waits_for_room, priority, turn, due_at, owner, fence, attempts)
       select gen_random_uuid(), kind, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), held, 0, 0, now() + due, owner, 0, 0
       from (values ('test', false, interval '-5 minutes', null::int), ('test', false, interval '1 hour', null), ('test', true, interval '-1 minute', null),
         ('other', false, interval '-1 minute', $1::int)) made (kind, held, due, owner)`,
      [server.database.leases.owner],
    );
    const { queue } = await status();
    expect(queue).toMatchObject({
      due: 1,
      held: 1,
      pausing: 1,
      running: 1,
      kinds: [
        { kind: 'other', due: 0, held: 0, pausing: 0, running: 1, oldestDueMs: 0 },
        { kind: 'test', due: 1, held: 1, pausing: 1, running: 0, oldestDueMs: expect.any(Number) },
      ],
    });
    expect((queue as { oldestDueMs: number }).oldestDueMs).toBeGreaterThanOrEqual(300_000);
    await pool.query(`delete from work_item where kind in ('test', 'other')`);
  });
});
