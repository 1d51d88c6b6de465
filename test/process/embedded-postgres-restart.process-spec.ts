import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#host/postgres/embedded-postgres.js';
import { readLockFile } from '#host/postgres/folder/lock-file.js';
import { processIdentity } from '#host/postgres/process-identity.js';
import { eventually } from '../support/eventually.js';
import { kill, Playground, query, started } from './embedded-postgres-parent.js';

jest.setTimeout(60_000); // each test starts real servers, and a machine may be busy

describe('the embedded PostgreSQL whose process dies while its parent lives', () => {
  let playground: Playground;
  let dataDir: string;
  let said: string[];
  const log = (message: string): void => void said.push(message);
  beforeEach(() => {
    playground = new Playground();
    dataDir = playground.path('data');
    said = [];
  });
  afterEach(() => playground.clear());

  const kept = (connectionString: string): Promise<unknown> => eventually(() => query(connectionString, 'select id from kept'));
  const breakConfiguration = (content: string): void => writeFileSync(join(dataDir, 'postgres', 'postgresql.auto.conf'), content);
  const serverLog = (): string => {
    const directory = join(dataDir, 'postgres', 'log');
    return readdirSync(directory)
      .map((name) => readFileSync(join(directory, name), 'utf8'))
      .join('');
  };
  const isGone = (): boolean => processIdentity(readLockFile(join(dataDir, 'postgres'))?.pid ?? 0) === undefined;

  it('is started again at the same address, with every committed row, and stops as ever', async () => {
    const server = await startEmbeddedPostgres({ dataDir, log });
    await query(server.connectionString, 'create table kept (id int)', 'insert into kept values (7)');
    const { pid } = server;
    await kill(pid, 'SIGKILL');
    expect(await kept(server.connectionString)).toEqual([{ id: 7 }]);
    await eventually(() =>
      expect(said.slice(-2)).toEqual([expect.stringContaining(`process ${pid}`), expect.stringContaining('was restarted')]),
    );
    expect(server.pid).toBe(readLockFile(join(dataDir, 'postgres'))?.pid);
    await server.stop();
    expect(processIdentity(server.pid)).toBeUndefined();
    expect(readdirSync(dataDir).toSorted()).toEqual(['postgres', 'postgres-start.log']);
  });

  it('is started again as often as it dies', async () => {
    const { connectionString, stop } = await startEmbeddedPostgres({ dataDir });
    await query(connectionString, 'create table kept (id int)');
    for (let round = 0; round < 3; round++) {
      await kill(readLockFile(join(dataDir, 'postgres'))?.pid ?? 0, 'SIGKILL');
      expect(await kept(connectionString)).toEqual([]);
    }
    await stop();
    expect(isGone()).toBe(true);
  });

  it('is started again when it was adopted', async () => {
    const parent = playground.spawnParent(dataDir, playground.project());
    const { connectionString } = await started(parent);
    await query(connectionString, 'create table kept (id int)', 'insert into kept values (7)');
    await kill(parent.pid ?? 0, 'SIGKILL');
    const heir = await startEmbeddedPostgres({ dataDir });
    await kill(heir.pid, 'SIGKILL');
    expect(await kept(connectionString)).toEqual([{ id: 7 }]);
    await heir.stop();
    expect(isGone()).toBe(true);
  });

  it('is restarted when another process has stopped it', async () => {
    const { connectionString, pid, stop } = await startEmbeddedPostgres({ dataDir });
    await query(connectionString, 'create table kept (id int)');
    await kill(pid, 'SIGINT');
    expect(await kept(connectionString)).toEqual([]);
    await stop();
  });

  it('stays down when it is stopped right after', async () => {
    const { pid, stop } = await startEmbeddedPostgres({ dataDir, log });
    await kill(pid, 'SIGKILL');
    await eventually(() => expect(said.at(-1)).toContain('restarting it'));
    await stop();
    expect(isGone()).toBe(true);
  });

  it('waits for its port when another program has taken it', async () => {
    const { connectionString, pid, stop } = await startEmbeddedPostgres({ dataDir, log });
    await query(connectionString, 'create table kept (id int)');
    breakConfiguration('shared_buffers = a lot\n');
    await kill(pid, 'SIGKILL');
    const occupant = createServer().listen(Number(new URL(connectionString).port), '127.0.0.1');
    await once(occupant, 'listening');
    await eventually(() => expect(said.at(-1)).toContain('syntax error'));
    breakConfiguration('');
    await eventually(() => expect(serverLog()).toContain('Address already in use'));
    occupant.close();
    expect(await kept(connectionString)).toEqual([]);
    await stop();
  });

  it('tells its parent when it cannot be started again, and gives up its directory when it is stopped', async () => {
    const lost: Error[] = [];
    const { pid, stop } = await startEmbeddedPostgres({ dataDir, onLost: (error) => lost.push(error), patienceMs: 1 });
    breakConfiguration('shared_buffers = a lot\n');
    await kill(pid, 'SIGKILL');
    await eventually(() => expect(lost).toEqual([expect.objectContaining({ name: 'EmbeddedPostgresError' })]));
    expect(lost[0]?.message).toMatch(/syntax error in file .*postgresql\.auto\.conf/);
    await stop();
    expect(readdirSync(dataDir).toSorted()).toEqual(['postgres', 'postgres-start.log']);
  });
});
