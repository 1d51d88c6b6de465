import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sign } from '@octokit/webhooks-methods';
import type { JsonObject } from '#kernel/json.js';
import { Listeners } from '#modules/triggers/store/deliveries/listeners.js';
import { triggerIdOf } from '#modules/triggers/store/trigger-id.js';
import { createUser } from '../../support/issue-key.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { deployedHook } from '../../support/triggers/hooks.js';
import { fieldBlock, triggered, webhook } from '../../support/triggers/trigger-documents.js';
import { createWorkflow, memberKey } from '../../support/workflow-api.js';

let server: TestApp;
let second: TestApp;

beforeAll(async () => {
  server = await startTestApp();
  second = await startTestApp({ beside: server });
}, 60_000);
afterAll(async () => {
  await second.close();
  await server.close();
});

const owner = (process = server) => process.as(server.first.apiKey);
const count = async (sql: string, ...values: readonly unknown[]): Promise<number> => {
  const { rows } = await server.database.pool.query<{ n: number }>(`select count(*)::int as n from ${sql}`, [...values]);
  return rows[0]?.n ?? 0;
};

/** Listens to the block `hook` of a draft that was never deployed. */
async function listening(fields: JsonObject = { requireAuth: false }, type = 'generic_webhook', more: JsonObject = {}) {
  const workflowId = await createWorkflow(server, { state: triggered(fieldBlock('hook', type, fields, more)) });
  const { body } = await owner().post(`/api/v1/workflows/${workflowId}/listen`).send({ triggerBlockId: 'hook' }).expect(200);
  const { triggerId, token, url, expiresAt } = body.data as { triggerId: string; token: string; url: string; expiresAt: string };
  const place = `/api/v1/triggers/${triggerId}/listen/${token}`;
  const heard = async (process = server) => (await owner(process).get(place).expect(200)).body.data;
  return { workflowId, triggerId, place, path: new URL(url).pathname, expiresAt, heard };
}

describe('a listener of a draft', () => {
  it('shows the first event in any process, and starts no run', async () => {
    const { workflowId, path, heard } = await listening();
    expect(await heard()).toMatchObject({ status: 'waiting', workflowId, triggerBlockId: 'hook' });
    await second
      .as()
      .post(`${path}?a=1`)
      .set('Authorization', 'Bearer hush')
      .send({ order: 7 })
      .expect(200, { message: 'Test event received' });
    const shown = await heard(second);
    expect(shown).toMatchObject({
      status: 'captured',
      delivery: { method: 'POST', name: null, input: { order: 7, query: { a: '1' } }, isVerified: false, startsRun: true },
    });
    expect(JSON.stringify(shown)).not.toContain('hush');
    expect(await count('delivery where workflow_id = $1', workflowId)).toBe(0);
    await server.as().post(path).send({ order: 8 }).expect(404);
    expect((await heard()).delivery.input).toMatchObject({ order: 7 });
  });

  it('takes one of many events that arrive at once over two processes', async () => {
    const { path } = await listening();
    const send = (index: number) => (index % 2 === 0 ? server : second).as().post(path).send({ index });
    const answers = await Promise.all(Array.from({ length: 16 }, (_each, index) => send(index)));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, ...Array<number>(15).fill(404)]);
  });

  it('is found by the id that the trigger has after its deployment', async () => {
    const { workflowId, triggerId, place, path } = await listening({ verification: 'none' });
    await server.as().post(path).send({ order: 7 }).expect(200);
    await owner().post(`/api/v1/workflows/${workflowId}/deploy`).expect(200);
    const { body } = await owner().get(`/api/v1/triggers?workspaceId=${server.first.workspaceId}&workflowId=${workflowId}`).expect(200);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([triggerId]);
    await owner().get(place).expect(200);
    await owner().get(place.replace(triggerId, '0197a5e0-0000-7000-8000-0000000000ff')).expect(404);
  });

  it('gives its event to a manual run', async () => {
    const { workflowId, path, heard } = await listening();
    await server.as().post(path).send({ order: 7 }).expect(200);
    const { delivery, triggerBlockId } = await heard();
    const run = await owner().post(`/api/v1/workflows/${workflowId}/run`).send({ input: delivery.input, triggerBlockId });
    expect([run.status, JSON.stringify(run.body)]).toEqual([200, expect.stringContaining('"order":7')]);
  });

  it('checks signatures as the block says, and says whether the trigger reacts to the event', async () => {
    const fields = { selectedTriggerId: 'github_push', webhookSecret: 'hush' };
    const { path, heard } = await listening(fields, 'github', { triggerMode: true });
    const send = async (event: string, secret: string) => {
      const headers = { 'Content-Type': 'application/json', 'X-GitHub-Event': event, 'X-Hub-Signature-256': await sign(secret, '{"a":1}') };
      return server.as().post(path).set(headers).send('{"a":1}');
    };
    expect((await send('issues', 'wrong')).status).toBe(401);
    expect((await send('ping', 'hush')).body).toEqual({ message: 'pong' });
    expect((await heard()).status).toBe('waiting');
    expect((await send('issues', 'hush')).status).toBe(200);
    expect((await heard()).delivery).toMatchObject({ name: 'issues', isVerified: true, startsRun: false });
  });

  it('needs no secret yet, so that the token of Notion can be read', async () => {
    const { path, heard } = await listening({ triggerId: 'notion_webhook' }, 'notion', { triggerMode: true });
    await server.as().post(path).send({ verification_token: 'secret_abc' }).expect(200, {});
    expect((await heard()).delivery).toMatchObject({ input: { verification_token: 'secret_abc' }, isVerified: false, startsRun: false });
  });

  it('begins at the id that the trigger will have, before any deployment', async () => {
    const { triggerId, workflowId } = await listening();
    await owner().get(`/api/v1/triggers/${triggerId}`).expect(404);
    const { data } = (await owner(second).post(`/api/v1/triggers/${triggerId}/listen`).send({}).expect(200)).body;
    expect(data).toMatchObject({ triggerId, workflowId, triggerBlockId: 'hook', status: 'waiting' });
    await server.as().post(new URL(data.url).pathname).send({ order: 7 }).expect(200);
    const { body } = await owner().get(`/api/v1/triggers/${triggerId}/listen/${data.token}`).expect(200);
    expect(body.data).toMatchObject({ status: 'captured', delivery: { input: { order: 7 } } });
  });

  it('is found by that id for members who may write alone, and while the draft has the block', async () => {
    const { triggerId, workflowId } = await listening();
    const listen = (key: string, id = triggerId) => server.as(key).post(`/api/v1/triggers/${id}/listen`).send({});
    await listen(await memberKey(server, 'write')).expect(200);
    await listen(await memberKey(server, 'read')).expect(403);
    const stranger = await createUser(server);
    const absent = `${triggerId.slice(0, -12)}000000000000`;
    const refusal = { error: 'Trigger not found', code: 'NOT_FOUND' };
    await listen(stranger.key).expect(404, refusal);
    await listen(server.first.apiKey, absent).expect(404, refusal);
    await owner()
      .put(`/api/v1/workflows/${workflowId}/state`)
      .send({ state: triggered(webhook('other')) })
      .expect(200);
    await listen(server.first.apiKey).expect(404);
    await owner().delete(`/api/v1/workflows/${workflowId}`).expect(200);
    await listen(server.first.apiKey, triggerIdOf(workflowId, 'other')).expect(404);
  });

  it('ends after 120 seconds', async () => {
    const { place, path, expiresAt, heard } = await listening();
    const token = path.split('/').at(-1) ?? '';
    const expire = (age: string) =>
      server.database.pool.query(`update trigger_listener set expires_at = now() - $1::interval where token_digest = $2`, [
        age,
        createHash('sha256').update(token).digest('base64url'),
      ]);
    const { rows } = await server.database.pool.query<{ left: number }>(`select extract(epoch from $1::timestamptz - now())::int as left`, [
      expiresAt,
    ]);
    expect(rows[0]?.left).toBeGreaterThan(100);
    expect(rows[0]?.left).toBeLessThanOrEqual(120);
    await expire('1 second');
    await server.as().post(path).send({}).expect(404);
    expect(await heard()).toMatchObject({ status: 'expired' });
    await expire('61 minutes');
    await server.app.get(Listeners, { strict: false }).forgetOld();
    await owner().get(place).expect(404);
  });

  it('is refused for a block that is no webhook, and for one whose fields are wrong', async () => {
    const workflowId = await createWorkflow(server, {
      state: triggered(webhook('hook', { responseStatusCode: 7 }), fieldBlock('daily', 'schedule', { dailyTime: '09:00' })),
    });
    const listen = (triggerBlockId: string) => owner().post(`/api/v1/workflows/${workflowId}/listen`).send({ triggerBlockId });
    expect((await listen('daily').expect(400)).body.details).toEqual([expect.objectContaining({ path: ['triggerBlockId'] })]);
    expect((await listen('constructor').expect(400)).body.code).toBe('VALIDATION_FAILED');
    expect(JSON.stringify((await listen('hook').expect(400)).body.details)).toContain('responseStatusCode');
  });
});

describe('a deployed trigger', () => {
  it('is listened to by its id, and continues to start runs at its own address', async () => {
    const hook = await deployedHook(server, triggered(webhook('hook')));
    const { body } = await owner().post(`/api/v1/triggers/${hook.triggerId}/listen`).send({}).expect(200);
    await server.as().post(new URL(body.data.url).pathname).send({ a: 1 }).expect(200);
    expect(await count('delivery where trigger_id = $1', hook.triggerId)).toBe(0);
    await server.as().post(hook.url).send({ a: 1 }).expect(200, { message: 'Webhook processed' });
  });
});

describe('rotating the secret of a trigger', () => {
  const signed = async (secret: string) => ({
    'Content-Type': 'application/json',
    'X-GitHub-Event': 'push',
    'X-Hub-Signature-256': await sign(secret, '{}'),
  });
  const github = (webhookSecret: string) =>
    triggered(fieldBlock('hook', 'github', { selectedTriggerId: 'github_push', webhookSecret }, { triggerMode: true }));
  const rotate = (triggerId: string, body: JsonObject = {}) => owner().post(`/api/v1/triggers/${triggerId}/rotate-secret`).send(body);

  it('accepts the new secret and the one before for 24 hours, then the new one alone, in every process', async () => {
    const hook = await deployedHook(server, github('written'));
    const accepts = async (...secrets: readonly string[]) =>
      Promise.all(
        secrets.map(
          async (each) =>
            (
              await second
                .as()
                .post(hook.url)
                .set(await signed(each))
                .send('{}')
            ).status,
        ),
      );
    const { secret, secretSetAt, previousValidUntil } = (await rotate(hook.triggerId).expect(200)).body.data as Record<string, string>;
    expect(Date.parse(previousValidUntil ?? '') - Date.parse(secretSetAt ?? '')).toBe(24 * 3_600_000);
    expect(await accepts(secret ?? '', 'written', 'other')).toEqual([200, 200, 401]);

    const given = await rotate(hook.triggerId, { secret: 'third-secret' }).expect(200);
    expect(given.body.data).not.toHaveProperty('secret');
    expect(await accepts('third-secret', secret ?? '', 'written')).toEqual([200, 200, 401]);

    await server.database.pool.query(`update trigger set secret_former_until = now() - interval '1 second' where id = $1`, [
      hook.triggerId,
    ]);
    expect(await accepts('third-secret', secret ?? '')).toEqual([200, 401]);
  });

  it('accepts both secrets of two rotations at once in two processes', async () => {
    for (let round = 0; round < 10; round += 1) {
      const hook = await deployedHook(server, github('written'));
      const rotations = await Promise.all(
        [server, second].map((process) =>
          process.as(server.first.apiKey).post(`/api/v1/triggers/${hook.triggerId}/rotate-secret`).send({}),
        ),
      );
      for (const { body } of rotations) {
        const headers = await signed(body.data.secret as string);
        await server.as().post(hook.url).set(headers).send('{}').expect(200);
      }
    }
  });

  it('survives a deployment, and a secret that the author writes later counts', async () => {
    const hook = await deployedHook(server, github('written'));
    const { secret } = (await rotate(hook.triggerId).expect(200)).body.data as { secret: string };
    await owner()
      .put(`/api/v1/workflows/${hook.workflowId}/state`)
      .send({ state: github('written-later') })
      .expect(200);
    await owner().post(`/api/v1/workflows/${hook.workflowId}/deploy`).expect(200);
    const status = async (each: string) =>
      (
        await server
          .as()
          .post(hook.url)
          .set(await signed(each))
          .send('{}')
      ).status;
    expect([await status(secret), await status('written-later')]).toEqual([200, 200]);
  });

  it('is audited without the secret, which no event contains in clear', async () => {
    const hook = await deployedHook(server, github('written'));
    const { secret } = (await rotate(hook.triggerId).expect(200)).body.data as { secret: string };
    const { rows } = await server.database.pool.query<{ type: string }>(
      `select type from ledger_event where stream_id = $1 order by version`,
      [hook.triggerId],
    );
    expect(rows.map(({ type }) => type)).toEqual(['trigger.registered', 'trigger.secret-rotated']);
    for (const table of ['ledger_event', 'trigger', 'trigger_secret'])
      expect(await count(`${table} t where t::text like $1`, `%${secret}%`)).toBe(0);
  });

  it('is refused for a secret of the environment, which is replaced there', async () => {
    const hook = await deployedHook(server, github('{{GITHUB_SECRET}}'));
    const { body } = await rotate(hook.triggerId).expect(409);
    expect(body).toEqual({
      error: 'The secret of the trigger is {{GITHUB_SECRET}}: replace its value in the environment of the workspace',
      code: 'CONFLICT',
    });
  });

  it('needs a trigger with a secret, a fit secret, and write access', async () => {
    const none = await deployedHook(server, triggered(webhook('hook')));
    await rotate(none.triggerId).expect(409);
    const standard = await deployedHook(
      server,
      triggered(fieldBlock('hook', 'generic_webhook', { verification: 'standard-webhooks', secret: `whsec_${'a'.repeat(32)}` })),
    );
    expect((await rotate(standard.triggerId, { secret: 'not base64!' }).expect(400)).body.details).toEqual([
      expect.objectContaining({ path: ['secret'], message: expect.stringContaining('whsec_') }),
    ]);
    const hook = await deployedHook(server, github('written'));
    expect((await rotate(hook.triggerId, { secret: '{{HOOK_SECRET}}' }).expect(400)).body.details).toMatchObject([
      { path: ['secret'], message: expect.stringContaining('{{HOOK_SECRET}} is no value') },
    ]);
    expect((await rotate(hook.triggerId, { secret: 5 }).expect(400)).body.details).toMatchObject([{ message: 'secret must be a string' }]);
    expect((await rotate(standard.triggerId).expect(200)).body.data.secret).toMatch(/^whsec_.{44}$/);
    const reader = server.as(await memberKey(server, 'read'));
    await reader.post(`/api/v1/triggers/${standard.triggerId}/rotate-secret`).send({}).expect(403);
    await reader.post(`/api/v1/triggers/${standard.triggerId}/listen`).send({}).expect(403);
    await rotate('0197a5e0-0000-7000-8000-0000000000ff').expect(404);
  });
});
