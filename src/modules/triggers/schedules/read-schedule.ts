import type { Block } from '#document/document.js';
import { quoted } from '#document/quoted.js';
import { cronProblem, isTimeZone, tidyCron } from './cron-times.js';
import { readPolicies } from './read-policies.js';
import type { Schedule, Times } from './schedule.js';
import { BlockFields, type FieldProblem } from '../domain/block-fields.js';

const scheduleTypes = ['minutes', 'hourly', 'daily', 'weekly', 'monthly', 'custom'] as const;
const days = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
/** What documents of older editors call the fields. */
const olderNames = {
  dailyTime: 'scheduleTime',
  weeklyDayTime: 'scheduleTime',
  monthlyTime: 'scheduleTime',
  startsAt: 'scheduleStartAt',
};
const minutesOfHour = 60;

/**
 * Reads the schedule of a schedule block, or of a starter with a schedule. It finds every problem, and depends on the block alone.
 * An interval that does not divide an hour begins again with each hour, as in cron; one above an hour is counted from 1970 in UTC.
 */
export function readSchedule(block: Block): Schedule | { readonly problems: readonly FieldProblem[] } {
  const fields = new BlockFields(block, olderNames);
  const zone = readZone(fields);
  const times = readTimes(fields, zone);
  const policies = readPolicies(fields, zone);
  return times === undefined || fields.problems.length > 0 ? { problems: fields.problems } : { ...times, ...policies };
}

function readZone(fields: BlockFields): string {
  if (fields.value('timezone') === undefined) return 'UTC';
  const zone = fields.text('timezone') ?? '';
  if (isTimeZone(zone)) return zone;
  fields.refuse('timezone', `needs a time zone such as Europe/Berlin, not ${quoted(zone)}`);
  return 'UTC';
}

function readTimes(fields: BlockFields, timezone: string): Times | undefined {
  const type = fields.choice('scheduleType', scheduleTypes, 'daily');
  if (type === 'minutes') return everyMinutes(fields.integer('minutesInterval', 1, 1_440, 15), timezone);
  if (type === 'custom') return customTimes(fields, timezone);
  const cron = type === undefined ? undefined : cronOfFields(type, fields);
  return cron === undefined ? undefined : { cron, timezone };
}

function everyMinutes(minutes: number | undefined, timezone: string): Times | undefined {
  if (minutes === undefined) return undefined;
  return minutes > minutesOfHour ? { everyMinutes: minutes, timezone } : { cron: `*/${minutes} * * * *`, timezone };
}

function cronOfFields(type: 'hourly' | 'daily' | 'weekly' | 'monthly', fields: BlockFields): string | undefined {
  if (type === 'hourly') {
    const minute = fields.integer('hourlyMinute', 0, 59, 0);
    return minute === undefined ? undefined : `${minute} * * * *`;
  }
  const time = fields.timeOfDay(type === 'weekly' ? 'weeklyDayTime' : `${type}Time`);
  const day = dayFields(type, fields);
  return time === undefined || day === undefined ? undefined : `${time} ${day}`;
}

/** The day of the month, the month and the day of the week. */
function dayFields(type: 'daily' | 'weekly' | 'monthly', fields: BlockFields): string | undefined {
  if (type === 'daily') return '* * *';
  if (type === 'weekly') {
    const day = fields.choice('weeklyDay', days);
    return day === undefined ? undefined : `* * ${days.indexOf(day)}`;
  }
  const day = fields.integer('monthlyDay', 1, 31);
  return day === undefined ? undefined : `${day} * *`;
}

function customTimes(fields: BlockFields, timezone: string): Times | undefined {
  const written = fields.text('cronExpression');
  if (written === undefined) return fields.missing('cronExpression', 'needs a cronExpression such as 30 7 * * MON-FRI');
  const cron = tidyCron(written);
  const problem = cronProblem(cron, timezone);
  return problem === undefined ? { cron, timezone } : fields.refuse('cronExpression', `has the cronExpression ${quoted(cron)}, ${problem}`);
}
