import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { startTalkers } from '../support/chat/talkers.js';
import { reachServers } from '../support/reached-servers.js';
import { startServerWithDatabase, type ServerWithDatabase } from '../support/restarted-database.js';

let restarted: ServerWithDatabase;

beforeAll(async () => {
  restarted = await startServerWithDatabase();
}, 120_000);
afterAll(() => restarted.finish(), 60_000);

describe('a server whose database is killed and stopped while messages of a chat and calls of a tool are answered', () => {
  it('stores, runs and answers each of them once', async () => {
    const talkers = await startTalkers(await reachServers([restarted.server]), restarted.rows);
    await talkers.talking(async () => {
      for (const signal of ['SIGKILL', 'SIGINT', 'SIGKILL'] as const) {
        await talkers.progress();
        await restarted.end(signal);
      }
      await talkers.progress();
    });
    await talkers.check();
  }, 180_000);
});
