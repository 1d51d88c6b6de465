import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createPool } from '#ledger/database/connect.js';
import { WriterConnection } from '#ledger/database/servers/writer-connection.js';
import { OwnerSession } from '#ledger/work/owner-session.js';
import { eventually } from '../../support/eventually.js';
import { startFaultProxy, type FaultProxy } from '../../support/fault-proxy.js';
import { ReplicatedServer } from '../../support/postgres/replicated-server.js';

let server: ReplicatedServer;
let proxy: FaultProxy;

beforeAll(async () => {
  server = await ReplicatedServer.primary();
  proxy = await startFaultProxy(server.url);
});
afterAll(async () => {
  await proxy.close();
  await server.remove();
});

/** Storage that is attached to another machine has the same data, the same timeline and the same address. */
it('connections to a server whose machine has vanished end once the data is served by another one', async () => {
  const session = new OwnerSession(proxy.url, () => undefined);
  const writer = new WriterConnection(proxy.url, 'test');
  const pool = createPool(proxy.url, 2);
  const seven = { text: 'select 7 as n', values: [] };
  try {
    await session.start();
    await writer.query(seven);
    await pool.query('select 7 as n');
    proxy.vanish();
    await server.kill();
    await server.start();
    const lost = await Promise.allSettled([writer.query(seven), pool.query('select 7 as n')]);
    expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await writer.query(seven)).toEqual([{ n: 7 }]);
    await eventually(async () => {
      const { rows } = await pool.query(`select objid::int as owner from pg_locks where locktype = 'advisory'`);
      expect(rows).toEqual([{ owner: session.owner }]);
    }, 20_000);
    expect(session.beginnings).toBe(2);
  } finally {
    await Promise.all([session.stop(), writer.close(), pool.end()]);
  }
});
