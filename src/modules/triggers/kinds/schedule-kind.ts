import type { Schedule } from '../schedules/schedule.js';
import { readSchedule } from '../schedules/read-schedule.js';
import { written, type TriggerKind } from './trigger-kind.js';

/** The schedule: the clock starts a run. Its configuration is a `Schedule`. */
export const scheduleKind: TriggerKind = {
  kind: 'schedule',
  shownAs: 'schedule',
  trigger: 'schedule',
  reads: (block) => block.type === 'schedule' || (block.type === 'starter' && written(block, 'startWorkflow') === 'schedule'),
  read: (block) => {
    const reading = readSchedule(block);
    return 'problems' in reading ? reading : { provider: 'schedule', hasAddress: false, config: reading };
  },
  schedule: (config) => config as unknown as Schedule,
};
