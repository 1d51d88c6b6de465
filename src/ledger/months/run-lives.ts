/**
 * How streams of runs begin and end. A stream that begins in another way is over when its run is: the first event of whatever
 * belongs to a run names it as `executionId`.
 */
export const openingTypes = ['execution.started', 'job.queued'] as const;

export const closingTypes = [
  'execution.completed',
  'execution.failed',
  'execution.cancelled',
  'job.completed',
  'job.failed',
  'job.cancelled',
] as const;
