import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { PollClaims } from '#modules/triggers/firing/polls/poll-claims.js';
import { ScheduleCursors } from '#modules/triggers/store/cursors/schedule-cursors.js';
import { RssPoller } from '#modules/triggers/firing/polls/feeds/rss-poller.js';
import { eventually } from '../../support/eventually.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { startFeedServer, type FeedServer } from '../../support/triggers/feed-server.js';
import { deployPoller, pollOnce, type DeployedPoller } from '../../support/triggers/pollers.js';
import { runInputs } from '../../support/triggers/run-inputs.js';
import { fieldBlock, triggered } from '../../support/triggers/trigger-documents.js';
import { createWorkflow } from '../../support/workflow-api.js';

let server: TestApp;
let closed: TestApp;
let feed: FeedServer;
const deployedHere: string[] = [];

beforeAll(async () => {
  server = await startTestApp({ env: { SLUICE_OUTBOUND_ALLOW: '127.0.0.1' } });
  closed = await startTestApp({ beside: server });
}, 60_000);
beforeEach(async () => {
  feed = await startFeedServer();
});
afterEach(async () => {
  for (const id of deployedHere.splice(0)) await owner().delete(`/api/v1/workflows/${id}/deploy`).expect(200);
  await feed.close();
});
afterAll(async () => {
  await closed.close();
  await server.close();
});

const owner = () => server.as(server.first.apiKey);
const later = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

async function reading(fields: JsonObject = { feedUrl: feed.url }, type = 'rss', more: JsonObject = {}): Promise<DeployedPoller> {
  const reader = await deployPoller(server, triggered(fieldBlock('feed', type, fields, more)));
  deployedHere.push(reader.workflowId);
  return reader;
}

/** What the loop does when the trigger is due. */
async function pollWhenDue({ triggerId }: DeployedPoller): Promise<void> {
  await server.database.pool.query('update schedule_cursor set scheduled_for = now(), claimed_until = null where id = $1', [triggerId]);
  const claim = await server.app.get(ScheduleCursors).claimOne(triggerId, 60_000);
  await server.app.get(PollClaims).work(claim === undefined ? [] : [claim], new AbortController().signal);
  await server.database.pool.query(`update schedule_cursor set due_at = now() + interval '1 day' where id = $1`, [triggerId]);
}

const poll = ({ triggerId }: DeployedPoller, app = server): Promise<void> => pollOnce(app, RssPoller, triggerId);

/** The titles of the items whose runs have ended, in the order of their deliveries. */
const titles = async ({ workflowId }: DeployedPoller, count: number) =>
  (await runInputs(server, workflowId, count)).map(({ title }) => title);

const deliveries = async ({ workflowId }: DeployedPoller): Promise<number> =>
  (await server.database.pool.query('select from delivery where workflow_id = $1', [workflowId])).rowCount ?? 0;

const started = async ({ workflowId }: DeployedPoller): Promise<number> =>
  (await server.database.pool.query(`select from delivery where workflow_id = $1 and outcome = 'accepted'`, [workflowId])).rowCount ?? 0;

describe('a feed', () => {
  it('is read at once when its trigger is fired', async () => {
    const reader = await reading();
    const before = feed.requests.length;
    const { body } = await owner().post(`/api/v1/triggers/${reader.triggerId}/fire`).expect(200);
    expect(body.data).toEqual({ outcome: 'polling', deliveryId: null, executionId: null, jobId: null, reason: null });
    await eventually(() => expect(feed.requests.length).toBeGreaterThan(before));
  });

  it('starts one run for each item since the registration, oldest first, and none for older ones', async () => {
    const reader = await reading();
    feed.publish([
      { id: 'second', at: later(2) },
      { id: 'first', at: later(1) },
      { id: 'old', at: later(-60) },
    ]);
    await poll(reader);
    await poll(reader);
    expect(await titles(reader, 2)).toEqual(['first', 'second']);
    feed.publish([
      { id: 'third', at: later(3) },
      { id: 'second', at: later(2) },
    ]);
    await poll(reader);
    expect(await titles(reader, 3)).toEqual(['first', 'second', 'third']);
    const [got] = await runInputs(server, reader.workflowId, 3);
    expect(got).toEqual({
      title: 'first',
      link: 'https://example.org/first',
      pubDate: expect.any(String),
      item: expect.objectContaining({ guid: 'first', isoDate: expect.any(String), categories: [], enclosure: null }),
      feed: { title: 'News', link: 'https://example.org', feedDescription: 'All' },
      timestamp: expect.any(String),
    });
  });

  it('is asked whether it has changed, and its unchanged answer is not read again', async () => {
    const reader = await reading();
    feed.publish([{ id: 'only', at: later(1) }]);
    await poll(reader);
    await poll(reader);
    expect(feed.requests.map((headers) => headers['if-none-match'])).toEqual([undefined, '"1"']);
    expect(await titles(reader, 1)).toEqual(['only']);
  });

  it('with more than 25 new items is read in parts, and no item is lost', async () => {
    const reader = await reading();
    feed.publish(Array.from({ length: 60 }, (_each, index) => ({ id: `i${60 - index}`, at: later(60 - index) })));
    for (const expected of [25, 50, 60, 60]) {
      await poll(reader);
      expect(await deliveries(reader)).toBe(expected);
    }
    expect(await titles(reader, 60)).toEqual(Array.from({ length: 60 }, (_each, index) => `i${index + 1}`));
  });

  it('continues after a crash between two items, with one run for each', async () => {
    const reader = await reading();
    feed.publish([
      { id: 'b', at: later(2) },
      { id: 'a', at: later(1) },
    ]);
    await poll(reader);
    // As if the process had died before it noted what it had read of the answer.
    await server.database.pool.query(
      `update poll_cursor set place = jsonb_set(place - 'etag' - 'digest', '{known}', (place->'known') - 1) where trigger_id = $1`,
      [reader.triggerId],
    );
    await poll(reader);
    await titles(reader, 2);
    const { rows } = await server.database.pool.query<{ outcome: string }>(
      'select outcome from delivery where workflow_id = $1 order by received_at, id',
      [reader.workflowId],
    );
    expect(rows.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted', 'duplicate']);
  });

  it('whose address changes passes more than 25 known items and starts runs for the new ones only', async () => {
    const reader = await reading();
    const items = Array.from({ length: 30 }, (_each, index) => ({ id: `i${30 - index}` }));
    feed.publish(items);
    for (const expected of [25, 30]) {
      await poll(reader);
      expect(await started(reader)).toBe(expected);
    }
    await server.database.pool.query(
      `update trigger set config = jsonb_set(config::jsonb, '{feedUrl}', to_jsonb($2::text)) where id = $1`,
      [reader.triggerId, `${feed.url}?moved`],
    );
    feed.publish([{ id: 'i31' }, ...items]);
    for (const expected of [30, 31]) {
      await poll(reader);
      expect(await started(reader)).toBe(expected);
    }
    expect((await titles(reader, 31)).at(-1)).toBe('i31');
  });

  it('may have its address from a secret of the workspace', async () => {
    await owner()
      .put(`/api/v1/workspaces/${server.first.workspaceId}/environment`)
      .send({ variables: { FEED: feed.url } })
      .expect(200);
    const reader = await reading({ feedUrl: '{{FEED}}' });
    feed.publish([{ id: 'a', at: later(1) }]);
    await poll(reader);
    expect(await titles(reader, 1)).toEqual(['a']);
  });

  it('is asked by the block that editors export', async () => {
    const reader = await reading({ feedUrl: feed.url, triggerId: 'rss_poller' }, 'rss', { triggerMode: true });
    feed.publish([{ id: 'a', at: later(1) }]);
    await poll(reader);
    expect(await titles(reader, 1)).toEqual(['a']);
  });

  it.each<[string, string | Buffer, number, RegExp]>([
    ['that responds with an error', 'gone', 503, /503/],
    ['that is larger than 10 MB', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'), 200, /large|bytes|MiB/i],
    ['that is a page', '<html></html>', 200, /feed/],
    [
      'that nests entities',
      '<!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><rss><channel><title>&b;</title></channel></rss>',
      200,
      /entities/,
    ],
  ])('%s fails its poll, starts nothing and is asked again', async (_what, body, status, problem) => {
    const reader = await reading();
    feed.send(body, status);
    await expect(poll(reader)).rejects.toThrow(problem);
    expect(await deliveries(reader)).toBe(0);
    feed.publish([{ id: 'a', at: later(1) }]);
    await poll(reader);
    expect(await titles(reader, 1)).toEqual(['a']);
  });

  it('that fails shows why and since when, without secrets, until a poll completes, and stays active', async () => {
    const secret = 'feed-token-4711';
    await owner()
      .put(`/api/v1/workspaces/${server.first.workspaceId}/environment`)
      .send({ variables: { TOKEN: secret } })
      .expect(200);
    const reader = await reading({ feedUrl: 'http://{{TOKEN}}.invalid/feed' });
    const shown = async () => (await owner().get(`/api/v1/triggers/${reader.triggerId}`).expect(200)).body.data as JsonObject;
    expect(await shown()).toMatchObject({ lastPollError: null, pollFailingSince: null });
    await pollWhenDue(reader);
    const first = await shown();
    expect(first).toMatchObject({ status: 'active', lastPollError: expect.any(String), pollFailingSince: expect.any(String) });
    expect(first['lastPollError']).not.toContain(secret);
    await pollWhenDue(reader);
    expect((await shown())['pollFailingSince']).toBe(first['pollFailingSince']);
    expect((await server.as().get('/metrics')).text).toMatch(/^sluice_polls_failing 1$/m);

    const { rows } = await server.database.pool.query<{ config: JsonObject }>('select config from trigger where id = $1', [
      reader.triggerId,
    ]);
    const config = JSON.stringify({ ...rows[0]?.config, feedUrl: feed.url });
    await server.database.pool.query('update trigger set config = $2 where id = $1', [reader.triggerId, config]);
    await pollWhenDue(reader);
    expect(await shown()).toMatchObject({ lastPollError: null, pollFailingSince: null });
  });

  it('at an address that the outbound policy refuses is not asked', async () => {
    const reader = await reading();
    feed.publish([{ id: 'a', at: later(1) }]);
    await expect(poll(reader, closed)).rejects.toThrow(/not allowed|private|blocked|refused/i);
    expect(feed.requests).toEqual([]);
  });
});

describe('a trigger of a feed', () => {
  it.each<[string, JsonObject, string]>([
    ['no address', {}, 'required'],
    ['an address that is none', { feedUrl: 'feed' }, 'invalid_value'],
    ['an address of a file', { feedUrl: 'file:///etc/passwd' }, 'invalid_value'],
  ])('with %s keeps a version from being deployed', async (_what, fields, code) => {
    const id = await createWorkflow(server, { state: triggered(fieldBlock('feed', 'rss', fields)) });
    const { body } = await owner().post(`/api/v1/workflows/${id}/deploy`).expect(400);
    expect(body.details).toEqual([expect.objectContaining({ path: ['blocks', 'feed', 'feedUrl'], code })]);
  });
});
