import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.js';
import { startSilentServer, type SilentServer } from '../../support/silent-server.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { startFeedServer, type FeedServer } from '../../support/triggers/feed-server.js';
import { fieldBlock, triggered } from '../../support/triggers/trigger-documents.js';

const manyFeeds = 40;

let server: TestApp;
let silent: SilentServer;
let feed: FeedServer;

beforeAll(async () => {
  server = await startTestApp({ env: { SLUICE_OUTBOUND_ALLOW: '127.0.0.1' } });
  [silent, feed] = await Promise.all([startSilentServer(), startFeedServer()]);
}, 60_000);
afterAll(async () => {
  await Promise.all([silent.close(), feed.close()]);
  await server.close();
});

const owner = () => server.as(server.first.apiKey);

async function deployed(workspaceId: string, addresses: readonly string[]): Promise<string> {
  const blocks = addresses.map((feedUrl, index) => fieldBlock(`feed${index}`, 'rss', { feedUrl }));
  const { body } = await owner().post('/api/v1/workflows').send({ workspaceId, name: 'Feeds' }).expect(200);
  const id = body.data.id as string;
  await owner()
    .put(`/api/v1/workflows/${id}/state`)
    .send({ state: triggered(...blocks) })
    .expect(200);
  await owner().post(`/api/v1/workflows/${id}/deploy`).expect(200);
  return id;
}

/** The triggers of a workflow are due as long ago. */
async function makeDue(workflowId: string, overdueSeconds: number): Promise<void> {
  await eventually(async () => {
    const { rowCount } = await server.database.pool.query(
      `select from schedule_cursor where scheduled_for is null and id in (select id from trigger where workflow_id = $1)`,
      [workflowId],
    );
    expect(rowCount).toBe(0);
  });
  await server.database.pool.query(
    `update schedule_cursor set due_at = now() - $2 * interval '1 s', scheduled_for = now() - $2 * interval '1 s'
     where id in (select id from trigger where workflow_id = $1)`,
    [workflowId, overdueSeconds],
  );
}

describe('sources that do not answer', () => {
  it('do not keep the sources of another workspace from being asked', async () => {
    const { body } = await owner().post('/api/v1/workspaces').send({ name: 'Other' }).expect(200);
    const hanging = await deployed(
      server.first.workspaceId,
      Array.from({ length: manyFeeds }, (_each, index) => `${silent.url}/${index}`),
    );
    const quick = await deployed(body.data.id as string, [feed.url]);
    await makeDue(hanging, 120);
    await eventually(() => expect(silent.waiting).toBeGreaterThanOrEqual(8));
    const before = feed.requests.length;
    await makeDue(quick, 60);
    await eventually(() => expect(feed.requests.length).toBeGreaterThan(before));
    expect(silent.waiting).toBeLessThanOrEqual(8);
  });

  it('give their place to the next ones of their workspace once they have answered', async () => {
    await eventually(() => expect(silent.waiting).toBe(8));
    silent.answerAll();
    await eventually(() => expect(silent.waiting).toBeLessThan(8));
    await eventually(() => expect(silent.waiting).toBe(8), 20_000);
  });
});
