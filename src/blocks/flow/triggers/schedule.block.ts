import { defineBlock } from '../../define-block.js';
import { asWritten, choice, flag, writtenNumber } from '../../fields/kinds.js';
import { output } from '../../fields/schema.js';
import { firedOutput } from './fired-output.js';

const types = ['minutes', 'hourly', 'daily', 'weekly', 'monthly', 'custom'] as const;
const days = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;

const when = (type: (typeof types)[number]) => ({ 'x-when': { scheduleType: [type] } });
const timeOfDay = (type: (typeof types)[number]) =>
  asWritten({ type: 'string', description: 'Time of day in the time zone below, such as `07:30`.', ...when(type) });

/** The module of triggers reads the fields when the workflow is deployed and when the schedule is due. */
export const scheduleBlock = defineBlock({
  type: 'schedule',
  name: 'Schedule',
  description: 'Starts a run at set times.',
  category: 'trigger',
  handles: ['source', 'error'],
  fields: {
    scheduleType: choice('How often a run starts. `custom` takes a cron expression.', types, { default: 'daily' }),
    minutesInterval: writtenNumber('Minutes between two runs, 1 to 1,440.', { default: 15, ...when('minutes') }),
    hourlyMinute: writtenNumber('Minute of each hour at which a run starts, 0 to 59: `15` is a quarter past.', {
      default: 0,
      ...when('hourly'),
    }),
    dailyTime: timeOfDay('daily'),
    weeklyDay: choice('The day on which a run starts.', days, when('weekly')),
    weeklyDayTime: timeOfDay('weekly'),
    monthlyDay: writtenNumber('The day on which a run starts, 1 to 31. A month without that day has no run.', when('monthly')),
    monthlyTime: timeOfDay('monthly'),
    cronExpression: asWritten({
      type: 'string',
      description:
        'Minute, hour, day of the month, month and day of the week: `30 7 * * MON-FRI` is 07:30 from Monday to Friday. A sixth field in front of them is the second.',
      ...when('custom'),
    }),
    timezone: asWritten({ type: 'string', description: 'Time zone of these times, such as `Europe/Berlin`. Empty: UTC.' }),
    startsAt: asWritten({
      type: 'string',
      description: 'No run starts before this time, such as `2026-01-31T09:00` in the time zone above. Empty: the schedule begins at once.',
    }),
    endsAt: asWritten({
      type: 'string',
      description:
        'No run starts at this time or later, such as `2026-12-31T18:00` in the time zone above. Empty: the schedule has no end.',
    }),
    maxRuns: asWritten({ type: 'number', description: 'The schedule ends after so many runs. Empty: it has no limit.' }),
    excludedDates: asWritten({ description: 'Days on which no run starts, with commas between them: `2026-12-25, 2027-01-01`.' }),
    overlapPolicy: choice(
      'What happens at a time at which the last run is still active: `skip` starts no run, `queue` starts one afterwards, `allow` starts one at once, `cancel` ends the last one first.',
      ['skip', 'queue', 'allow', 'cancel'],
      { default: 'skip' },
    ),
    catchUp: choice(
      'Times that passed while the server was down: `one` starts one run for the latest of them, `all` one for each, `skip` none.',
      ['one', 'skip', 'all'],
      { default: 'one' },
    ),
    catchUpWindow: writtenNumber('How long ago such a time may be, in seconds: 86,400 are a day.', { default: 86_400 }),
    jitterSeconds: writtenNumber(
      'Each run starts up to so many seconds late, up to 3,600, so that many schedules do not start at the same instant.',
      {
        default: 0,
      },
    ),
    pauseOnFailure: flag('A run that fails pauses the schedule until a person resumes it.'),
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
