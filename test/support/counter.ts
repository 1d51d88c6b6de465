import { defineEvent, type EventOf } from '#kernel/event.js';
import { defineStream } from '#kernel/stream.js';
import type { Wiring } from '#ledger/composition.js';
import type { StreamAppend } from '#ledger/events/event-store.js';
import { defineProjection, when } from '#ledger/rows/projection.js';
import { record } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';
import { SystemIds } from '#host/system-ids.js';

/** The smallest domain there is, for tests of the store itself: counters that are opened and raised. */
export const CounterOpened = defineEvent('counter.opened')<{ name: string }>((v1) => ({ name: v1.title }));
export const CounterRaised = defineEvent('counter.raised')<{ by: number; note?: string }>();
export const counterEvents = [CounterOpened, CounterRaised] as const;
export type CounterEvent = EventOf<typeof counterEvents>;
export const counterStreams = {
  run: defineStream('counter', 'run', counterEvents),
  ledger: defineStream('counter', 'ledger', counterEvents),
} as const;

interface CounterRow {
  id: string;
  name: string;
  last: number | null;
}

const columns = { id: { type: 'uuid' }, name: { type: 'text' }, last: { type: 'integer', nullable: true } } as const;
export const liveCounter = new ReadModel<CounterRow, 'id'>({
  table: 'live_counter',
  key: ['id'],
  kept: record('a table of the tests'),
  columns,
});
export const laterCounter = new ReadModel<CounterRow, 'id'>({
  table: 'later_counter',
  key: ['id'],
  kept: record('a table of the tests'),
  columns,
});

const on = (model: typeof liveCounter) => [
  when(CounterOpened, ({ streamId, payload }) => [model.put({ id: streamId, name: payload.name, last: null })]),
  when(CounterRaised, ({ streamId, payload }) => {
    if (payload.note === 'indigestible') throw new Error('cannot digest this');
    return [model.patch({ id: streamId, last: payload.by })];
  }),
];

export const liveCounters = defineProjection({
  name: 'live-counters',
  version: 1,
  mode: 'inline',
  models: [liveCounter],
  on: on(liveCounter),
});
export const laterCounters = defineProjection({
  name: 'later-counters',
  version: 1,
  mode: 'async',
  models: [laterCounter],
  on: on(laterCounter),
});

export const counterSchema = ['live_counter', 'later_counter']
  .map((table) => `create table ${table} (id uuid primary key, name text not null constraint ${table}_name unique, last int);`)
  .join('\n');

export const counterWiring: Wiring = { events: counterEvents, projections: [liveCounters, laterCounters] };

const ids = new SystemIds();

export function counter(events: readonly CounterEvent[], options: Partial<StreamAppend> = {}): StreamAppend {
  return { streamId: ids.next(), lifetime: 'run', workspaceId: null, expected: 0, events, meta: {}, ...options };
}
