import { defineBlock } from '../../define-block.js';
import { asWritten, choice, flag, writtenNumber } from '../../fields/kinds.js';
import { output } from '../../fields/schema.js';
import { firedOutput } from './fired-output.js';

const time = (description: string) => asWritten({ type: 'string', description: `${description}, as \`HH:MM\`.` });
const days = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;

/** The module of triggers reads the fields when the workflow is deployed and when the schedule is due. */
export const scheduleBlock = defineBlock({
  type: 'schedule',
  name: 'Schedule',
  description: 'Starts a run at set times.',
  category: 'trigger',
  handles: ['source', 'error'],
  fields: {
    scheduleType: choice('Which of the other fields count.', ['minutes', 'hourly', 'daily', 'weekly', 'monthly', 'custom'], {
      default: 'daily',
    }),
    minutesInterval: writtenNumber('`minutes`: minutes between two runs, 1 to 1,440.', { default: 15 }),
    hourlyMinute: writtenNumber('`hourly`: minute of the hour, 0 to 59.', { default: 0 }),
    dailyTime: time('`daily`: time of the day'),
    weeklyDay: choice('`weekly`: day of the week.', days),
    weeklyDayTime: time('`weekly`: time of that day'),
    monthlyDay: writtenNumber('`monthly`: day of the month, 1 to 31. Months without that day are left out.'),
    monthlyTime: time('`monthly`: time of that day'),
    cronExpression: asWritten({ type: 'string', description: '`custom`: a cron expression of five fields, or of six with seconds first.' }),
    timezone: asWritten({ type: 'string', description: 'IANA name of the time zone, UTC if absent.' }),
    startsAt: asWritten({ type: 'string', description: 'First time at which it may fire, ISO 8601; without a zone, local.' }),
    endsAt: asWritten({ type: 'string', description: 'Time from which it does not fire any more, ISO 8601; without a zone, local.' }),
    maxRuns: asWritten({ type: 'number', description: 'How often it fires in all. Absent: without limit.' }),
    excludedDates: asWritten({ description: 'Local days without runs, as a list or with commas: `2026-12-25`.' }),
    overlapPolicy: choice('What happens when it is due while its last run is active.', ['skip', 'queue', 'allow', 'cancel'], {
      default: 'skip',
    }),
    catchUp: choice('Which missed times are run later.', ['one', 'skip', 'all'], { default: 'one' }),
    catchUpWindow: writtenNumber('How old a missed time may be to be run later, in seconds.', { default: 86_400 }),
    jitterSeconds: writtenNumber('By how much a run may be delayed, in seconds, up to 3,600.', { default: 0 }),
    pauseOnFailure: flag('Whether a failed run pauses the schedule.'),
  },
  outputs: {
    scheduledFor: output('string', 'When the run was due.'),
    firedAt: output('string', 'When it was started.'),
    timezone: output('string', 'The time zone.'),
    occurrence: output('number', 'How often the schedule has fired, with this time.'),
    missed: output('number', 'How many times before this one were missed.'),
    late: output('number', 'How late it was started, in ms.'),
  },
  run: (_fields, context) => ({ output: firedOutput(context.input) }),
});
