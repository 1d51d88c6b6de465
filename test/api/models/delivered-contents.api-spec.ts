import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Clock } from '#kernel/clock.js';
import type { JsonObject } from '#kernel/json.js';
import { ContentUpkeep } from '#modules/runs/store/texts/content-upkeep.js';
import { ListenerUpkeep } from '#modules/triggers/store/deliveries/listener-upkeep.js';
import { eventually } from '../../support/eventually.js';
import { startFakeModels, type FakeModels } from '../../support/fake-models.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { deployedWebhook, send, type DeployedWebhook } from '../../support/triggers/deployed-webhook.js';
import { fieldBlock, webhook } from '../../support/triggers/trigger-documents.js';
import { anEdge, aState } from '../../support/workflow-documents.js';

class ShiftedClock extends Clock {
  shiftMs = 0;

  now(): Date {
    return new Date(Date.now() + this.shiftMs);
  }
}

let fake: FakeModels;
let clock: ShiftedClock;
let server: TestApp;

beforeAll(async () => {
  fake = await startFakeModels();
  clock = new ShiftedClock();
  server = await startTestApp({ env: fake.env, clock });
});
afterAll(async () => {
  await server.close();
  await fake.stop();
});

const owner = () => server.as(server.first.apiKey);
const policy = (modelPolicy: JsonObject | null) =>
  owner().patch(`/api/v1/workspaces/${server.first.workspaceId}`).send({ modelPolicy }).expect(200);

/** A webhook whose event an agent is asked about. */
function askedBy(type = 'orders', fields: JsonObject = {}): Promise<DeployedWebhook> {
  const agent = fieldBlock('agent', 'agent', { model: 'fake/echo', messages: [{ role: 'user', content: `<${type}.said>` }] });
  return deployedWebhook(server, aState([webhook(type, fields), agent], [anEdge(type, 'agent')]));
}

/** The tables in which a text is. */
async function placesOf(text: string): Promise<readonly string[]> {
  const { pool } = server.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await pool.query(`select 1 from ${name} t where t::text like '%' || $1 || '%' limit 1`, [text]);
    if (rowCount !== 0) found.push(name);
  }
  return found;
}

async function placesLater(text: string): Promise<readonly string[]> {
  clock.shiftMs += 11 * 60_000;
  await server.app.get(ContentUpkeep).tidy();
  return placesOf(text);
}

const change = ({ triggerId }: DeployedWebhook, body: JsonObject) => owner().patch(`/api/v1/triggers/${triggerId}`).send(body).expect(200);
const delivery = async (id: string) => (await owner().get(`/api/v1/deliveries/${id}`).expect(200)).body.data;
const wasAsked = (marker: string): boolean => fake.log.requests.some(({ body }) => JSON.stringify(body).includes(marker));

describe('deliveries to a workflow that keeps no contents', () => {
  beforeEach(() => policy({ contents: 'none' }));
  afterEach(() => policy(null));

  it('leave nothing of body and headers once their run has ended', async () => {
    const marker = 'dingo7401';
    const hook = await askedBy();
    const id = await send(server, hook.address, { said: marker }, { 'X-Note': marker });
    await eventually(() => expect(wasAsked(marker)).toBe(true));
    await eventually(async () => expect(await placesLater(marker)).toEqual([]));
    expect(await delivery(id)).toMatchObject({ outcome: 'accepted' });
    const { body } = await owner().post(`/api/v1/deliveries/${id}/replay`).send({}).expect(409);
    expect(body.code).toBe('CONTENTS_NOT_KEPT');
  });

  it('leave nothing of an event that is refused', async () => {
    const marker = 'dingo7402';
    const hook = await askedBy();
    await change(hook, { status: 'paused', pauseMode: 'drop' });
    await send(server, hook.address, { said: marker }, { 'X-Note': marker });
    expect(await placesOf(marker)).toEqual(['public.run_content']);
    expect(await placesLater(marker)).toEqual([]);
    const { body: list } = await owner()
      .get(`/api/v1/deliveries?workspaceId=${server.first.workspaceId}&triggerId=${hook.triggerId}`)
      .expect(200);
    expect(list.data).toMatchObject([{ outcome: 'refused' }]);
    const { body } = await owner().post(`/api/v1/deliveries/${list.data[0].id}/replay`).send({}).expect(409);
    expect(body.code).toBe('CONTENTS_NOT_KEPT');
  });

  it('have a held event until it has become a run, and leave nothing of it afterwards', async () => {
    const marker = 'dingo7403';
    const hook = await askedBy();
    await change(hook, { status: 'paused', pauseMode: 'hold' });
    await send(server, hook.address, { said: marker }, { 'X-Note': marker });
    expect(await placesLater(marker)).toEqual(['public.run_content']);
    await change(hook, { status: 'active' });
    await eventually(() => expect(wasAsked(marker)).toBe(true));
    await eventually(async () => expect(await placesLater(marker)).toEqual([]));
  });

  it('are not shown by a listener for more than ten minutes either', async () => {
    const { workflowId } = await askedBy();
    const heard = async (marker: string, id = workflowId): Promise<string> => {
      const { body } = await owner().post(`/api/v1/workflows/${id}/listen`).send({ triggerBlockId: 'orders' }).expect(200);
      const { pathname } = new URL(body.data.url as string);
      await server.as().post(pathname).send({ said: marker }).expect(200);
      return `/api/v1/triggers/${body.data.triggerId}/listen/${body.data.token}`;
    };
    const laterUntil = async (path: string) => {
      const { shownUntil, receivedAt } = (await owner().get(path).expect(200)).body.data.delivery as Record<string, string>;
      return (Date.parse(shownUntil ?? '') - Date.parse(receivedAt ?? '')) / 60_000;
    };
    const asked = await heard('dingo7405');
    expect(await laterUntil(asked)).toBe(8);
    const plain = await deployedWebhook(server);
    const kept = await heard('dingo7406', plain.workflowId);
    expect(await laterUntil(kept)).toBe(60);
    clock.shiftMs += 11 * 60_000;
    await server.app.get(ListenerUpkeep).tidy();
    expect(await placesOf('dingo7405')).toEqual([]);
    await owner().get(asked).expect(404);
    expect(await placesOf('dingo7406')).toEqual(['public.trigger_listener']);
  });

  it('keep the events of workflows that ask no model', async () => {
    const hook = await deployedWebhook(server);
    await change(hook, { status: 'paused', pauseMode: 'drop' });
    await send(server, hook.address, { said: 'dingo7404' });
    expect(await placesLater('dingo7404')).toContain('public.run_event');
  });
});
