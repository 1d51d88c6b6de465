import type { Block } from '#document/document.js';
import { configOf, written, type TriggerKind, type TriggerProblem } from './trigger-kind.js';

/** The fields that each type of schedule needs. Those of *minutes* and *hourly* have a default. */
const needed: Readonly<Record<string, readonly string[]>> = {
  minutes: [],
  hourly: [],
  daily: ['dailyTime'],
  weekly: ['weeklyDay', 'weeklyDayTime'],
  monthly: ['monthlyDay', 'monthlyTime'],
  custom: ['cronExpression'],
};

const fields = ['scheduleType', 'minutesInterval', 'hourlyMinute', 'timezone', ...Object.values(needed).flat()];

/** The schedule: the clock starts a run. */
export const scheduleKind: TriggerKind = {
  kind: 'schedule',
  trigger: 'schedule',
  reads: (block) => block.type === 'schedule' || (block.type === 'starter' && written(block, 'startWorkflow') === 'schedule'),
  read: (block) => {
    const problems = problemsOf(block);
    return problems.length > 0 ? { problems } : { provider: 'schedule', hasAddress: false, config: configOf(block, fields) };
  },
};

function problemsOf(block: Block): readonly TriggerProblem[] {
  const type = written(block, 'scheduleType') ?? 'daily';
  if (typeof type !== 'string' || !Object.hasOwn(needed, type)) {
    return [{ field: 'scheduleType', what: `needs a scheduleType of ${Object.keys(needed).join(', ')}`, code: 'invalid_value' }];
  }
  return (needed[type] ?? [])
    .filter((field) => written(block, field) === undefined)
    .map((field) => ({ field, what: `needs ${field} for a schedule of type ${type}`, code: 'required' }));
}
