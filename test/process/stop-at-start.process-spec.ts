import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { childEnvironment } from '../support/child-environment.js';
import { eventually } from '../support/eventually.js';
import { freePort, serverEnv, startServerProcess, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

describe.each(['1', '2'])('a signal while a server of %s processes waits for its database', (processes) => {
  it('ends the start at once, whose port no other program could take', async () => {
    const port = String(await freePort());
    const child = spawn(process.execPath, ['dist/bundle/main.js', 'start'], {
      env: {
        ...childEnvironment,
        PORT: port,
        DATABASE_URL: 'postgresql://sluice@127.0.0.1:9/nowhere',
        SLUICE_ENCRYPTION_KEY: '0'.repeat(64),
        SLUICE_DATABASE_WAIT: '10m',
        SLUICE_PROCESSES: processes,
      },
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await eventually(() => expect(output).toContain('The start waits for it'), 30_000);
    expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(200);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(output).toContain('Stopped before the server was ready');
  }, 60_000);
});

describe('a signal while a server with several processes starts', () => {
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
