import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { StartRefused } from '#host/start-refused.js';
import { createPool, reachDatabase } from '#ledger/database/connect.js';
import { DatabaseServers } from '#ledger/database/servers/database-servers.js';
import { hasSessions } from '#ledger/database/servers/require-sessions.js';
import { ServerRefused } from '#ledger/database/servers/server-refused.js';
import { WriterConnection } from '#ledger/database/servers/writer-connection.js';
import { readStandbys } from '#ledger/vitals/standbys.js';
import { OwnerSession } from '#ledger/work/owner-session.js';
import { eventually } from '../../support/eventually.js';
import { ReplicatedServer } from '../../support/postgres/replicated-server.js';
import { startTransactionPooler } from '../../support/postgres/transaction-pooler.js';

const opened: { end(): Promise<void> }[] = [];

function poolOf(url: string): Pool {
  const pool = createPool(url, 2);
  opened.push(pool);
  return pool;
}

function writerOf(url: string): WriterConnection {
  const writer = new WriterConnection(url, 'test');
  opened.push({ end: () => writer.close() });
  return writer;
}

async function portOf(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ port: number }>(`select current_setting('port')::int as port`);
  return rows[0]?.port ?? 0;
}

const nothing = (text: string) => ({ text, values: [] });

describe('a database with a standby', () => {
  let primary: ReplicatedServer;
  let standby: ReplicatedServer;

  beforeAll(async () => {
    primary = await ReplicatedServer.primary();
    await primary.query('create table note (n integer)');
    standby = await primary.standby('b');
  });

  afterAll(async () => {
    for (const pool of opened.splice(0)) await pool.end();
    for (const server of [standby, primary]) await server.remove();
  });

  it('says that its failover may lose what was answered, until a commit waits for a standby', async () => {
    const pool = poolOf(primary.url);
    await eventually(async () => {
      expect(await readStandbys(pool)).toEqual({ synchronous: 0, asynchronous: 1, failover: 'may lose what was answered' });
    });
    await primary.waitFor('b');
    await eventually(async () => {
      expect(await readStandbys(pool)).toEqual({ synchronous: 1, asynchronous: 0, failover: 'keeps what was answered' });
    });
  });

  it('is reached at its primary, in whatever order the servers are named', async () => {
    expect(await portOf(poolOf(ReplicatedServer.urlOf(standby, primary)))).toBe(primary.port);
    expect(await portOf(poolOf(ReplicatedServer.urlOf(primary, standby)))).toBe(primary.port);
  });

  it('is not read, written or locked at the standby', async () => {
    const refusal = `The server at ${standby.place} is a standby: promote it, or name the primary in DATABASE_URL`;
    await expect(poolOf(standby.url).query('select 1')).rejects.toThrow(refusal);
    await expect(new OwnerSession(standby.url, () => undefined).start()).rejects.toThrow(refusal);
    await expect(reachDatabase(poolOf(standby.url), standby.url)).rejects.toThrow(`cannot be used: ${refusal}`);
  });

  it('is not one database with a server of another installation', async () => {
    const other = await ReplicatedServer.primary();
    try {
      const { username, password } = new URL(primary.url);
      await other.query(`alter role ${username} password '${password}'`);
      let url = '';
      // A server that is slow to answer is not waited for, so that the other one can be used.
      await eventually(async () => {
        url = `${ReplicatedServer.urlOf(primary, other)}?attempt=${performance.now()}`;
        await expect(reachDatabase(poolOf(url), url)).rejects.toThrow(StartRefused);
      }, 30_000);
      await expect(poolOf(url).query('select 1')).rejects.toThrow(
        new RegExp(
          `^The server at ${other.place} belongs to another installation \\(its system identifier is \\d+, and that of the database in use is \\d+\\)`,
        ),
      );
    } finally {
      await other.remove();
    }
  });

  it('is written to after the promotion of the standby, while the primary is alive and does not answer', async () => {
    const url = ReplicatedServer.urlOf(primary, standby);
    const reports: string[] = [];
    DatabaseServers.of(url).reportTo((message) => reports.push(message));
    const [pool, writer, session] = [poolOf(url), writerOf(url), new OwnerSession(url, () => undefined)];
    opened.push({ end: () => session.stop() });
    await session.start();
    await writer.query(nothing('insert into note values (1)'));
    expect(await portOf(pool)).toBe(primary.port);

    primary.signal('SIGSTOP');
    const stuck = writer.query(nothing('insert into note values (2)'));
    await standby.promote();
    await expect(stuck).rejects.toThrow('Connection terminated');
    await writer.query(nothing('insert into note values (3)'));

    expect(await portOf(pool)).toBe(standby.port);
    await eventually(() => expect([session.alive, session.beginnings]).toEqual([true, 2]));
    expect(await standby.query('select n from note order by n')).toEqual([{ n: 1 }, { n: 3 }]);
    expect(reports).toEqual([`The server at ${standby.place} is the primary now, with the timeline 2`]);
  });

  it('refuses the former primary that returns', async () => {
    const url = ReplicatedServer.urlOf(primary, standby);
    const servers = DatabaseServers.of(url);
    const reports: string[] = [];
    servers.reportTo((message) => reports.push(message));
    primary.signal('SIGCONT');
    await primary.kill();
    await primary.start();
    await standby.kill();
    await expect(poolOf(url).query('select 1')).rejects.toThrow('ECONNREFUSED');

    await expect(poolOf(url).query('select 1')).rejects.toThrow(ServerRefused);
    const refusal = `The server at ${primary.place} is a former primary (its timeline is 1, and the database has reached 2): stop it, and make it a standby of the present primary, or restart this process if the database was restored on purpose`;
    await expect(poolOf(url).query('select 1')).rejects.toThrow(refusal);
    expect(reports).toEqual([refusal]);
    await standby.start();
    expect(await portOf(poolOf(url))).toBe(standby.port);
  });
});

describe('a pooler', () => {
  it('in transaction mode gives no client a separate session', async () => {
    const server = await ReplicatedServer.primary();
    const pooler = await startTransactionPooler(server.url);
    const [direct, through] = [poolOf(server.url), poolOf(pooler.url)];
    try {
      expect(await hasSessions(direct)).toBe(true);
      expect(await hasSessions(through)).toBe(false);
    } finally {
      for (const pool of opened.splice(0)) await pool.end();
      await pooler.close();
      await server.remove();
    }
  });
});
