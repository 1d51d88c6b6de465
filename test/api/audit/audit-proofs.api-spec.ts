import { createPublicKey, type KeyObject } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Clock } from '#kernel/clock.js';
import { ExportVerifier } from '#modules/audit/proof/export-verifier.js';
import { verifyInclusion } from '#modules/audit/proof/inclusion-proof.js';
import { auditCaughtUp } from '../../support/audit-caught-up.js';
import { eventually } from '../../support/eventually.js';
import { createUser } from '../../support/issue-key.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createWorkflow } from '../../support/workflow-api.js';

/** A clock that can be put forward. */
class WaitingClock extends Clock {
  aheadMs = 0;

  now(): Date {
    return new Date(Date.now() + this.aheadMs);
  }
}

let server: TestApp;
let publicKey: KeyObject;
let [organizationId, workspaceId] = ['', ''];
const clock = new WaitingClock();
const ask = (path: string, query: Readonly<Record<string, string>> = {}, key = server.first.apiKey) =>
  server.as(key).get(`/api/v1/audit-logs/${path}`).query(query).buffer(true);

beforeAll(async () => {
  server = await startTestApp({ clock });
  ({ organizationId, workspaceId } = server.first);
  await createWorkflow(server);
  await auditCaughtUp(server);
  const { body } = await ask('public-key').expect(200);
  publicKey = createPublicKey(body.data.publicKey as string);
}, 60_000);
afterAll(() => server.close());

const newest = async (): Promise<string> => (await ask('', { organizationId, limit: '1' }).expect(200)).body.data[0].id as string;

async function hourIsOver(): Promise<void> {
  clock.aheadMs += 3_600_000;
  await eventually(async () => {
    const { rows } = await server.database.pool.query('select 1 from audit_chain where open_count > 0');
    expect(rows).toEqual([]);
  });
}

function found(archive: string, checkpoint?: string): ReturnType<ExportVerifier['finish']> {
  const verifier = new ExportVerifier([publicKey], checkpoint);
  for (const line of archive.trimEnd().split('\n')) verifier.take(line);
  return verifier.finish();
}

describe('GET /api/v1/audit-logs/archive', () => {
  it('answers the whole chain of the organization, so that it can be verified without the server', async () => {
    const { text, headers } = await ask('archive', { organizationId }).expect(200);
    expect(headers['content-disposition']).toBe('attachment; filename="audit-archive.jsonl"');
    const { rows } = await server.database.pool.query<{ n: number }>('select count(*)::int as n from audit_entry where chain = $1', [
      organizationId,
    ]);
    expect(found(text)).toMatchObject({ chains: 1, entries: rows[0]?.n });
  });

  it('answers the chain of the organization of a workspace', async () => {
    const { text } = await ask('archive', { workspaceId }).expect(200);
    expect(found(text)).toMatchObject({ chains: 1 });
  });

  it('is recorded, and the record is in the next one', async () => {
    await ask('archive', { organizationId }).expect(200);
    await auditCaughtUp(server);
    const { text } = await ask('archive', { organizationId }).expect(200);
    expect(text).toContain('"action":"audit_logs.exported"');
  });

  it('requires the access of the list', async () => {
    const stranger = await createUser(server);
    await ask('archive', { organizationId }, stranger.key).expect(403);
    await ask('archive').expect(400);
    await ask('archive', { organizationId, workspace: workspaceId }).expect(400);
  });
});

describe('GET /api/v1/audit-logs/checkpoint', () => {
  it('answers the signed position of the chain, which a later archive continues', async () => {
    const { text: checkpoint } = await ask('checkpoint', { organizationId })
      .expect(200)
      .expect('Content-Type', /^application\/json/);
    await createWorkflow(server);
    await auditCaughtUp(server);
    const { text } = await ask('archive', { organizationId }).expect(200);
    expect(found(text, checkpoint).chains).toBe(1);
  });

  it('requires the access of the list', async () => {
    const stranger = await createUser(server);
    await ask('checkpoint', { organizationId }, stranger.key).expect(403);
    await ask('checkpoint').expect(400);
  });
});

describe('GET /api/v1/audit-logs/{id}/proof', () => {
  it('answers a proof once the hour of the entry is over', async () => {
    const id = await newest();
    const { body } = await ask(`${id}/proof`).expect(409);
    expect(body).toMatchObject({
      code: 'NOT_SIGNED_YET',
      error: 'No signed root covers this entry yet. Roots are signed at the end of each hour.',
    });
    await hourIsOver();
    const { text } = await ask(`${id}/proof`).expect(200);
    expect(verifyInclusion(text, [publicKey]).id).toBe(id);
  });

  it('is absent for others and for what is not there', async () => {
    const stranger = await createUser(server);
    const id = await newest();
    await ask(`${id}/proof`, {}, stranger.key).expect(403);
    await ask('nothing/proof').expect(404);
  });
});
