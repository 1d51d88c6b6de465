import type { ClaimedSchedule } from '../store/cursors/schedule-cursors.js';

/** The signal that schedules may be due earlier than before. */
export const scheduleTopic = 'schedules';

/** What is done with schedules that are due, and how many of them this process holds. */
export interface Lane {
  readonly polls: boolean;
  readonly mostAtOnce: number;
  readonly mostHeld: number;
  readonly claimMs: number;
  /** Ends the claims, whatever happens. */
  work(claims: readonly ClaimedSchedule[], stop: AbortSignal): Promise<void>;
}
