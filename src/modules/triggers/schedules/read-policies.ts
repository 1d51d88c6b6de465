import { quoted } from '#document/quoted.js';
import { instantOf, isCalendarDate } from './local-time.js';
import { catchUps, overlapPolicies, type Schedule, type Times } from './schedule.js';
import type { BlockFields } from '../domain/block-fields.js';

const daySeconds = 86_400;
const maxExcluded = 1_000;

/** Everything of a schedule but its times. */
type Policies = Omit<Schedule, keyof Times | 'cron' | 'everyMinutes'>;

/** Reads the sub-blocks that decide about occurrences of a schedule. Local times are read in `zone`. */
export function readPolicies(fields: BlockFields, zone: string): Policies {
  const startsAt = readInstant('startsAt', fields, zone);
  const endsAt = readInstant('endsAt', fields, zone);
  if (startsAt !== undefined && endsAt !== undefined && endsAt <= startsAt) fields.refuse('endsAt', 'needs an endsAt after its startsAt');
  const maxRuns = fields.value('maxRuns') === undefined ? undefined : fields.integer('maxRuns', 1, 999_999_999);
  return {
    ...(startsAt === undefined ? {} : { startsAt }),
    ...(endsAt === undefined ? {} : { endsAt }),
    ...(maxRuns === undefined ? {} : { maxRuns }),
    excludedDates: readDates(fields),
    overlapPolicy: fields.choice('overlapPolicy', overlapPolicies, 'skip') ?? 'skip',
    catchUp: fields.choice('catchUp', catchUps, 'one') ?? 'one',
    catchUpWindow: fields.integer('catchUpWindow', 60, 366 * daySeconds, daySeconds) ?? daySeconds,
    jitterSeconds: fields.integer('jitterSeconds', 0, 3_600, 0) ?? 0,
    pauseOnFailure: fields.flag('pauseOnFailure'),
  };
}

function readInstant(field: string, fields: BlockFields, zone: string): string | undefined {
  if (fields.value(field) === undefined) return undefined;
  const written = fields.text(field) ?? '';
  const instant = instantOf(written, zone)?.toISOString();
  return instant ?? fields.refuse(field, `needs ${field} as a time such as 2026-01-31T09:00, not ${quoted(written)}`);
}

function readDates(fields: BlockFields): readonly string[] {
  const dates = fields.list('excludedDates');
  const wrong = dates.find((date) => !isCalendarDate(date));
  if (wrong !== undefined) fields.refuse('excludedDates', `needs excludedDates as days such as 2026-12-25, not ${quoted(wrong)}`);
  if (dates.length > maxExcluded) fields.refuse('excludedDates', `has more than ${maxExcluded.toLocaleString('en')} excludedDates`);
  return [...new Set(dates)].toSorted();
}
