import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sign } from '@octokit/webhooks-methods';
import { Clock } from '#kernel/clock.js';
import { eventually } from '../../support/eventually.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { deployedWebhook } from '../../support/triggers/deployed-webhook.js';
import { importedHook } from '../../support/triggers/hooks.js';
import { triggered, webhook } from '../../support/triggers/trigger-documents.js';
import { workflowFixture } from '../../support/workflow-documents.js';

const minuteMs = 60_000;

class MinuteClock extends Clock {
  minutes = 0;
  readonly #begin = Date.now();

  now(): Date {
    return new Date(this.#begin + this.minutes * minuteMs);
  }
}

const clock = new MinuteClock();
let server: TestApp;
let second: TestApp;

beforeAll(async () => {
  server = await startTestApp({ clock });
  second = await startTestApp({ clock, beside: server });
}, 60_000);
afterAll(async () => {
  await second.close();
  await server.close();
});

async function stored(triggerId: string, outcome: string): Promise<number> {
  const { rows } = await server.database.pool.query<{ n: number }>(
    'select count(*)::int as n from delivery where trigger_id = $1 and outcome = $2',
    [triggerId, outcome],
  );
  return rows[0]?.n ?? 0;
}

/** Sends one event 25 times, to both processes in turn. */
const sendAll = (address: string) =>
  Promise.all(Array.from({ length: 25 }, (_, n) => (n % 2 === 0 ? server : second).as().post(address).send({ order: 1 })));

/** The metrics of a process are prepared once a second at most. */
async function unrecorded(outcome: string): Promise<number> {
  const counts = await Promise.all(
    [server, second].map(async (process) => {
      const { text } = await process.as().get('/metrics').expect(200);
      return Number(new RegExp(`^sluice_deliveries_unrecorded_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(text)?.[1]);
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

describe('a trigger that receives one event again and again', () => {
  it('stores 10 duplicates in a minute, and responds to the others in the same way', async () => {
    const { triggerId, address } = await deployedWebhook(server, triggered(webhook('orders', { idempotencyField: 'order' })));
    const first = await server.as().post(address).send({ order: 1 }).expect(200);
    const deliveryId = first.headers['x-delivery-id'];
    const executionId = first.headers['x-execution-id'];

    for (const { status, body } of await sendAll(address)) {
      expect({ status, body }).toEqual({ status: 200, body: { duplicate: true, deliveryId, executionId } });
    }
    expect(await stored(triggerId, 'duplicate')).toBe(10);
    await eventually(async () => expect(await unrecorded('duplicate')).toBe(15));

    clock.minutes += 1;
    await sendAll(address);
    expect(await stored(triggerId, 'duplicate')).toBe(20);
    expect(await stored(triggerId, 'accepted')).toBe(1);
  });

  it('stores 10 refusals in a minute, and responds to the others in the same way', async () => {
    const { triggerId, address } = await deployedWebhook(server);
    const pause = { status: 'paused', pauseMode: 'drop' };
    await server.as(server.first.apiKey).patch(`/api/v1/triggers/${triggerId}`).send(pause).expect(200);
    const answers = await sendAll(address);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text.replace(/"requestId":"[^"]*"/, '')}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(503);
    expect(await stored(triggerId, 'refused')).toBe(10);
    await eventually(async () => expect(await unrecorded('refused')).toBe(15));
  });

  it('stores 60 events in a minute to which it does not react, and responds to the others in the same way', async () => {
    const hook = await importedHook(server, workflowFixture('triggers/github-push'), { GITHUB_SECRET: 'hush' });
    const body = JSON.stringify({ action: 'opened' });
    const headers = { 'Content-Type': 'application/json', 'X-GitHub-Event': 'issues', 'X-Hub-Signature-256': await sign('hush', body) };
    const answers = await Promise.all(Array.from({ length: 65 }, () => server.as().post(hook.url).set(headers).send(body)));
    expect(new Set(answers.map((answer) => `${answer.status} ${(answer.body as { filtered: boolean }).filtered}`))).toEqual(
      new Set(['200 true']),
    );
    expect(await stored(hook.triggerId, 'filtered')).toBe(60);
  });

  it('keeps the files of the refusals that it stores, and of no others', async () => {
    const { triggerId, address } = await deployedWebhook(server);
    const pause = { status: 'paused', pauseMode: 'drop' };
    await server.as(server.first.apiKey).patch(`/api/v1/triggers/${triggerId}`).send(pause).expect(200);
    for (let n = 0; n < 12; n += 1) await server.as().post(address).attach('photo', Buffer.from('bytes'), 'refused.txt').expect(503);
    const { rows } = await server.database.pool.query("select id from workspace_file where name like '%refused.txt'");
    expect(rows).toHaveLength(10);
  });
});
