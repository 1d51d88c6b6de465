import { describe, expect, it } from '@jest/globals';
import type { Json } from '#kernel/json.js';
import { aBlock } from '../../../../test/support/engine/documents.js';
import { readSchedule } from './read-schedule.js';

const read = (fields: Readonly<Record<string, Json>>, type = 'schedule') => readSchedule(aBlock('s', type, fields));

function problems(fields: Readonly<Record<string, Json>>): readonly string[] {
  const reading = read(fields);
  return 'problems' in reading ? reading.problems.map(({ field, what, code }) => `${field} ${code}: ${what}`) : [];
}

describe('a schedule block', () => {
  it.each<[Readonly<Record<string, Json>>, string, string]>([
    [{ scheduleType: 'minutes' }, '*/15 * * * *', 'UTC'],
    [{ scheduleType: 'minutes', minutesInterval: '45' }, '*/45 * * * *', 'UTC'],
    [{ scheduleType: 'minutes', minutesInterval: 60 }, '*/60 * * * *', 'UTC'],
    [{ scheduleType: 'hourly' }, '0 * * * *', 'UTC'],
    [{ scheduleType: 'hourly', hourlyMinute: '59' }, '59 * * * *', 'UTC'],
    [{ dailyTime: '9:05', timezone: 'Europe/Berlin' }, '5 9 * * *', 'Europe/Berlin'],
    [{ scheduleType: 'weekly', weeklyDay: 'SUN', weeklyDayTime: '23:59' }, '59 23 * * 0', 'UTC'],
    [{ scheduleType: 'weekly', weeklyDay: 'sat', weeklyDayTime: '00:00' }, '0 0 * * 6', 'UTC'],
    [{ scheduleType: 'monthly', monthlyDay: '31', monthlyTime: '09:00' }, '0 9 31 * *', 'UTC'],
    [{ scheduleType: 'custom', cronExpression: '  0  9 * *   MON-FRI ' }, '0 9 * * MON-FRI', 'UTC'],
    [{ scheduleType: 'custom', cronExpression: '*/10 * * * * *', timezone: '+02:00' }, '*/10 * * * * *', '+02:00'],
    [{ dailyTime: '09:00', timezone: '', scheduleInfo: 'every day' }, '0 9 * * *', 'UTC'],
  ])('with %j fires at %s in %s', (fields, cron, timezone) => {
    expect(read(fields)).toEqual({
      cron,
      timezone,
      excludedDates: [],
      overlapPolicy: 'skip',
      catchUp: 'one',
      catchUpWindow: 86_400,
      jitterSeconds: 0,
      pauseOnFailure: false,
    });
  });

  it('with an interval above an hour counts minutes', () => {
    expect(read({ scheduleType: 'minutes', minutesInterval: '1440' })).toMatchObject({ everyMinutes: 1_440 });
  });

  it('has policies', () => {
    const fields = {
      dailyTime: '09:00',
      timezone: 'Europe/Berlin',
      startsAt: '2026-01-01',
      endsAt: '2026-07-01T12:00',
      maxRuns: '10',
      excludedDates: '2026-12-25, 2026-01-01',
      overlapPolicy: 'queue',
      catchUp: 'all',
      catchUpWindow: 3_600,
      jitterSeconds: '30',
      pauseOnFailure: 'true',
    };
    expect(read(fields)).toEqual({
      cron: '0 9 * * *',
      timezone: 'Europe/Berlin',
      startsAt: '2025-12-31T23:00:00.000Z',
      endsAt: '2026-07-01T10:00:00.000Z',
      maxRuns: 10,
      excludedDates: ['2026-01-01', '2026-12-25'],
      overlapPolicy: 'queue',
      catchUp: 'all',
      catchUpWindow: 3_600,
      jitterSeconds: 30,
      pauseOnFailure: true,
    });
    expect(read({ ...fields, excludedDates: ['2026-12-25'], endsAt: '2026-07-01T12:00:00+00:00' })).toMatchObject({
      excludedDates: ['2026-12-25'],
      endsAt: '2026-07-01T12:00:00.000Z',
    });
  });

  it('is read from a starter of an older editor', () => {
    const fields = {
      startWorkflow: 'schedule',
      scheduleType: 'weekly',
      weeklyDay: 'MON',
      scheduleTime: '08:30',
      scheduleStartAt: '2026-02-01',
    };
    expect(read(fields, 'starter')).toMatchObject({ cron: '30 8 * * 1', startsAt: '2026-02-01T00:00:00.000Z' });
  });

  it.each<[Readonly<Record<string, Json>>, string]>([
    [{ scheduleType: 'yearly' }, 'scheduleType invalid_value: needs a scheduleType of minutes, hourly, daily, weekly, monthly, custom'],
    [{}, 'dailyTime required: needs a time of day such as 07:30'],
    [{ dailyTime: '24:00' }, 'dailyTime invalid_value: needs a dailyTime as HH:MM, not "24:00"'],
    [{ dailyTime: '9' }, 'dailyTime invalid_value: needs a dailyTime as HH:MM, not "9"'],
    [{ dailyTime: '09:60' }, 'dailyTime invalid_value: needs a dailyTime as HH:MM, not "09:60"'],
    [{ dailyTime: { a: 1 } }, 'dailyTime invalid_value: needs a dailyTime as HH:MM, not ""'],
    [{ scheduleType: 'minutes', minutesInterval: '0' }, 'minutesInterval invalid_value: needs a minutesInterval from 1 to 1440'],
    [{ scheduleType: 'minutes', minutesInterval: '1.5' }, 'minutesInterval invalid_value: needs a minutesInterval from 1 to 1440'],
    [{ scheduleType: 'minutes', minutesInterval: 1_441 }, 'minutesInterval invalid_value: needs a minutesInterval from 1 to 1440'],
    [{ scheduleType: 'hourly', hourlyMinute: -1 }, 'hourlyMinute invalid_value: needs a hourlyMinute from 0 to 59'],
    [{ scheduleType: 'weekly', weeklyDayTime: '09:00' }, 'weeklyDay required: needs a weeklyDay of SUN, MON, TUE, WED, THU, FRI, SAT'],
    [
      { scheduleType: 'weekly', weeklyDay: 'XYZ', weeklyDayTime: '09:00' },
      'weeklyDay invalid_value: needs a weeklyDay of SUN, MON, TUE, WED, THU, FRI, SAT',
    ],
    [{ scheduleType: 'monthly', monthlyTime: '09:00', monthlyDay: 32 }, 'monthlyDay invalid_value: needs a monthlyDay from 1 to 31'],
    [{ scheduleType: 'custom' }, 'cronExpression required: needs a cronExpression such as 30 7 * * MON-FRI'],
    [{ dailyTime: '09:00', timezone: 'Mars/Base' }, 'timezone invalid_value: needs a time zone such as Europe/Berlin, not "Mars/Base"'],
    [{ dailyTime: '09:00', timezone: { a: 1 } }, 'timezone invalid_value: needs a time zone such as Europe/Berlin, not ""'],
    [{ dailyTime: '09:00', startsAt: '2026-02-01', endsAt: '2026-01-01' }, 'endsAt invalid_value: needs an endsAt after its startsAt'],
    [{ dailyTime: '09:00', startsAt: '2026-01-01', endsAt: '2026-01-01' }, 'endsAt invalid_value: needs an endsAt after its startsAt'],
    [
      { dailyTime: '09:00', startsAt: '2026-02-30' },
      'startsAt invalid_value: needs startsAt as a time such as 2026-01-31T09:00, not "2026-02-30"',
    ],
    [{ dailyTime: '09:00', endsAt: 'soon' }, 'endsAt invalid_value: needs endsAt as a time such as 2026-01-31T09:00, not "soon"'],
    [{ dailyTime: '09:00', maxRuns: 0 }, 'maxRuns invalid_value: needs a maxRuns from 1 to 999999999'],
    [
      { dailyTime: '09:00', excludedDates: '2026-12-25,25.12.' },
      'excludedDates invalid_value: needs excludedDates as days such as 2026-12-25, not "25.12."',
    ],
    [{ dailyTime: '09:00', excludedDates: 7 }, 'excludedDates invalid_value: needs excludedDates as days such as 2026-12-25, not "7"'],
    [{ dailyTime: '09:00', excludedDates: { a: 1 } }, 'excludedDates invalid_value: needs excludedDates as a list'],
    [{ dailyTime: '09:00', overlapPolicy: 'wait' }, 'overlapPolicy invalid_value: needs a overlapPolicy of skip, queue, allow, cancel'],
    [{ dailyTime: '09:00', catchUp: 'none' }, 'catchUp invalid_value: needs a catchUp of one, skip, all'],
    [{ dailyTime: '09:00', catchUpWindow: 59 }, 'catchUpWindow invalid_value: needs a catchUpWindow from 60 to 31622400'],
    [{ dailyTime: '09:00', jitterSeconds: 3_601 }, 'jitterSeconds invalid_value: needs a jitterSeconds from 0 to 3600'],
    [{ dailyTime: '09:00', pauseOnFailure: 'yes' }, 'pauseOnFailure invalid_value: needs pauseOnFailure to be true or false'],
  ])('with %j is refused', (fields, problem) => {
    expect(problems(fields)).toEqual([problem]);
  });

  it('names every problem at once', () => {
    expect(problems({ scheduleType: 'monthly', timezone: 'X', jitterSeconds: 'a' })).toHaveLength(4);
  });

  it.each([
    '@hourly',
    '@daily',
    '@midnight',
    '@weekly',
    '@monthly',
    '@yearly',
    '@annually',
    '0 9 * * 7',
    '? * * * *',
    '0 0 * JAN,MAR MON-FRI',
  ])('accepts the expression %s', (cronExpression) => {
    expect(problems({ scheduleType: 'custom', cronExpression })).toEqual([]);
  });

  it.each([
    ['60 * * * *', 'not a cron'],
    ['0 25 * * *', 'not a cron'],
    ['0 0 32 * *', 'not a cron'],
    ['*/90 * * * *', 'not a cron'],
    ['0/5 * * * *', 'not a cron'],
    ['H * * * *', 'not a cron'],
    ['@reboot', 'not a cron'],
    ['* * * *', 'not a cron'],
    ['* * * * * * *', 'not a cron'],
    ['2026-01-01T00:00:00', 'not a cron'],
    [`0 0 ${'1,'.repeat(150)}1 * *`, 'not a cron'],
    ['0 0 30 2 *', 'never comes'],
    ['0 0 31 4,6,9,11 *', 'never comes'],
  ])('refuses the expression %s', (cronExpression, reason) => {
    expect(problems({ scheduleType: 'custom', cronExpression })).toEqual([expect.stringContaining(reason)]);
  });
});
