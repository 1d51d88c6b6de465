import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { upload } from '../../support/file-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let client: pg.Client;

beforeAll(async () => {
  // The tests break the appends of this process.
  server = await startTestApp({ inProcess: true });
  client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
}, 60_000);
afterAll(async () => {
  await client.end();
  await server.close();
});

/** From now on every insert into the table fails as on a full disk. */
async function fillDiskOf(table: string): Promise<void> {
  await client.query(`create or replace function disk_full() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
  await client.query(`create trigger disk_full before insert on ${table} execute function disk_full()`);
}

async function freeDiskOf(table: string): Promise<void> {
  await client.query(`drop trigger disk_full on ${table}`);
}

async function appendChecks(): Promise<{ readonly status: number; readonly appends: string }> {
  const { status, body } = await server.as().get('/health/ready');
  return { status, appends: body.checks.appends.status as string };
}

const createWorkspace = (name: string) =>
  server.as(server.first.apiKey).post('/api/v1/workspaces').send({ name, organizationId: server.first.organizationId });

describe('a database whose disk is full', () => {
  it('makes the process unready from the first append that fails until one succeeds, and is counted', async () => {
    expect(await appendChecks()).toEqual({ status: 200, appends: 'ok' });
    await fillDiskOf('ledger_event');
    await createWorkspace('On a full disk').expect(503);
    expect(await appendChecks()).toEqual({ status: 503, appends: 'failing' });
    expect((await server.as().get('/metrics')).text).toMatch(/^sluice_appends_failed_total [1-9]/m);
    await freeDiskOf('ledger_event');
    await createWorkspace('With room again').expect(200);
    expect(await appendChecks()).toEqual({ status: 200, appends: 'ok' });
  });

  it('is found without any append by a probe that needs room', async () => {
    const name = new URL(server.connectionString).pathname.slice(1);
    await client.query(`alter database "${name}" set temp_file_limit = '64kB'`);
    const late = await startTestApp({ beside: server });
    const { status, body } = await late.as().get('/health/ready');
    expect({ status, appends: body.checks.appends.status }).toEqual({ status: 503, appends: 'failing' });
    await client.query(`alter database "${name}" reset temp_file_limit`);
    await late.close();
  });

  it('answers an upload with 503 and not as if the form were wrong', async () => {
    await fillDiskOf('stored_object');
    const { status, body, headers } = await upload(server, 'a.txt');
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'UNAVAILABLE' });
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    await freeDiskOf('stored_object');
    await upload(server, 'a.txt').expect(200);
  });
});
