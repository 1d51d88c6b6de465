import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { Housekeeper } from '#ledger/chores/housekeeper.js';
import { KeyDigest } from '#host/secrets/key-digest.js';
import { resealRows } from '#host/secrets/reseal.js';
import { SecretBox } from '#host/secrets/secret-box.js';
import { Clock } from '#kernel/clock.js';
import { keysToReseal } from '#modules/identity/index.js';
import { eventually } from '../../support/eventually.js';
import { issueKey, type TestKey } from '../../support/issue-key.js';
import { startTestApp, testEncryptionKey, type TestApp } from '../../support/test-app.js';

const mine = '/api/v1/users/me/api-keys';
const dayMs = 86_400_000;

class MovableClock extends Clock {
  aheadMs = 0;
  now(): Date {
    return new Date(Date.now() + this.aheadMs);
  }
}

describe('the values of keys', () => {
  const nextEncryptionKey = '6b'.repeat(32);
  let server: TestApp;

  beforeAll(async () => {
    server = await startTestApp({ env: { SLUICE_ENCRYPTION_KEY_PREVIOUS: nextEncryptionKey } });
  }, 60_000);
  afterAll(() => server.close());

  const isWaiting = async (): Promise<void> => {
    const { rowCount } = await server.database.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%api_key_secret%'`,
    );
    expect(rowCount).toBeGreaterThan(0);
  };

  it('end when the key is rotated, also while they are resealed', async () => {
    const before = await issueKey(server, { name: 'rotated and sealed' });
    const client = await server.database.pool.connect();
    let rotated: TestKey;
    try {
      await client.query('begin');
      const box = new SecretBox(nextEncryptionKey, [testEncryptionKey]);
      const digest = new KeyDigest(nextEncryptionKey, 'api-key', [testEncryptionKey]);
      await resealRows(keysToReseal(client as unknown as Pool, box, digest), () => undefined);
      const answer = server.as(server.first.apiKey).post(`${mine}/${before.id}/rotate`).send({ overlapSeconds: 0 }).expect(200);
      const underWay = answer.then(({ body }) => body.data as TestKey);
      await eventually(isWaiting);
      await client.query('commit');
      rotated = await underWay;
    } finally {
      client.release();
    }
    await server.as(before.key).get('/api/v1/workspaces').expect(401);
    await server.as(rotated.key).get('/api/v1/workspaces').expect(200);
  });
});

describe('values of keys that have ended', () => {
  const clock = new MovableClock();
  let server: TestApp;

  beforeAll(async () => {
    server = await startTestApp({ clock });
  }, 60_000);
  afterAll(() => server.close());

  const owner = (): ReturnType<TestApp['as']> => server.as(server.first.apiKey);
  const valuesOf = async ({ id }: { readonly id: string }): Promise<number> => {
    const { rows } = await server.database.pool.query<{ n: number }>('select count(*)::int as n from api_key_secret where key_id = $1', [
      id,
    ]);
    return rows[0]?.n ?? 0;
  };

  it('are deleted 30 days later, and those that count are kept', async () => {
    const revoked = await issueKey(server, { name: 'revoked' });
    const replaced = await issueKey(server, { name: 'replaced' });
    const expiring = await issueKey(server, { name: 'expiring', expiresAt: new Date(Date.now() + dayMs).toISOString() });
    const workspace = (await owner().post('/api/v1/workspaces').send({ name: 'Ending' }).expect(200)).body.data as { id: string };
    const orphan = await issueKey(server, { name: 'orphan', workspaceId: workspace.id });
    await owner().delete(`${mine}/${revoked.id}`).expect(200);
    await owner().post(`${mine}/${replaced.id}/rotate`).send({ overlapSeconds: 60 }).expect(200);
    await owner().delete(`/api/v1/workspaces/${workspace.id}`).expect(200);
    const counts = async (): Promise<number[]> => Promise.all([revoked, replaced, expiring, orphan].map(valuesOf));

    await server.app.get(Housekeeper).tidy();
    expect(await counts()).toEqual([1, 2, 1, 1]);
    clock.aheadMs = 30.5 * dayMs;
    await server.app.get(Housekeeper).tidy();
    expect(await counts()).toEqual([0, 1, 1, 0]);
    clock.aheadMs = 31.5 * dayMs;
    await server.app.get(Housekeeper).tidy();
    expect(await counts()).toEqual([0, 1, 0, 0]);
    await server.as(revoked.key).get('/api/v1/workspaces').expect(401);
  });

  it('are not followed by another one', async () => {
    const expiresAt = new Date(clock.now().getTime() + dayMs).toISOString();
    const { id } = await issueKey(server, { name: 'over', expiresAt });
    clock.aheadMs += 2 * dayMs;
    const refused = await owner().post(`${mine}/${id}/rotate`).send({}).expect(409);
    expect(refused.body).toEqual({ error: `The API key expired at ${expiresAt} and stays so: issue another one`, code: 'CONFLICT' });
    await owner().delete(`${mine}/${id}`).expect(200);
  });
});
