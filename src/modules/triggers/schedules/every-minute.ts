import type { Schedule } from './schedule.js';

/** When triggers that poll are asked: every minute, each with its own delay, so that not all are asked at once. */
export const everyMinute: Schedule = {
  cron: '* * * * *',
  timezone: 'UTC',
  excludedDates: [],
  overlapPolicy: 'skip',
  catchUp: 'one',
  catchUpWindow: 60,
  jitterSeconds: 30,
  pauseOnFailure: false,
};
