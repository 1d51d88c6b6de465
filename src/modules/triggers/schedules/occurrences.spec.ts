import { describe, expect, it } from '@jest/globals';
import { aSchedule, cronDifference, drawnInstant } from '../../../../test/support/schedules/check-cron.js';
import { ZoneOffsets } from '../../../../test/support/schedules/counted-minutes.js';
import { randomCron } from '../../../../test/support/schedules/random-cron.js';
import { Random } from '../../../../test/support/simulation/random.js';
import { dueAt, nextOccurrence, occurrencesUntil, previousOccurrence, shortestGapMs } from './occurrences.js';
import type { Schedule } from './schedule.js';

const short = (date: Date | undefined) => date?.toISOString().replace(':00.000Z', 'Z');

function following(schedule: Schedule, from: string, count: number): readonly (string | undefined)[] {
  const found: Date[] = [];
  for (let next = nextOccurrence(schedule, new Date(from)); next !== undefined && found.length < count;) {
    found.push(next);
    next = nextOccurrence(schedule, next);
  }
  return found.map(short);
}

describe('the next times of an expression', () => {
  it.each<[string, string, string, readonly string[]]>([
    ['30 2 * * *', 'America/New_York', '2026-03-07T12:00Z', ['2026-03-08T07:00Z', '2026-03-09T06:30Z']],
    ['30 1 * * *', 'America/New_York', '2026-10-31T12:00Z', ['2026-11-01T05:30Z', '2026-11-02T06:30Z']],
    [
      '*/30 * * * *',
      'America/New_York',
      '2026-11-01T05:15Z',
      ['2026-11-01T05:30Z', '2026-11-01T06:00Z', '2026-11-01T06:30Z', '2026-11-01T07:00Z'],
    ],
    ['*/30 * * * *', 'America/New_York', '2026-03-08T06:15Z', ['2026-03-08T06:30Z', '2026-03-08T07:00Z', '2026-03-08T07:30Z']],
    ['0 * * * *', 'Europe/Berlin', '2026-10-25T00:30Z', ['2026-10-25T01:00Z', '2026-10-25T02:00Z', '2026-10-25T03:00Z']],
    ['15 2 * * *', 'Europe/Berlin', '2026-10-24T12:00Z', ['2026-10-25T00:15Z', '2026-10-26T01:15Z']],
    ['30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00Z', ['2026-03-29T01:00Z', '2026-03-30T00:30Z']],
    ['15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T00:00Z', ['2026-10-03T15:30Z', '2026-10-04T15:15Z']],
    ['0 0 * * *', 'America/Santiago', '2026-09-05T12:00Z', ['2026-09-06T04:00Z', '2026-09-07T03:00Z']],
    ['0 0 * * *', 'Asia/Kolkata', '2026-11-01T00:00Z', ['2026-11-01T18:30Z']],
    ['0 9 31 * *', 'UTC', '2026-01-31T10:00Z', ['2026-03-31T09:00Z', '2026-05-31T09:00Z', '2026-07-31T09:00Z']],
    ['0 9 L * *', 'UTC', '2026-02-01T00:00Z', ['2026-02-28T09:00Z', '2026-03-31T09:00Z']],
    ['0 9 * * MON#2', 'UTC', '2026-11-01T00:00Z', ['2026-11-09T09:00Z', '2026-12-14T09:00Z']],
    ['0 9 15W * *', 'UTC', '2026-08-01T00:00Z', ['2026-08-14T09:00Z', '2026-09-15T09:00Z']],
    ['0 9 13 * FRI', 'UTC', '2026-11-01T00:00Z', ['2026-11-06T09:00Z', '2026-11-13T09:00Z', '2026-11-20T09:00Z']],
    ['*/45 * * * *', 'UTC', '2026-11-01T00:10Z', ['2026-11-01T00:45Z', '2026-11-01T01:00Z', '2026-11-01T01:45Z']],
    ['0 0 29 2 *', 'UTC', '2026-03-01T00:00Z', ['2028-02-29T00:00Z']],
  ])('%s in %s after %s', (expression, zone, from, expected) => {
    expect(following(aSchedule(expression, zone), from, expected.length)).toEqual(expected);
  });

  it('exclude the instant from which they are asked for', () => {
    expect(following(aSchedule('0 * * * *', 'UTC'), '2026-01-01T00:00:00.000Z', 1)).toEqual(['2026-01-01T01:00Z']);
    expect(following(aSchedule('0 * * * *', 'UTC'), '2025-12-31T23:59:59.999Z', 1)).toEqual(['2026-01-01T00:00Z']);
  });

  it('may have seconds', () => {
    const times = following(aSchedule('*/20 * * * * *', 'UTC'), '2026-01-01T00:00:05.000Z', 3);
    expect(times).toEqual(['2026-01-01T00:00:20.000Z', '2026-01-01T00:00:40.000Z', '2026-01-01T00:01Z']);
  });

  it.each(['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago', 'Asia/Kathmandu', 'Africa/Casablanca'])(
    'are those of a count minute by minute in %s, forwards and backwards',
    (zone) => {
      const random = new Random(`schedules in ${zone}`);
      const offsets = new ZoneOffsets(zone);
      const changes = offsets.changes(Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1));
      let compared = 0;
      for (let round = 0; round < 40; round += 1) {
        const fromMs = drawnInstant(random, offsets, changes, [2026, 2026]);
        const result = cronDifference(randomCron(random), offsets, { fromMs, hours: 48, most: 40 });
        expect(result.difference).toBeUndefined();
        compared += result.compared;
      }
      expect(compared).toBeGreaterThan(100);
    },
  );
});

describe('an interval above an hour', () => {
  const { overlapPolicy, catchUp, catchUpWindow, jitterSeconds, pauseOnFailure, excludedDates } = aSchedule('* * * * *', 'UTC');
  const policies = { overlapPolicy, catchUp, catchUpWindow, jitterSeconds, pauseOnFailure, excludedDates };
  const schedule: Schedule = { ...policies, everyMinutes: 90, timezone: 'Europe/Berlin' };

  it('is counted from 1970 in UTC, whatever the clocks of the zone do', () => {
    const times = following(schedule, '2026-03-29T00:00:00.000Z', 3);
    expect(times).toEqual(['2026-03-29T01:30Z', '2026-03-29T03:00Z', '2026-03-29T04:30Z']);
    expect(short(previousOccurrence(schedule, new Date('2026-03-29T03:00Z')))).toBe('2026-03-29T01:30Z');
    expect(shortestGapMs(schedule, new Date(0))).toBe(90 * 60_000);
  });
});

describe('a schedule with limits', () => {
  const hourly = (rest: Partial<Schedule>) => aSchedule('0 * * * *', 'Europe/Berlin', rest);

  it('fires at its start and not at its end', () => {
    const schedule = hourly({ startsAt: '2026-01-01T10:00:00.000Z', endsAt: '2026-01-01T12:00:00.000Z' });
    expect(following(schedule, '2025-06-01T00:00Z', 9)).toEqual(['2026-01-01T10:00Z', '2026-01-01T11:00Z']);
    expect(short(previousOccurrence(schedule, new Date('2027-01-01T00:00Z')))).toBe('2026-01-01T11:00Z');
    expect(previousOccurrence(schedule, new Date('2026-01-01T10:00Z'))).toBeUndefined();
  });

  it('leaves out the days of its zone that are excluded', () => {
    const schedule = hourly({ excludedDates: ['2026-03-28', '2026-03-29'] });
    expect(following(schedule, '2026-03-27T21:30Z', 2)).toEqual(['2026-03-27T22:00Z', '2026-03-29T22:00Z']);
    expect(short(previousOccurrence(schedule, new Date('2026-03-29T22:00Z')))).toBe('2026-03-27T22:00Z');
  });

  it('lists the times of a range up to a number', () => {
    const list = (max: number) => occurrencesUntil(hourly({}), new Date('2026-01-01T00:00Z'), new Date('2026-01-01T05:00Z'), max);
    expect([list(9).length, list(2).map(short)]).toEqual([5, ['2026-01-01T01:00Z', '2026-01-01T02:00Z']]);
  });
});

describe('the delay of an occurrence', () => {
  const scheduledFor = new Date('2026-01-01T09:00:00.000Z');
  const delay = (id: string, jitterSeconds: number, at = scheduledFor) =>
    dueAt(aSchedule('0 * * * *', 'UTC', { jitterSeconds }), id, at).getTime() - at.getTime();

  it('is none without jitter', () => {
    expect(delay('a', 0)).toBe(0);
  });

  it('is the same for a retry, within the jitter, and different for triggers and occurrences', () => {
    const ids = Array.from({ length: 200 }, (_item, index) => `trigger-${index}`);
    const delays = ids.map((id) => delay(id, 60));
    expect(delays).toEqual(ids.map((id) => delay(id, 60)));
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...delays)).toBeLessThanOrEqual(60_000);
    expect(new Set(delays).size).toBeGreaterThan(190);
    expect(delay('a', 60)).not.toBe(delay('a', 60, new Date('2026-01-02T09:00:00.000Z')));
  });
});

describe('the shortest time between two occurrences', () => {
  it.each<[string, number | undefined]>([
    ['* * * * * *', 1_000],
    ['*/45 * * * *', 900_000],
    ['0,5 9 * * *', 300_000],
    ['10,40 0 9 * * *', 30_000],
    ['0 9 * * *', 82_800_000],
  ])('of %s in Berlin', (expression, expected) => {
    expect(shortestGapMs(aSchedule(expression, 'Europe/Berlin'), new Date('2026-01-01T00:00Z'))).toBe(expected);
  });
});
