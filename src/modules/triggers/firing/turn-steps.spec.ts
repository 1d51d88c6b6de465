import { describe, expect, it } from '@jest/globals';
import { dueAt, occurrencesUntil } from '../schedules/occurrences.js';
import type { Schedule } from '../schedules/schedule.js';
import { mostInTurn, turnSteps, waitMs, type Standing, type TurnSteps } from './turn-steps.js';

const daily: Schedule = {
  cron: '0 9 * * *',
  timezone: 'UTC',
  excludedDates: [],
  overlapPolicy: 'skip',
  catchUp: 'one',
  catchUpWindow: 7 * 86_400,
  jitterSeconds: 0,
  pauseOnFailure: false,
};

const day = (number: number, time = '09:00:00.000'): Date => new Date(`2026-03-${String(number).padStart(2, '0')}T${time}Z`);
const idle: Standing = { id: 'a', scheduledFor: day(2), lastScheduledFor: null, waitingFor: null, fired: 0, active: 0 };
const acts = ({ steps }: TurnSteps) => steps.map(({ act, firing }) => [act, firing.scheduledFor]);

describe('a schedule that is due', () => {
  it('starts a run, and is due next at the next occurrence', () => {
    const { steps, rest } = turnSteps(daily, idle, day(2, '09:00:00.010'));
    const after = { scheduledFor: day(3), dueAt: day(3), lastScheduledFor: day(2), waitingFor: null };
    expect(steps).toEqual([{ act: 'start', firing: { scheduledFor: day(2), missed: 0 }, leftOut: undefined, after }]);
    expect(rest).toEqual(after);
  });

  it('is not late by the delay of its occurrence', () => {
    const jittered = { ...daily, catchUp: 'skip', jitterSeconds: 3_600 } as const;
    const { rest } = turnSteps(jittered, idle, day(2));
    expect(rest.scheduledFor).toEqual(day(2));
    const dueAt = rest.dueAt ?? day(1);
    expect(dueAt.getTime()).toBeGreaterThan(day(2).getTime() + 60_000);
    expect(acts(turnSteps(jittered, idle, dueAt))).toEqual([['start', day(2)]]);
  });

  it('records what was missed with the run for the latest occurrence', () => {
    const { steps } = turnSteps(daily, idle, day(5, '12:00:00.000'));
    expect(steps).toMatchObject([
      { act: 'start', firing: { scheduledFor: day(5), missed: 3 }, leftOut: { from: day(2), to: day(4), count: 3 } },
    ]);
  });

  it('records what was missed if nothing is fired', () => {
    const { steps } = turnSteps({ ...daily, catchUp: 'skip' }, idle, day(5, '12:00:00.000'));
    expect(steps).toMatchObject([
      { act: 'none', leftOut: { from: day(2), to: day(5), count: 4 }, after: { scheduledFor: day(6), lastScheduledFor: day(5) } },
    ]);
  });

  it('does nothing after its last run', () => {
    const { steps, rest } = turnSteps({ ...daily, maxRuns: 3 }, { ...idle, fired: 3 }, day(2));
    expect(steps).toEqual([]);
    expect(rest).toMatchObject({ scheduledFor: null, dueAt: null });
  });

  it('does not count an occurrence that is skipped as a run', () => {
    const { steps } = turnSteps({ ...daily, maxRuns: 3 }, { ...idle, fired: 2, active: 1 }, day(2));
    expect(steps).toMatchObject([{ act: 'skip', after: { scheduledFor: day(3), dueAt: day(3) } }]);
  });
});

describe('a schedule whose delay may be longer than the time between two occurrences', () => {
  it.each([
    ['* * * * *', 600, 'one'],
    ['*/5 * * * *', 3_600, 'skip'],
    ['*/15 * * * *', 3_600, 'all'],
    ['0,5 * * * *', 3_600, 'one'],
  ] as const)('starts each of them once, after its delay: %s with %i s and catchUp %s', (cron, jitterSeconds, catchUp) => {
    const schedule: Schedule = { ...daily, cron, jitterSeconds, catchUp, overlapPolicy: 'allow' };
    const [begin, end] = [day(2), day(3)];
    let place = turnSteps(schedule, { ...idle, scheduledFor: null }, begin).rest;
    const started: Date[] = [];
    let now = begin;
    while (place.dueAt !== null && place.dueAt < end) {
      now = new Date(Math.max(now.getTime(), place.dueAt.getTime()) + 5);
      const { steps, rest } = turnSteps(schedule, { ...idle, ...place, fired: started.length }, now);
      expect(steps).toMatchObject([{ act: 'start', leftOut: undefined }]);
      for (const { firing } of steps) {
        expect(now.getTime()).toBeGreaterThan(dueAt(schedule, idle.id, firing.scheduledFor).getTime());
        started.push(firing.scheduledFor);
      }
      place = rest;
    }
    expect(started).toEqual(occurrencesUntil(schedule, begin, end, 2_000).slice(0, started.length));
    expect(started.at(-1)?.getTime()).toBeGreaterThan(end.getTime() - 65 * 60_000);
  });
});

describe('a schedule that catches up with everything', () => {
  const minutely: Schedule = { ...daily, cron: '* * * * *', catchUp: 'all', overlapPolicy: 'allow' };

  it('fires a hundred occurrences at once, oldest first, and the others a second later', () => {
    const now = day(2, '12:00:00.000');
    const { steps, rest } = turnSteps(minutely, idle, now);
    expect(steps).toHaveLength(mostInTurn);
    expect(steps[0]?.firing.scheduledFor).toEqual(day(2));
    expect(steps[0]?.after).toMatchObject({ scheduledFor: day(2, '09:01:00.000'), lastScheduledFor: day(2) });
    expect(rest).toEqual({
      scheduledFor: day(2, '10:40:00.000'),
      lastScheduledFor: day(2, '10:39:00.000'),
      dueAt: new Date(now.getTime() + 1_000),
      waitingFor: null,
    });
  });

  it('obeys the policy for overlapping runs', () => {
    const now = day(2, '09:02:00.000');
    const [first, second, third] = [day(2), day(2, '09:01:00.000'), now];
    expect(acts(turnSteps({ ...minutely, overlapPolicy: 'skip' }, idle, now))).toEqual([
      ['start', first],
      ['skip', second],
      ['skip', third],
    ]);
    expect(acts(turnSteps({ ...minutely, overlapPolicy: 'cancel' }, { ...idle, active: 1 }, now))).toEqual([
      ['skip', first],
      ['skip', second],
      ['replace', third],
    ]);
  });
});

describe('an occurrence that is due while a run is active', () => {
  const now = day(2, '09:00:00.010');
  const busy = { ...idle, active: 1 };

  it.each([
    ['skip', 'skip'],
    ['allow', 'start'],
    ['cancel', 'replace'],
  ] as const)('with the policy "%s": %s', (overlapPolicy, act) => {
    expect(acts(turnSteps({ ...daily, overlapPolicy }, busy, now))).toEqual([[act, day(2)]]);
  });

  it('waits with the policy "queue", and starts when the run has ended', () => {
    const queue: Schedule = { ...daily, overlapPolicy: 'queue' };
    const { steps, rest } = turnSteps(queue, busy, now);
    expect(steps).toMatchObject([{ act: 'none', leftOut: undefined }]);
    expect(rest).toEqual({ scheduledFor: day(3), lastScheduledFor: day(2), waitingFor: day(2), dueAt: new Date(now.getTime() + waitMs) });
    const waiting = { ...busy, ...rest };
    const stillBusy = turnSteps(queue, waiting, day(2, '09:00:05.000'));
    expect(stillBusy.steps).toEqual([]);
    expect(stillBusy.rest).toMatchObject({ scheduledFor: day(3), waitingFor: day(2) });
    const free = turnSteps(queue, { ...waiting, active: 0 }, day(2, '09:10:00.000'));
    expect(free.steps).toMatchObject([
      { act: 'start', firing: { scheduledFor: day(2) }, after: { scheduledFor: day(3), dueAt: day(3), waitingFor: null } },
    ]);
  });

  it('is skipped if another one waits already', () => {
    const waiting = { ...busy, waitingFor: day(1), lastScheduledFor: day(1) };
    expect(acts(turnSteps({ ...daily, overlapPolicy: 'queue' }, waiting, now))).toEqual([['skip', day(2)]]);
  });

  it('starts behind one that has waited and is due to start', () => {
    const waiting = { ...idle, waitingFor: day(1), lastScheduledFor: day(1) };
    const { steps } = turnSteps({ ...daily, overlapPolicy: 'allow' }, waiting, now);
    expect(steps).toMatchObject([
      { act: 'start', firing: { scheduledFor: day(1) }, after: { scheduledFor: day(2), waitingFor: null, dueAt: now } },
      { act: 'start', firing: { scheduledFor: day(2) }, after: { scheduledFor: day(3), dueAt: day(3) } },
    ]);
  });
});

describe('a schedule that is looked at before it is due', () => {
  it('computes its next occurrence from the present time', () => {
    const { steps, rest } = turnSteps(daily, { ...idle, scheduledFor: null }, day(4, '10:00:00.000'));
    expect(steps).toEqual([]);
    expect(rest).toMatchObject({ scheduledFor: day(5), dueAt: day(5) });
  });

  it('computes it again, since its configuration may have changed', () => {
    expect(
      turnSteps({ ...daily, excludedDates: ['2026-03-05'] }, { ...idle, scheduledFor: day(5) }, day(4, '10:00:00.000')).rest,
    ).toMatchObject({
      scheduledFor: day(6),
    });
  });

  it('does not repeat an occurrence if the clock was set back', () => {
    const fired = { ...idle, scheduledFor: null, lastScheduledFor: day(5) };
    expect(turnSteps(daily, fired, day(3)).rest).toMatchObject({ scheduledFor: day(6), dueAt: day(6) });
  });
});
