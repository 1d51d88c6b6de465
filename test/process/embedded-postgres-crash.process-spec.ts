import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readlinkSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#host/postgres/embedded-postgres.js';
import { readLockFile, socketOf } from '#host/postgres/folder/lock-file.js';
import { stopPostmaster } from '#host/postgres/postmaster.js';
import { processIdentity } from '#host/postgres/process-identity.js';
import { installedPackage, kill, Playground, query, started, until } from './embedded-postgres-parent.js';

jest.setTimeout(60_000); // each test starts real servers, and a machine may be busy

describe('the embedded PostgreSQL after a crash', () => {
  let playground: Playground;
  let dataDir: string;
  let project: string;
  beforeEach(() => {
    playground = new Playground();
    dataDir = playground.path('data');
    project = playground.project();
  });
  afterEach(() => playground.clear());

  const startParent = async (): Promise<{ parent: ChildProcess; parentPid: number; server: Awaited<ReturnType<typeof started>> }> => {
    const parent = playground.spawnParent(dataDir, project);
    return { parent, parentPid: parent.pid ?? 0, server: await started(parent) };
  };

  it('adopts the server that a killed parent left running, with its data, and can stop it', async () => {
    const { parentPid, server } = await startParent();
    await query(server.connectionString, 'create table kept (id int)', 'insert into kept values (7)');
    await kill(parentPid, 'SIGKILL');
    const heir = await startEmbeddedPostgres({ dataDir });
    expect(heir).toMatchObject({ ...server, adopted: true });
    expect(await query(heir.connectionString, 'select id from kept')).toEqual([{ id: 7 }]);
    await heir.stop();
    expect(processIdentity(server.pid)).toBeUndefined();
  });

  it('recovers every acknowledged row after the server and its parent were killed in the middle of writing', async () => {
    const { parentPid, server } = await startParent();
    const client = new pg.Client(server.connectionString);
    client.on('error', () => undefined);
    await client.connect();
    await client.query('create table kept (id int)');
    let acknowledged = 0;
    const writing = (async () => {
      for (let id = 1; ; id++) {
        await client.query('insert into kept values ($1)', [id]);
        acknowledged = id;
      }
    })();
    await until(() => acknowledged >= 500);
    await kill(parentPid, 'SIGKILL');
    process.kill(server.pid, 'SIGKILL');
    await expect(writing).rejects.toThrow(/connection|ECONNRESET|EPIPE/i);
    const heir = await startEmbeddedPostgres({ dataDir });
    expect(heir.adopted).toBe(false);
    const [row] = await query<{ rows: number }>(heir.connectionString, 'select count(*)::int as rows from kept');
    expect([acknowledged, acknowledged + 1]).toContain(row?.rows);
    await heir.stop();
  });

  it('waits for the last process of a killed server to let go of the database', async () => {
    const { parentPid, server } = await startParent();
    const client = new pg.Client(server.connectionString);
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const backend = rows[0]?.pid ?? 0;
    process.kill(backend, 'SIGSTOP');
    await kill(parentPid, 'SIGKILL');
    await kill(server.pid, 'SIGKILL');
    const starting = startEmbeddedPostgres({ dataDir });
    await until(() => readFileSync(join(dataDir, 'postgres-start.log'), 'utf8').includes('is still in use'));
    process.kill(backend, 'SIGKILL');
    const heir = await starting;
    expect(heir.adopted).toBe(false);
    await heir.stop();
  });

  it('starts although the killed server is a zombie that was never collected', async () => {
    await (await startEmbeddedPostgres({ dataDir })).stop();
    const { pid, keeper } = await startUncollected(dataDir);
    process.kill(pid, 'SIGKILL');
    await until(() => processIdentity(pid) === undefined);
    expect(() => process.kill(pid, 0)).not.toThrow();
    const heir = await startEmbeddedPostgres({ dataDir });
    expect(await query(heir.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
    await heir.stop();
    keeper.kill('SIGKILL');
  });

  it('starts although the pid in its lock files now belongs to an unrelated process of the same user', async () => {
    const first = await startEmbeddedPostgres({ dataDir });
    await first.stop();
    const cluster = join(dataDir, 'postgres');
    const { uid, gid } = statSync(join(cluster, 'PG_VERSION'));
    const stranger = spawn('sleep', ['600'], { cwd: cluster, ...(process.getuid?.() === 0 ? { uid, gid } : {}) });
    await once(stranger, 'spawn');
    const port = new URL(first.connectionString).port;
    const lock = `${stranger.pid}\n${cluster}\n1700000000\n${port}\n.\n127.0.0.1\n  9999999     99999\nready   \n`;
    writeFileSync(join(cluster, 'postmaster.pid'), lock);
    writeFileSync(`${socketOf(cluster, Number(port))}.lock`, lock);
    const second = await startEmbeddedPostgres({ dataDir });
    expect(second).toMatchObject({ adopted: false, connectionString: first.connectionString });
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    await second.stop();
    stranger.kill();
  });

  it('starts although the lock file is empty', async () => {
    await (await startEmbeddedPostgres({ dataDir })).stop();
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), '');
    await (await startEmbeddedPostgres({ dataDir })).stop();
  });

  it('stops with a parent that ends on SIGTERM', async () => {
    const { parent, server } = await startParent();
    parent.kill('SIGTERM');
    expect(await once(parent, 'exit')).toEqual([0, null]);
    expect(processIdentity(server.pid)).toBeUndefined();
  });

  it('continues when Ctrl-C reaches the process group of its parent', async () => {
    const { parent, parentPid, server } = await startParent();
    const interrupted = once(parent.stdout ?? parent, 'data');
    process.kill(-parentPid, 'SIGINT');
    expect(String(await interrupted)).toContain('interrupted');
    expect(await query(server.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('refuses a second live parent and names the first, which is not disturbed', async () => {
    const { parentPid, server } = await startParent();
    const inUse = new RegExp(`in use by another Sluice \\(process ${parentPid}\\)[^]*SLUICE_DATA_DIR[^]*DATABASE_URL`);
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(inUse);
    expect(await query(server.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('refuses a second start in the process that owns it', async () => {
    const first = await startEmbeddedPostgres({ dataDir });
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/in use/);
    await first.stop();
    await (await startEmbeddedPostgres({ dataDir })).stop();
  });

  it('lets exactly one of several parents replace a dead owner', async () => {
    await (await startEmbeddedPostgres({ dataDir })).stop();
    symlinkSync(`${process.pid} another-boot 1`, join(dataDir, 'postgres.owner'));
    const parents = Array.from({ length: 6 }, () => playground.spawnParent(dataDir, project));
    const outcomes = await Promise.allSettled(parents.map(started));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const winner = parents[outcomes.findIndex(({ status }) => status === 'fulfilled')];
    expect(readlinkSync(join(dataDir, 'postgres.owner'))).toBe(`${winner?.pid} ${processIdentity(winner?.pid ?? 0)}`);
  });

  it('refuses to start beside a server that it cannot see, but that answers at the socket of the database', async () => {
    const first = await startEmbeddedPostgres({ dataDir });
    await first.stop();
    const cluster = join(dataDir, 'postgres');
    const port = new URL(first.connectionString).port;
    const unseen = createServer((socket) => socket.end()).listen(socketOf(cluster, Number(port)));
    await once(unseen, 'listening');
    const lock = `99999999\n${cluster}\n1700000000\n${port}\n.\n127.0.0.1\n  9999999     99999\nready   \n`;
    writeFileSync(join(cluster, 'postmaster.pid'), lock);
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/cannot see[^]*another container/);
    expect(readFileSync(join(cluster, 'postmaster.pid'), 'utf8')).toBe(lock);
    unseen.close();
    await once(unseen, 'close');
    await (await startEmbeddedPostgres({ dataDir })).stop();
  });

  it('cuts off a server that does not stop in time', async () => {
    const { connectionString, pid, stop } = await startEmbeddedPostgres({ dataDir });
    const client = new pg.Client({ connectionString });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    process.kill(rows[0]?.pid ?? 0, 'SIGSTOP'); // a fast shutdown waits for every backend, and this one never hears of it
    await stopPostmaster({ pid, identity: processIdentity(pid) ?? '' }, 6_000);
    expect(processIdentity(pid)).toBeUndefined();
    await stop();
    await client.end();
  });
});

/** The server of a stopped database, started by a process that never collects its dead children, as pid 1 of many containers. */
async function startUncollected(dataDir: string): Promise<{ pid: number; keeper: ChildProcess }> {
  const cluster = join(dataDir, 'postgres');
  const { uid, gid } = statSync(join(cluster, 'PG_VERSION'));
  const keeper = spawn(
    '/bin/sh',
    ['-c', '"$0" -D "$1" & echo $!; exec sleep 600', join(installedPackage, 'native/bin/postgres'), cluster],
    { env: {}, stdio: ['ignore', 'pipe', 'ignore'], ...(process.getuid?.() === 0 ? { uid, gid } : {}) },
  );
  const pid = Number(String(await once(keeper.stdout, 'data')));
  await until(() => readLockFile(cluster)?.status === 'ready');
  return { pid, keeper };
}
