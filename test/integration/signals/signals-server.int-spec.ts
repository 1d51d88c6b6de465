import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPool } from '#ledger/database/connect.js';
import { openCarrier } from '#ledger/signals/carriers/open-carrier.js';
import type { ServerChange } from '#ledger/signals/carriers/signals-server.js';
import { Signals } from '#ledger/signals/signals.js';
import { eventually } from '../../support/eventually.js';
import { serverPassword, signalsServers, type SignalsServer } from '../../support/signals-server.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

interface Process {
  readonly signals: Signals;
  readonly changes: readonly ServerChange[];
  /** Topics that it has heard. */
  readonly heard: readonly string[];
  /** How many signals it has sent in each way. */
  sent(): { readonly server: number; readonly postgres: number };
  stop(): Promise<void>;
}

const topics = ['work', 'cancel:run', 'probe'];

async function startProcess({ connectionString }: Pick<TestDatabase, 'connectionString'>, address?: string): Promise<Process> {
  const pool = createPool(connectionString, 3);
  const changes: ServerChange[] = [];
  const heard: string[] = [];
  const server = address === undefined ? undefined : { address, onChange: (change: ServerChange) => void changes.push(change) };
  const signals = new Signals(await openCarrier(pool, server));
  for (const topic of topics) signals.on(topic, () => heard.push(topic));
  await signals.start();
  const stop = async (): Promise<void> => {
    signals.stop();
    await pool.end();
  };
  return { signals, changes, heard, sent: () => signals.state.sent, stop };
}

const isConnected = ({ signals }: Process) => eventually(() => expect(signals.state.server).toBe('connected'));
const hears = ({ heard }: Process, topic: string) => eventually(() => expect(heard).toContain(topic));
const isAway = ({ signals }: Process) => eventually(() => expect(signals.state.server).toBe('away'));

let database: TestDatabase;
let foreign: TestDatabase;

beforeAll(async () => ([database, foreign] = [await createTestDatabase(), await createTestDatabase()]));
afterAll(async () => {
  await database.drop();
  await foreign.drop();
});

describe.each(signalsServers)('signals through %s', (_, startServer) => {
  let server: SignalsServer;
  let processes: Process[];
  const start = async (address?: string, of = database): Promise<Process> => {
    const process = await startProcess(of, address);
    processes.push(process);
    return process;
  };
  const startTwo = async (): Promise<[Process, Process]> => {
    const both: [Process, Process] = [await start(server.address), await start(server.address)];
    await Promise.all(both.map(isConnected));
    return both;
  };

  beforeEach(async () => {
    processes = [];
    server = await startServer();
  });
  afterEach(async () => {
    server.thaw();
    await Promise.all(processes.map(({ stop }) => stop()));
    await server.close();
  });

  it('reach other processes, and PostgreSQL has nothing to do with them', async () => {
    const [one, other] = await startTwo();
    // On a machine that is very busy, PostgreSQL may help with one of them.
    for (const topic of ['work', 'cancel:run']) {
      await eventually(async () => {
        const before = one.sent();
        one.signals.send(topic);
        await hears(other, topic);
        await eventually(() => expect(one.sent().server).toBeGreaterThan(before.server));
        expect(one.sent().postgres).toBe(before.postgres);
      });
    }
    const messages: string[] = [];
    other.signals.onMessage('talk', (text) => messages.push(text));
    one.signals.sendMessage('talk', 'wörds 🙂\nand more');
    await eventually(() => expect(messages).toContain('wörds 🙂\nand more'));
    await eventually(() => expect(one.signals.state).toMatchObject({ server: 'connected', hopMs: expect.any(Number) }));
  });

  it('tell the followers of a stream in other processes, and no other readers', async () => {
    const [one, other] = await startTwo();
    const told: string[] = [];
    const stop = other.signals.follow('stream', (text) => told.push(text));
    await eventually(() => {
      one.signals.tellFollowers('stream', 'first');
      expect(told).toContain('first');
    });
    other.signals.tellFollowers('stream', 'own');
    one.signals.tellFollowers('another', 'foreign');
    one.signals.tellFollowers('stream', 'last');
    await eventually(() => expect(told).toContain('last'));
    stop();
    expect(told.filter((text) => text !== 'first')).toEqual(['last']);
  });

  it('do not reach another installation on the same server', async () => {
    const [one, other] = await startTwo();
    const stranger = await start(server.address, foreign);
    await isConnected(stranger);
    const told: string[] = [];
    stranger.signals.follow('stream', (text) => told.push(text));
    one.signals.send('work');
    one.signals.tellFollowers('stream', 'news');
    await hears(other, 'work');
    await eventually(() => {
      stranger.signals.send('probe');
      expect(stranger.sent().server).toBeGreaterThan(0);
    });
    expect(stranger.heard).not.toContain('work');
    expect(told).toEqual([]);
    expect(other.heard).not.toContain('probe');
  });

  it('reach a process without the address as well', async () => {
    const [one, other] = await startTwo();
    const without = await start();
    await eventually(() => {
      one.signals.send('work');
      expect(without.heard).toContain('work');
    });
    without.signals.send('cancel:run');
    await eventually(() => {
      expect(one.heard).toContain('cancel:run');
      expect(other.heard).toContain('cancel:run');
    });
    expect(without.signals.state).toMatchObject({ server: 'none' });
  });

  it('go through PostgreSQL while the server is stopped, and through the server when it is back', async () => {
    const [one, other] = await startTwo();
    await server.stop();
    one.signals.send('work');
    await hears(other, 'work');
    await Promise.all([isAway(one), isAway(other)]);
    expect(one.sent().postgres).toBeGreaterThan(0);
    await server.start();
    await Promise.all([isConnected(one), isConnected(other)]);
    const { server: before } = one.sent();
    await eventually(() => {
      one.signals.send('cancel:run');
      expect(one.sent().server).toBeGreaterThan(before);
    });
    await hears(other, 'cancel:run');
    expect(one.signals.state.losses).toBeGreaterThan(0);
    expect(one.changes.slice(0, 3).map((change) => change.isConnected)).toEqual([true, false, true]);
  });

  it('go through PostgreSQL while the server is frozen, and through the server when it answers again', async () => {
    const [one, other] = await startTwo();
    server.freeze();
    // Signals that go on must not give the server more time.
    await eventually(() => {
      one.signals.send('work');
      expect(one.signals.state.server).toBe('away');
    });
    await hears(other, 'work');
    await isAway(other);
    expect(one.changes.at(-1)).toEqual({ isConnected: false, reason: 'No answer within 500 ms' });
    server.thaw();
    await Promise.all([isConnected(one), isConnected(other)]);
    one.signals.send('cancel:run');
    await hears(other, 'cancel:run');
  });

  it('reach the followers of a stream again after the server was wiped', async () => {
    const [one, other] = await startTwo();
    const told: string[] = [];
    other.signals.follow('stream', (text) => told.push(text));
    await server.wipe();
    await eventually(() => {
      one.signals.tellFollowers('stream', 'again');
      expect(told).toContain('again');
    });
    one.signals.send('work');
    await hears(other, 'work');
  });

  it('go through PostgreSQL when the server is away at the start, and the start does not wait', async () => {
    await server.stop();
    const [one, other] = [await start(server.address), await start(server.address)];
    one.signals.send('work');
    await hears(other, 'work');
    await isAway(one);
    await server.start();
    await isConnected(one);
    expect(one.changes.slice(0, 2).map((change) => change.isConnected)).toEqual([false, true]);
  });

  it('go through PostgreSQL when the password is wrong, and the report does not show it', async () => {
    const wrong = server.address.replace(encodeURIComponent(serverPassword), 'sesame-open');
    const [one, other] = [await start(wrong), await start(wrong)];
    await isAway(one);
    await eventually(() => expect(one.changes).toEqual([{ isConnected: false, reason: expect.stringMatching(/WRONGPASS|NOAUTH/) }]));
    expect(JSON.stringify(one.changes)).not.toContain('sesame');
    one.signals.send('work');
    await hears(other, 'work');
  });
});
