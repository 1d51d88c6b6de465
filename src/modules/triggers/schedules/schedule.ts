export const overlapPolicies = ['skip', 'queue', 'allow', 'cancel'] as const;
export type OverlapPolicy = (typeof overlapPolicies)[number];

export const catchUps = ['one', 'skip', 'all'] as const;
export type CatchUp = (typeof catchUps)[number];

/** When a schedule fires: an expression in a time zone, or an interval that is counted from 1970 in UTC. */
export type Times = { readonly cron: string; readonly timezone: string } | { readonly everyMinutes: number; readonly timezone: string };

/** A schedule as a block describes it. It consists of JSON, so that it can be stored with a registration. */
export type Schedule = Times & {
  /** The first time at which it may fire, in ISO 8601. */
  readonly startsAt?: string;
  /** The time from which it does not fire any more, in ISO 8601. */
  readonly endsAt?: string;
  /** How often it fires in all. */
  readonly maxRuns?: number;
  /** Days in the time zone, as YYYY-MM-DD, on which it does not fire. */
  readonly excludedDates: readonly string[];
  /** What happens when it is due while a run of it is active. */
  readonly overlapPolicy: OverlapPolicy;
  /** Which of the occurrences that no process could fire are fired later. */
  readonly catchUp: CatchUp;
  /** How old an occurrence may be to be fired later, in seconds. */
  readonly catchUpWindow: number;
  /** By how much an occurrence may be delayed, in seconds. */
  readonly jitterSeconds: number;
  /** Whether a failed run pauses the schedule. */
  readonly pauseOnFailure: boolean;
};
