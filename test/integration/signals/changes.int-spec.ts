import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { defineEvent } from '#kernel/event.js';
import { Composition } from '#ledger/composition.js';
import type { Database } from '#ledger/ledger.js';
import { openDatabase } from '#ledger/ledger.js';
import type { Change } from '#ledger/projections/changes.js';
import type { StreamAppend } from '#ledger/events/event-store.js';
import { SystemClock } from '#host/system-clock.js';
import { SystemIds } from '#host/system-ids.js';
import { eventually } from '../../support/eventually.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

const Renamed = defineEvent('thing.renamed')<{ name: string }>();
const Painted = defineEvent('thing.painted')<{ colour: string }>();
const wiring = { events: [Renamed, Painted], projections: [], entities: [] };
const ids = new SystemIds();

let here: TestStore;
let there: Database;
let heardHere: Change[];

beforeAll(async () => {
  here = await openTestStore(wiring);
  there = await openDatabase({ ...optionsOf(here), composition: new Composition([wiring]) });
  here.changes.on([Renamed.type], (change) => void heardHere.push(change));
  there.changes.on([Renamed.type], () => undefined);
}, 60_000);
afterAll(async () => {
  await there.close();
  await here.finish();
});

beforeEach(() => {
  heardHere = [];
});

function optionsOf({ connectionString }: TestStore) {
  return { connectionString, poolSize: 4, clock: new SystemClock(), onError: (error: unknown) => void error };
}

async function append(
  database: Database,
  streamIds: readonly string[],
  events = [Renamed({ name: 'a' })],
  lifetime: StreamAppend['lifetime'] = 'ledger',
) {
  const streams = streamIds.map((streamId) => ({ streamId, lifetime, workspaceId: null, expected: 0, events, meta: {} }));
  await database.store.append({ streams });
}

describe('a change', () => {
  it('by this process is heard at once, before the append has returned', async () => {
    const streamId = ids.next();
    await append(here, [streamId]);
    expect(heardHere[0]).toEqual({ type: 'thing.renamed', streamId, workspaceId: null });
  });

  it('by another process is heard soon', async () => {
    const streamId = ids.next();
    await append(there, [streamId]);
    await eventually(() => expect(heardHere).toContainEqual({ type: 'thing.renamed', streamId, workspaceId: null }));
  });

  it('by another process has been heard when its append returns', async () => {
    await append(there, [ids.next()]);
    for (let round = 0; round < 50; round += 1) {
      const streamId = ids.next();
      await append(there, [streamId]);
      expect(heardHere.at(-1)?.streamId).toBe(streamId);
    }
  });

  it('is not waited for without end when its signal is lost', async () => {
    const alone = await openDatabase({ ...optionsOf(here), composition: new Composition([wiring]) });
    alone.changes.on([Renamed.type], () => undefined);
    alone.signals.stop();
    await append(alone, [ids.next()]);
    await alone.close();
  });

  it('is heard of each stream of a large append', async () => {
    const streamIds = Array.from({ length: 100 }, () => ids.next());
    await append(there, streamIds);
    await eventually(() => expect(new Set(heardHere.map(({ streamId }) => streamId))).toEqual(new Set(streamIds)));
  });

  it('of another type, or of a run, is not heard', async () => {
    await append(here, [ids.next()], [Painted({ colour: 'red' })] as never);
    await append(here, [ids.next()], undefined, 'run');
    expect(heardHere).toEqual([]);
  });

  it('is not heard any more by a listener that has stopped', async () => {
    const heard: Change[] = [];
    const stop = here.changes.on([Renamed.type], (change) => void heard.push(change));
    stop();
    await append(here, [ids.next()]);
    expect(heard).toEqual([]);
  });
});
