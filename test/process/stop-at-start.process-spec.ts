import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { serverEnv, startServerProcess, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
let server: ServerProcess;

/** Answers requests already, while other processes of it have not begun. */
beforeEach(async () => {
  database = await createTestDatabase();
  server = await startServerProcess(
    await serverEnv(database, { SLUICE_PROCESSES: '4', SLUICE_DATABASE_POOL: '3', SLUICE_LOG_LEVEL: 'info' }),
  );
  expect(server.output()).not.toContain('All processes are ready');
}, 120_000);

afterEach(async () => {
  await server.kill('SIGKILL');
  await database.drop();
});

describe('a signal while a server with several processes starts', () => {
  it('SIGTERM stops what has started, in order', async () => {
    const ended = once(server.child, 'exit');
    server.child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(server.output()).toContain('Stopping before all processes were ready');
    expect(server.output()).not.toContain('All processes are ready');
  }, 60_000);

  it('SIGHUP replaces them when all are ready', async () => {
    server.child.kill('SIGHUP');
    await eventually(() => expect(server.output()).toContain('Reloading'), 120_000);
    expect(server.output().indexOf('All processes are ready')).toBeLessThan(server.output().indexOf('Reloading'));
    await eventually(() => expect(server.output()).toContain('Reloaded'), 120_000);
    expect((await server.call('GET', '/health/ready')).status).toBe(200);
  }, 240_000);
});
