import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { Clock } from '#kernel/clock.js';
import { PostgresCarrier } from '#ledger/signals/carriers/postgres-carrier.js';
import { Signals } from '#ledger/signals/signals.js';
import type { DraftNews } from './draft-news.js';
import { DraftPresence, presentForMs, type PresentPerson } from './draft-presence.js';

class SetClock extends Clock {
  ms = 1_000_000;

  now(): Date {
    return new Date(this.ms);
  }
}

const noPool = { query: () => Promise.resolve({ rows: [] }) } as unknown as Pool;
const noNews = { tell: () => undefined } as unknown as DraftNews;
const ada: PresentPerson = { userId: 'ada', name: 'Ada', client: 'tab', block: null, field: null };

describe('who has a draft open', () => {
  it('is forgotten in a process that is not asked for it', () => {
    const clock = new SetClock();
    const presence = new DraftPresence(new Signals(new PostgresCarrier(noPool)), noNews, clock);
    for (let index = 0; index < 1000; index += 1) presence.report({ workflowId: `draft ${index}`, person: ada, isAbsent: false });
    clock.ms += presentForMs - 1;
    presence.report({ workflowId: 'draft 7', person: ada, isAbsent: false });
    expect(presence.size).toBe(1000);
    clock.ms += 1;
    presence.report({ workflowId: 'draft 1000', person: ada, isAbsent: false });
    expect(presence.size).toBe(2);
    expect(presence.of('draft 7')).toEqual([ada]);
    expect(presence.of('draft 8')).toEqual([]);
  });

  it('leaves with a farewell', () => {
    const presence = new DraftPresence(new Signals(new PostgresCarrier(noPool)), noNews, new SetClock());
    presence.report({ workflowId: 'draft', person: ada, isAbsent: false });
    expect(presence.of('draft')).toEqual([ada]);
    presence.report({ workflowId: 'draft', person: ada, isAbsent: true });
    expect([presence.of('draft'), presence.size]).toEqual([[], 0]);
  });
});
