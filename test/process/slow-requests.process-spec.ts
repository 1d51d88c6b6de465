import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendRaw, type RawConnection } from '../support/raw-exchange.js';
import { serverEnv, startServerProcess, testKey, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const places = 20;
const slowOnes = 60;
const requests = 40;

let database: TestDatabase;
let server: ServerProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startServerProcess(await serverEnv(database, { SLUICE_MAX_REQUESTS: String(places) }));
}, 60_000);
afterAll(async () => {
  await server.kill('SIGTERM');
  await database.drop();
});

const line = (path: string): string => `POST ${path} HTTP/1.1\r\nHost: x\r\n`;
const slow = {
  'bodies of a public form': `${line('/resume/a/b')}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nt`,
  'bodies with a key': `${line('/api/v1/workflows')}Content-Type: application/json\r\nX-API-Key: ${testKey}\r\nContent-Length: 1000\r\n\r\n{`,
  'bodies of a route that does not exist': `${line('/nothing')}Content-Length: 1000\r\n\r\nx`,
  headers: `${line('/resume/a/b')}X-Slow: `,
};

describe('a server with more slow senders than it has places', () => {
  it.each(Object.entries(slow))('answers others: %s', async (_, bytes) => {
    const open: RawConnection[] = [];
    for (let count = 0; count < slowOnes; count += 1) open.push(await sendRaw(server.url, bytes));
    const drip = setInterval(() => open.forEach(({ socket }) => socket.write('x')), 250);
    try {
      const statuses: number[] = [];
      for (let count = 0; count < requests; count += 1) {
        statuses.push((await server.call('GET', '/api/v1/workspaces')).status);
        statuses.push((await server.call('POST', '/api/v1/workspaces', { name: `Workspace ${count}` })).status);
        statuses.push((await fetch(`${server.url}/resume/a/b`)).status);
      }
      expect(statuses.filter((status) => status !== 200)).toEqual([]);
    } finally {
      clearInterval(drip);
      for (const { socket } of open) socket.destroy();
    }
  });
});
