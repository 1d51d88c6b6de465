import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SystemClock } from '#host/system-clock.js';
import { ExportCheck } from '#modules/exports/batch/export-check.js';
import { ConsumerExport } from '#modules/exports/sending/consumer-export.js';
import type { Feed } from '#modules/exports/sending/feed.js';
import type { Sink, StagedBatch } from '#modules/exports/sinks/sink.js';
import { ConsumerProgress } from '#modules/exports/store/consumer-progress.js';
import { Turns } from '#ledger/chores/turns.js';
import { PostgresCarrier } from '#ledger/signals/carriers/postgres-carrier.js';
import { Signals } from '#ledger/signals/signals.js';
import { eventually } from '../../support/eventually.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

const consumer = { name: 'siem', feed: 'logs', to: { folder: '/nowhere' } } as const;
const { signal } = new AbortController();
let store: TestStore;
let entries: number;
/** Texts of all batches, as they were sent. */
let sent: string[];

beforeEach(async () => {
  store = await openTestStore({ events: [], projections: [] });
  [entries, sent] = [3, []];
});
afterEach(() => store.finish());

/** Entries 1, 2, 3 … as far as there are some, ten at a time. */
const feed: Feed = {
  after: async (place) => {
    const from = Number(place ?? 0);
    const to = Math.min(entries, from + 10);
    const positions = Array.from({ length: to - from }, (_, index) => String(from + index + 1));
    const found = positions.map((position) => ({ position, text: `{"log":{"n":${position}}}` }));
    return to === from ? undefined : { entries: found, place: String(to), isMore: to < entries };
  },
  waiting: async () => ({ entries: 0, ms: 0 }),
};

const sinkThat = (deliver: (batch: StagedBatch) => Promise<void>): Sink => ({ place: async () => 0, deliver });
const keeping = sinkThat(async ({ text }) => void sent.push(text));

function exportTo(sink: Sink): ConsumerExport {
  return new ConsumerExport({ consumer, feed, sink, progress: new ConsumerProgress(store.pool, consumer), clock: new SystemClock() });
}

async function untilIdle(sender: ConsumerExport): Promise<void> {
  for (let result = 'again'; result === 'again';) result = await sender.step(signal);
}

function checked(): ReturnType<ExportCheck['finish']> {
  const check = new ExportCheck();
  for (const line of sent.join('').split('\n').slice(0, -1)) check.take(line);
  return check.finish();
}

describe('an export to one consumer', () => {
  it('sends all there is, batch by batch', async () => {
    entries = 25;
    await untilIdle(exportTo(keeping));
    expect(checked()).toMatchObject({ from: 1, to: 3, entries: 25, repeats: 0 });
  });

  it('sends the same batch until it has arrived, whatever has happened meanwhile', async () => {
    let failures = 2;
    const broken = sinkThat(async ({ text }) => {
      sent.push(text);
      if ((failures -= 1) >= 0) throw new Error('No answer');
    });
    await exportTo(broken).step(signal);
    await expect(exportTo(broken).step(signal)).rejects.toThrow('No answer');
    entries = 5;
    await expect(exportTo(broken).step(signal)).rejects.toThrow('No answer');
    await untilIdle(exportTo(broken));
    expect(new Set(sent.slice(0, 3)).size).toBe(1);
    expect(checked()).toMatchObject({ from: 1, to: 2, entries: 5, repeats: 2 });
  });

  it('is not brought forward by an answer that comes when another sender has gone on', async () => {
    let answer: () => void = () => undefined;
    const late = sinkThat(async ({ text }) => {
      sent.push(text);
      await new Promise<void>((resolve) => (answer = resolve));
    });
    const slow = exportTo(late);
    await slow.step(signal);
    const waiting = slow.step(signal);
    waiting.catch(() => undefined);
    await untilIdle(exportTo(keeping));
    entries = 6;
    await untilIdle(exportTo(keeping));
    answer();
    await expect(waiting).rejects.toThrow('Another process sends to siem');
    expect(await new ConsumerProgress(store.pool, consumer).read()).toMatchObject({ number: 2, place: '6', batch: undefined });
    expect(checked()).toMatchObject({ from: 1, to: 2, entries: 6 });
  });

  it('makes one batch when two senders begin at once', async () => {
    const results = await Promise.allSettled([exportTo(keeping).step(signal), exportTo(keeping).step(signal)]);
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    await untilIdle(exportTo(keeping));
    expect(checked()).toMatchObject({ from: 1, to: 1, entries: 3 });
  });
});

describe('the turn to send', () => {
  const sessions: Signals[] = [];
  afterEach(() => sessions.splice(0).forEach((session) => session.stop()));

  async function turns(): Promise<Turns> {
    const session = new Signals(new PostgresCarrier(store.pool));
    sessions.push(session);
    await session.start();
    return new Turns(session);
  }

  it('is that of one process until it gives it back', async () => {
    const [one, other] = [await turns(), await turns()];
    expect(await one.has('logs:siem')).toBe(true);
    expect(await other.has('logs:siem')).toBe(false);
    expect(await other.has('logs:disk')).toBe(true);
    await one.close();
    await eventually(async () => expect(await other.has('logs:siem')).toBe(true));
    await other.close();
  });

  it('is left to the process that has it for a moment, and then taken with all others that this process waits for', async () => {
    const [one, other] = [await turns(), await turns()];
    for (const task of ['logs:siem', 'logs:disk']) {
      expect(await one.has(task)).toBe(true);
      expect(await other.has(task)).toBe(false);
    }
    await one.close();
    expect(await other.has('logs:siem')).toBe(false);
    await eventually(async () => expect(await other.has('logs:siem')).toBe(true));
    const locks = await store.pool.query(
      `select from pg_locks where locktype = 'advisory' and classid = 5347719 and granted
       and database = (select oid from pg_database where datname = current_database())`,
    );
    expect(locks.rowCount).toBe(2);
    await other.close();
  });

  it('is lost with the connection that holds it', async () => {
    const [one, other] = [await turns(), await turns()];
    expect(await one.has('logs:siem')).toBe(true);
    await store.pool.query(`select pg_terminate_backend(pid, 5000) from pg_locks where locktype = 'advisory' and classid = 5347719`);
    expect(await other.has('logs:siem')).toBe(true);
    await eventually(async () => expect(await one.has('logs:siem')).toBe(false));
    await other.close();
    await one.close();
  });
});
