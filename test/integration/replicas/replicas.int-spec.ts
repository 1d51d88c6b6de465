import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SystemClock } from '#host/system-clock.js';
import { Composition } from '#ledger/composition.js';
import { openDatabase, type Database } from '#ledger/ledger.js';
import { feedStart } from '#ledger/projections/event-feed.js';
import { Replica } from '#ledger/projections/replicas/replica.js';
import { ReadReplicas, viewOf } from '#ledger/projections/replicas/read-replicas.js';
import { eventually } from '../../support/eventually.js';
import { ReplicatedServer } from '../../support/postgres/replicated-server.js';

interface Answer {
  readonly port: number;
  readonly notes: number;
}

const view = viewOf({ name: 'note', version: 1 });
const reports: string[] = [];

let primary: ReplicatedServer;
let replica: ReplicatedServer;
let database: Database;
let notes = 0;

async function open(server: ReplicatedServer, ...replicas: readonly ReplicatedServer[]): Promise<Database> {
  return openDatabase({
    connectionString: server.url,
    readUrls: replicas.map(({ url }) => url),
    poolSize: 4,
    composition: new Composition([]),
    clock: new SystemClock(),
    patience: { forMs: 10_000, report: (message) => reports.push(message) },
    onError: (error) => reports.push(String(error)),
  });
}

/** Writes a row of the view, and promises it to readers. */
async function write(): Promise<void> {
  notes += 1;
  await database.pool.query('insert into note values (1)');
  await database.pool.query(`update projection_checkpoint set pos = $1 where name = 'note'`, [notes]);
  database.reads.require(view, { tx: '0', pos: String(notes) });
}

async function read(): Promise<Answer | undefined> {
  const text = `select current_setting('port')::int as port, (select count(*)::int from note) as notes`;
  const [answer] = await database.reads.query<Answer>(view, 'plain', { text });
  return answer;
}

const readAt = async (server: ReplicatedServer): Promise<void> => {
  expect(await read()).toEqual({ port: server.port, notes });
};

beforeAll(async () => {
  primary = await ReplicatedServer.primary();
  await (await open(primary)).close();
  await primary.query('create table note (n integer)');
  await primary.query(`insert into projection_checkpoint (name, version, tx, pos) values ('note', 1, '0', 0)`);
  replica = await primary.standby('replica');
  database = await open(primary, replica);
});

afterAll(async () => {
  await database.close();
  for (const server of [replica, primary]) await server.remove();
});

describe('a replica for reads', () => {
  it('answers once it has what readers were promised', async () => {
    for (let round = 0; round < 5; round += 1) {
      await write();
      expect(await read()).toMatchObject({ notes });
    }
    await eventually(() => readAt(replica));
  });

  it('that is behind leaves the answer to the primary until it has replayed', async () => {
    await replica.query('select pg_wal_replay_pause()');
    await write();
    await eventually(async () => {
      await readAt(primary);
      expect(database.reads.states).toEqual([{ address: replica.place, state: 'behind' }]);
    });
    await replica.query('select pg_wal_replay_resume()');
    await eventually(async () => {
      await readAt(replica);
      expect(database.reads.states).toEqual([{ address: replica.place, state: 'used' }]);
    });
  });

  it('that hangs while it answers leaves the answer to the primary', async () => {
    reports.splice(0);
    replica.signal('SIGSTOP');
    await readAt(primary);
    await eventually(async () => {
      await readAt(primary);
      expect(reports).toContain(`The replica at ${replica.place} does not answer: the primary answers reads until it can`);
    }, 20_000);
    replica.signal('SIGCONT');
    await eventually(async () => {
      await readAt(replica);
      expect(reports).toContain(`The replica at ${replica.place} answers reads again`);
    }, 20_000);
  });

  it('that is stopped leaves the answer to the primary until it is back', async () => {
    await replica.kill();
    await readAt(primary);
    await replica.start();
    await eventually(() => readAt(replica), 20_000);
  });

  it('whose copy is of an earlier version of the view leaves the answer to the primary until it has replayed the rebuild', async () => {
    const rebuilt = viewOf({ name: 'note', version: 2 });
    const ask = async (): Promise<unknown> => second.reads.query(rebuilt, 'plain', { text: `select current_setting('port')::int as port` });
    const second = await open(primary, replica);
    try {
      await replica.query('select pg_wal_replay_pause()');
      await primary.query(`update projection_checkpoint set version = 2 where name = 'note'`);
      for (let n = 0; n < 5; n += 1) expect(await ask()).toEqual([{ port: primary.port }]);
      expect(second.reads.answered).toEqual({ replica: 0, primary: 5 });
      await replica.query('select pg_wal_replay_resume()');
      await eventually(async () => expect(await ask()).toEqual([{ port: replica.port }]), 20_000);
      expect(second.reads.answered?.replica).toBe(1);
    } finally {
      await second.close();
      await primary.query(`update projection_checkpoint set version = 1 where name = 'note'`);
    }
  });

  it('whose address leads to several standbys answers with the one that was asked how far it is', async () => {
    const late = await primary.standby('late');
    let connections = 0;
    const balancer = createServer((socket) => {
      const behind = connect([late, replica][(connections += 1) % 2]?.port ?? 0, '127.0.0.1');
      for (const [one, other] of [
        [socket, behind],
        [behind, socket],
      ] as const) {
        one.pipe(other);
        one.on('error', () => other.destroy());
      }
    }).listen(0, '127.0.0.1');
    await once(balancer, 'listening');
    const address = new URL(replica.url);
    address.port = String((balancer.address() as AddressInfo).port);
    const balanced = new Replica(address.href, { known: { system: undefined, timeline: undefined } });
    const reads = new ReadReplicas({ plain: database.pool, search: database.pool }, [balanced]);
    try {
      await late.query('select pg_wal_replay_pause()');
      for (let round = 0; round < 40; round += 1) {
        await write();
        reads.require(view, { tx: '0', pos: String(notes) });
        const text = 'select count(*)::int as notes from note';
        const found = await Promise.all((['plain', 'search', 'plain'] as const).map((kind) => reads.query<Answer>(view, kind, { text })));
        expect(found.flat()).toEqual([{ notes }, { notes }, { notes }]);
      }
      expect(connections).toBeGreaterThan(1);
    } finally {
      await balanced.close();
      balancer.close();
      await late.remove();
    }
  });

  it('is refused at the start if it is the primary', async () => {
    await expect(open(primary, primary)).rejects.toThrow(
      `DATABASE_READ_URL names a server that is no standby (${primary.place}): name a standby of the database, or leave the setting out`,
    );
  });

  it('is refused at the start if it belongs to another installation', async () => {
    const other = await ReplicatedServer.primary();
    try {
      await expect(open(primary, other)).rejects.toThrow(`DATABASE_READ_URL names a server of another installation (${other.place} has`);
    } finally {
      await other.remove();
    }
  });

  it('that is away at the start is used when it is back', async () => {
    await replica.kill();
    reports.splice(0);
    const second = await open(primary, replica);
    try {
      expect(reports).toEqual([expect.stringContaining(`The replica at ${replica.place} cannot be used yet: `)]);
      await replica.start();
      await eventually(async () => {
        const text = `select current_setting('port')::int as port`;
        expect(await second.reads.query(view, 'search', { text })).toEqual([{ port: replica.port }]);
      }, 20_000);
    } finally {
      await second.close();
    }
  });

  it('that was promoted is left to itself, and a standby of the former primary answers nothing and is refused at the start', async () => {
    await eventually(() => readAt(replica), 20_000);
    await replica.promote();
    await eventually(async () => {
      await readAt(primary);
      expect(database.reads.states).toEqual([{ address: replica.place, state: 'promoted' }]);
    });
    const ofFormer = await primary.standby('former');
    let timeline = 1;
    const former = new Replica(ofFormer.url, {
      get known() {
        return { system: undefined, timeline };
      },
    });
    try {
      await eventually(async () => expect(await former.has(view, feedStart)).toBe(true), 20_000);
      timeline = 2;
      expect(await former.has(view, feedStart)).toBe(false);
      expect(former.state).toBe('behind');
      await expect(open(replica, ofFormer)).rejects.toThrow(
        `DATABASE_READ_URL names a standby of a former primary (${ofFormer.place} is at the timeline 1, and the database at 2): make it a standby of the present primary`,
      );
    } finally {
      await former.close();
      await ofFormer.remove();
    }
  });
});
