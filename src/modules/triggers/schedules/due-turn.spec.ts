import { describe, expect, it } from '@jest/globals';
import { aSchedule } from '../../../../test/support/schedules/check-cron.js';
import { dueTurn, overlapDecision } from './due-turn.js';
import type { OverlapPolicy, Schedule } from './schedule.js';

function turn(rest: Partial<Schedule> & { readonly cron?: string }, scheduledFor: string, now: string, firedBefore = 0) {
  const { fire, leftOut, next } = dueTurn(aSchedule('0 * * * *', 'UTC', rest), new Date(scheduledFor), new Date(now), firedBefore);
  const short = (date: Date | undefined) => date?.toISOString().slice(5, 19);
  return {
    fire: fire.map(({ scheduledFor: time, missed }) => `${short(time)} ${missed}`),
    leftOut: leftOut === undefined ? undefined : `${short(leftOut.from)} ${short(leftOut.to)} ${leftOut.count}`,
    next: short(next),
  };
}

describe('a schedule that is due', () => {
  it.each(['one', 'skip', 'all'] as const)('fires in time and is due at its next occurrence, with catchUp %s', (catchUp) => {
    expect(turn({ catchUp }, '2026-01-01T09:00Z', '2026-01-01T09:00:59Z')).toEqual({
      fire: ['01-01T09:00:00 0'],
      leftOut: undefined,
      next: '01-01T10:00:00',
    });
  });

  it('with catchUp one fires the latest occurrence once and counts the missed ones', () => {
    expect(turn({ catchUp: 'one' }, '2026-01-01T03:00Z', '2026-01-01T09:30Z')).toEqual({
      fire: ['01-01T09:00:00 6'],
      leftOut: '01-01T03:00:00 01-01T08:00:00 6',
      next: '01-01T10:00:00',
    });
  });

  it('with catchUp skip leaves out the missed ones and fires one of the last minute', () => {
    expect(turn({ catchUp: 'skip' }, '2026-01-01T03:00Z', '2026-01-01T09:30Z')).toEqual({
      fire: [],
      leftOut: '01-01T03:00:00 01-01T09:00:00 7',
      next: '01-01T10:00:00',
    });
    expect(turn({ catchUp: 'skip' }, '2026-01-01T03:00Z', '2026-01-01T09:00:30Z')).toEqual({
      fire: ['01-01T09:00:00 6'],
      leftOut: '01-01T03:00:00 01-01T08:00:00 6',
      next: '01-01T10:00:00',
    });
  });

  it('with catchUp all fires every occurrence of the window, oldest first', () => {
    expect(turn({ catchUp: 'all', catchUpWindow: 10_800 }, '2026-01-01T03:00Z', '2026-01-01T09:30Z')).toEqual({
      fire: ['01-01T07:00:00 4', '01-01T08:00:00 0', '01-01T09:00:00 0'],
      leftOut: '01-01T03:00:00 01-01T06:00:00 4',
      next: '01-01T10:00:00',
    });
  });

  it('fires no more than the newest 1,000 missed occurrences, and counts no more', () => {
    const rest = { cron: '* * * * *', catchUp: 'all', catchUpWindow: 31_536_000 } as const;
    const { fire, leftOut, next } = turn(rest, '2026-01-01T00:00Z', '2026-01-05T00:00:30Z');
    expect([fire.length, fire[0], fire.at(-1), next]).toEqual([1_000, '01-04T07:21:00 1000', '01-05T00:00:00 0', '01-05T00:01:00']);
    expect(leftOut).toBe('01-01T00:00:00 01-04T07:20:00 1000');
  });

  it.each(['one', 'all', 'skip'] as const)('fires nothing when all of it is older than the window, with catchUp %s', (catchUp) => {
    const rest = { catchUp, catchUpWindow: 3_600, endsAt: '2026-01-01T05:00:00.000Z' };
    expect(turn(rest, '2026-01-01T03:00Z', '2026-01-01T09:30Z')).toEqual({
      fire: [],
      leftOut: '01-01T03:00:00 01-01T04:00:00 2',
      next: undefined,
    });
  });

  it('ends after its number of runs', () => {
    expect(turn({ maxRuns: 2 }, '2026-01-01T09:00Z', '2026-01-01T09:00:01Z', 1)).toMatchObject({
      fire: ['01-01T09:00:00 0'],
      next: undefined,
    });
    expect(turn({ maxRuns: 2 }, '2026-01-01T09:00Z', '2026-01-01T09:00:01Z', 2)).toEqual({ fire: [], leftOut: undefined, next: undefined });
    const all = turn({ maxRuns: 2, catchUp: 'all' }, '2026-01-01T05:00Z', '2026-01-01T09:30Z');
    expect([all.fire, all.next]).toEqual([['01-01T05:00:00 0', '01-01T06:00:00 0'], undefined]);
  });
});

describe('an occurrence during an active run', () => {
  it.each<[OverlapPolicy, string, string, string]>([
    ['skip', 'start', 'skip', 'skip'],
    ['queue', 'start', 'wait', 'skip'],
    ['allow', 'start', 'start', 'start'],
    ['cancel', 'start', 'replace', 'replace'],
  ])('with overlapPolicy %s', (policy, idle, active, waiting) => {
    expect([overlapDecision(policy, 0, 0), overlapDecision(policy, 1, 0), overlapDecision(policy, 1, 1)]).toEqual([idle, active, waiting]);
  });
});
