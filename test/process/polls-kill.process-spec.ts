import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { holdTable } from '../support/held-table.js';
import { startKilledServers, type KilledServers } from '../support/killed-servers.js';
import { startFeedServer, type FeedServer } from '../support/triggers/feed-server.js';
import { fieldBlock, triggered } from '../support/triggers/trigger-documents.js';

let servers: KilledServers;
let feed: FeedServer;

beforeEach(async () => {
  servers = await startKilledServers();
  feed = await startFeedServer();
}, 120_000);
afterEach(async () => {
  await servers.finish();
  await feed.close();
});

/** Sets when the feed is asked next, once the poll before it is over. */
async function askNext(at: 'now()' | `now() + interval '1 day'`): Promise<void> {
  await eventually(async () => {
    const { rowCount } = await servers.client.query(
      `update schedule_cursor set due_at = ${at}, scheduled_for = ${at} where polls and scheduled_for is not null and claimed_until is null`,
    );
    expect(rowCount).toBe(1);
  }, 30_000);
  await servers.client.query(`select pg_notify('sluice', 'schedules')`);
}

/** Waits until the feed has been asked and what came of it is stored, and keeps further polls away. */
async function polled(): Promise<void> {
  await eventually(async () => expect(await servers.count('poll_cursor')).toBe(1), 30_000);
  await askNext(`now() + interval '1 day'`);
}

async function titles(): Promise<readonly string[]> {
  const { rows } = await servers.client.query<{ title: string }>(
    `select e.data->'output'->'result'->'got'->>'title' as title from run_event e where e.type = 'execution.completed' order by 1`,
  );
  return rows.map(({ title }) => title);
}

const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();

describe('a process that is killed while it stores the items of a feed that it has fetched', () => {
  it.each([
    ['leaves them to the next poll if they are not stored', true],
    ['does not have them delivered again if they are stored after its death', false],
  ])(
    '%s',
    async (_name, isUndone) => {
      // One process is left, so that it is the one that polls.
      await servers.servers[1]?.kill('SIGKILL');
      await servers.deploy('Reader', triggered(fieldBlock('feed', 'rss', { feedUrl: feed.url })));
      await askNext('now()');
      await polled();
      feed.publish(['c', 'b', 'a'].map((id) => ({ id, at: inAnHour() })));
      const held = await holdTable(servers.connectionString, 'poll_cursor');
      await askNext('now()');
      const session = await held.waiting();
      await servers.servers[0]?.kill('SIGKILL');
      if (isUndone) await servers.client.query('select pg_terminate_backend($1)', [session]);
      await held.release();
      await eventually(async () => expect(await servers.count(`delivery where outcome = 'accepted'`)).toBe(isUndone ? 0 : 1), 30_000);

      await servers.start(1);
      await askNext('now()');
      await eventually(async () => expect(await titles()).toEqual(['a', 'b', 'c']), 60_000);
      const asked = feed.requests.length;
      await askNext('now()');
      await eventually(() => expect(feed.requests.length).toBeGreaterThan(asked), 30_000);
      expect(await servers.count(`delivery where outcome = 'accepted'`)).toBe(3);
      expect(await servers.count(`run_event where type = 'job.queued'`)).toBe(3);
    },
    180_000,
  );
});
