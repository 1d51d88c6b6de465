/** What a run does, or how it ended. */
export const logStatuses = ['running', 'paused', 'completed', 'failed', 'cancelled'] as const;
export type LogStatus = (typeof logStatuses)[number];
