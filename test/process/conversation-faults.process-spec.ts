import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { startTalkers, type Talkers } from '../support/chat/talkers.js';
import { jump, jumpingClock } from '../support/jumping-clock.js';
import { startKilledServers, type KilledServers } from '../support/killed-servers.js';

let servers: KilledServers;
let talkers: Talkers;

beforeAll(async () => {
  servers = await startKilledServers(jumpingClock());
  talkers = await startTalkers(servers, async (text) => (await servers.client.query(text)).rows as never);
}, 120_000);
afterAll(() => servers.finish());

describe('messages of a chat and calls of a tool at two processes', () => {
  it('are stored, run and answered once while one process after the other is stopped until the other one has taken its runs over, and continues', async () => {
    await talkers.talking(async () => {
      for (const { child } of servers.processes) {
        await talkers.progress();
        child.kill('SIGSTOP');
        await talkers.progress();
        child.kill('SIGCONT');
      }
      await talkers.progress();
    });
    await talkers.check();
  }, 180_000);

  it('are stored, run and answered once while the clocks of both are an hour wrong, in different ways', async () => {
    await talkers.talking(async () => {
      const [one, other] = servers.processes;
      for (const jumping of [one, one, other, one, other, other]) {
        if (jumping !== undefined) jump(jumping);
        await talkers.progress();
      }
    });
    await talkers.check();
  }, 180_000);
});
