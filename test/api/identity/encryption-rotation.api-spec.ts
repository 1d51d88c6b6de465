import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseConfig } from '#host/config/config.js';
import { SystemClock } from '#host/system-clock.js';
import { openSecrets } from '#app/secrets.js';
import { rotateEncryption } from '#cli/storage/rotate-encryption.js';
import { WorkspaceSecrets } from '#modules/environment/index.js';
import { eventually } from '../../support/eventually.js';
import { deployState, functionBlock, inARow } from '../../support/run-api.js';
import { issueKey, type TestKey } from '../../support/issue-key.js';
import { startTestApp, testEncryptionKey, type TestApp } from '../../support/test-app.js';

const renewed = 'c4'.repeat(32);
const chosen = 'sk-sluice-0123456789abcdef0123456789abcdef';
/** Both keys are known to every process before the first one seals with the new one. */
const before = { SLUICE_ENCRYPTION_KEY: testEncryptionKey, SLUICE_ENCRYPTION_KEY_PREVIOUS: renewed };
const after = { SLUICE_ENCRYPTION_KEY: renewed, SLUICE_ENCRYPTION_KEY_PREVIOUS: testEncryptionKey };

let old: TestApp;
let next: TestApp;
let key: TestKey;

beforeAll(async () => {
  old = await startTestApp({ env: { ...before, SLUICE_BOOTSTRAP_API_KEY: chosen } });
  next = await startTestApp({ beside: old, env: after });
  key = await issueKey(old, { name: 'from before' });
}, 60_000);
afterAll(async () => {
  await next.close();
  await old.close();
});

function storageOf(env: { readonly SLUICE_ENCRYPTION_KEY: string }): Parameters<typeof rotateEncryption>[0] {
  const config = parseConfig({ DATABASE_URL: old.connectionString, ...env });
  const secrets = openSecrets(env.SLUICE_ENCRYPTION_KEY, config, new SystemClock());
  return { ...secrets, pool: old.app.get(Pool, { strict: false }) };
}

const environment = (): string => `/api/v1/workspaces/${old.first.workspaceId}/environment`;

async function set(server: TestApp, name: string, value: string): Promise<void> {
  await server
    .as(chosen)
    .put(environment())
    .send({ variables: { [name]: value } })
    .expect(200);
}

async function secrets(server: TestApp): Promise<Record<string, string>> {
  return Object.fromEntries(await server.app.get(WorkspaceSecrets, { strict: false }).of(old.first.workspaceId));
}

describe('another encryption key (AC-18)', () => {
  it('keeps every API key and every secret readable while processes with either key run', async () => {
    await set(old, 'FROM_OLD', 'one');
    await set(next, 'FROM_NEXT', 'two');
    const late = await issueKey(next, { name: 'from the new process' });
    for (const server of [old, next]) {
      for (const value of [chosen, key.key, late.key]) await server.as(value).get('/api/v1/workspaces').expect(200);
      await eventually(async () => expect(await secrets(server)).toEqual({ FROM_OLD: 'one', FROM_NEXT: 'two' }));
    }
  });

  it('is sufficient alone once every value is sealed with it, which may take several passes', async () => {
    const storage = storageOf(after);
    const lines: string[] = [];
    expect(await rotateEncryption(storage, (line) => lines.push(line))).toMatchObject({ unreadable: [] });
    expect(lines.length).toBeGreaterThan(0);
    for (const server of [old, next]) await server.as(key.key).get('/api/v1/workspaces').expect(200);
    expect(await rotateEncryption(storage, () => undefined)).toEqual({ resealed: 0, unreadable: [] });
    const alone = await startTestApp({ beside: old, env: { SLUICE_ENCRYPTION_KEY: renewed } });
    try {
      expect(await secrets(alone)).toEqual({ FROM_OLD: 'one', FROM_NEXT: 'two' });
      for (const value of [chosen, key.key]) await alone.as(value).get('/api/v1/workspaces').expect(200);
    } finally {
      await alone.close();
    }
  }, 60_000);

  it('continues runs whose steps are sealed with the former key, and does not rewrite them', async () => {
    await set(old, 'TOKEN', 'of-nineteen-letters');
    const hand = functionBlock('hand', 'return { token: {{TOKEN}} }');
    const id = await deployState(old, inARow(hand, functionBlock('use', 'return { length: <hand.result.token>.length }')));
    const run = await old.as(chosen).post(`/api/workflows/${id}/execute`).send({}).expect(200);
    const executionId = run.body.executionId as string;
    const events = async (): Promise<string[]> =>
      (
        await old.database.pool.query<{ data: string }>('select data::text as data from run_event where stream_id = $1 order by version', [
          executionId,
        ])
      ).rows.map(({ data }) => data);
    const before = await events();
    expect(before.join()).toContain('"sealed"');
    await rotateEncryption(storageOf({ ...after }), () => undefined);
    await set(next, 'TOKEN', 'short');
    const again = await next
      .as(chosen)
      .post(`/api/workflows/${id}/executions/${executionId}/replay`)
      .send({ mode: 'live', from: 'use' })
      .expect(200);
    expect(again.body.output.result).toEqual({ length: 19 });
    expect(await events()).toEqual(before);
  }, 60_000);

  it('opens no value that is still sealed with an absent former key, and names those values', async () => {
    const stray = storageOf({ SLUICE_ENCRYPTION_KEY: 'd5'.repeat(32) });
    const { resealed, unreadable } = await rotateEncryption(stray, () => undefined);
    expect(resealed).toBe(0);
    expect(unreadable).toContain(`api key ${key.id}: The value was sealed with another encryption key`);
    expect(unreadable.join()).not.toContain(key.key);
  });
});
