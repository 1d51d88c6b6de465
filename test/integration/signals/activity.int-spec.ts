import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Activity } from '#ledger/signals/activity.js';
import { PostgresCarrier } from '#ledger/signals/carriers/postgres-carrier.js';
import { Signals } from '#ledger/signals/signals.js';
import { createPool } from '#ledger/database/connect.js';
import { counterSchema, counterWiring } from '../../support/counter.js';
import { eventually } from '../../support/eventually.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

const hourMs = 3_600_000;
const minuteMs = 60_000;
const never = new AbortController().signal;

let store: TestStore;

beforeAll(async () => {
  store = await openTestStore(counterWiring, counterSchema);
});
afterAll(() => store.finish());

/** The activity of a separate process, with rests of an hour in quiet times and a clock that the test sets. */
async function aProcess() {
  const pool = createPool(store.connectionString, 3);
  let ms = 0;
  let told = 0;
  const signals = new Signals(new PostgresCarrier(pool));
  const { send } = signals;
  signals.send = (topic) => {
    told += 1;
    send.call(signals, topic);
  };
  await signals.start();
  const activity = new Activity(signals, undefined, { lookEveryMs: hourMs, now: () => ms });
  const stop = async (): Promise<void> => {
    signals.stop();
    await pool.end();
  };
  return { activity, told: () => told, pass: (by: number) => (ms += by), stop };
}

let [first, second]: Awaited<ReturnType<typeof aProcess>>[] = [];

beforeEach(async () => ([first, second] = [await aProcess(), await aProcess()]));
afterEach(() => Promise.all([here().stop(), there().stop()]));

const here = () => present(first);
const there = () => present(second);

function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('There is no such process');
  return value;
}

describe('a loop', () => {
  it('rests as long as it asks for until a minute has passed without activity', async () => {
    here().pass(minuteMs - 1);
    await here().activity.rest(1, never);
    here().pass(1);
    const rest = here().activity.rest(1, never);
    expect(here().activity.resting).toBe(1);
    here().activity.note();
    await rest;
    expect(here().activity.isQuiet).toBe(false);
  });

  it('is woken by the activity of another process', async () => {
    for (const process of [here(), there()]) process.pass(hourMs);
    const rests = [here().activity.rest(1, never), here().activity.rest(1, never)];
    there().activity.note();
    await Promise.all(rests);
    expect(here().activity.isQuiet).toBe(false);
  });

  it('stops resting when it is ended', async () => {
    here().pass(hourMs);
    const stop = new AbortController();
    const rest = here().activity.rest(1, stop.signal);
    stop.abort();
    await rest;
    await here().activity.rest(1, stop.signal);
    expect(here().activity.resting).toBe(0);
  });
});

describe('a busy process', () => {
  it('tells the others of its activity three times a minute, however much it does', async () => {
    for (let second = 0; second < 60; second += 1) {
      for (let work = 0; work < 100; work += 1) here().activity.note();
      here().pass(1000);
    }
    expect(here().told()).toBe(3);
  });

  it('keeps the others from resting long', async () => {
    there().pass(hourMs);
    here().activity.note();
    await eventually(() => expect(there().activity.isQuiet).toBe(false));
    for (let part = 0; part < 4; part += 1) {
      for (const process of [here(), there()]) process.pass(minuteMs / 3);
      here().activity.note();
      await eventually(() => expect(there().told()).toBe(0));
    }
    await eventually(() => expect(there().activity.isQuiet).toBe(false));
  });
});
