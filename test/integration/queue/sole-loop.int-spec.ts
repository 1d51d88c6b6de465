import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SoleLoop } from '#ledger/chores/sole-loop.js';
import { Turns } from '#ledger/chores/turns.js';
import { Activity } from '#ledger/signals/activity.js';
import { PostgresCarrier } from '#ledger/signals/carriers/postgres-carrier.js';
import { Signals } from '#ledger/signals/signals.js';
import { eventually } from '../../support/eventually.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

let store: TestStore;
let stops: (() => Promise<void> | void)[];
/** What the loops have done, in order. */
let done: string[];
let isFailing: boolean;

beforeEach(async () => {
  store = await openTestStore({ events: [], projections: [] });
  [stops, done, isFailing] = [[], [], false];
});
afterEach(async () => {
  for (const stop of stops) await stop();
  await store.finish();
});

async function start(name: string): Promise<SoleLoop> {
  const signals = new Signals(new PostgresCarrier(store.pool));
  await signals.start();
  const activity = new Activity(signals);
  const loop = new SoleLoop(new Turns(signals), activity, {
    task: 'test',
    step: async () => {
      done.push(`${name} steps`);
      await Promise.resolve();
      if (isFailing) throw new Error('The step fails');
      return false;
    },
    pauseMs: 20,
    onDoubt: () => done.push(`${name} doubts`),
    onError: () => done.push(`${name} fails`),
  });
  loop.start();
  stops.push(
    () => loop.stop(),
    () => activity.stop(),
    () => signals.stop(),
  );
  return loop;
}

const stepped = (name: string) => eventually(() => expect(done.filter((what) => what === `${name} steps`).length).toBeGreaterThan(2));

describe('work that one process does alone', () => {
  it('begins with a doubt, and has none while its steps succeed', async () => {
    await start('one');
    await stepped('one');
    expect(done.slice(0, 3)).toEqual(['one doubts', 'one steps', 'one steps']);
  });

  it('is doubted after a step that failed', async () => {
    await start('one');
    await stepped('one');
    isFailing = true;
    await eventually(() => expect(done).toContain('one fails'));
    isFailing = false;
    done = [];
    await stepped('one');
    expect(done.slice(0, 3)).toEqual(['one doubts', 'one steps', 'one steps']);
  });

  it('is doubted by the process that takes it over', async () => {
    const one = await start('one');
    await stepped('one');
    await start('other');
    await one.stop();
    done = [];
    await stepped('other');
    expect(done.slice(0, 3)).toEqual(['other doubts', 'other steps', 'other steps']);
  });
});
