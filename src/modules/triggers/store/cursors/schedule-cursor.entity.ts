import { record } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** The progress of a schedule. Times are ISO 8601. */
export interface ScheduleCursor {
  /** Of the trigger. */
  readonly id: string;
  /** Whether it polls. */
  readonly polls: boolean;
  /** When it is looked at next; null: not until its trigger changes. */
  readonly dueAt: string | null;
  /** The next occurrence; null: it is computed from the time of the database when the schedule is looked at. */
  readonly scheduledFor: string | null;
  /** The latest occurrence about which was decided. No occurrence up to it is fired again. */
  readonly lastScheduledFor: string | null;
  /** An occurrence that starts when the active run has ended, or its account may start runs again. */
  readonly waitingFor: string | null;
  /** How many runs it has started. */
  readonly fired: number;
  /** The jobs of its runs that were active when it last started one. */
  readonly activeJobs: readonly string[];
  /** The data of time zones with which the next occurrence was computed. */
  readonly zones: string | null;
  /** Changed by every claim and every change of the trigger, so that a firing under an earlier one is not stored. */
  readonly fence: number;
  /** Until when only the process that claimed it may fire it. */
  readonly claimedUntil: string | null;
  /** The owner number of the process that claimed it last. */
  readonly claimedBy: number | null;
}

export const scheduleCursor = new ReadModel<ScheduleCursor, 'id'>({
  table: 'schedule_cursor',
  key: ['id'],
  kept: record('belongs to its trigger'),
  columns: {
    id: { type: 'uuid' },
    polls: { type: 'boolean' },
    dueAt: { type: 'timestamptz', nullable: true },
    scheduledFor: { type: 'timestamptz', nullable: true },
    lastScheduledFor: { type: 'timestamptz', nullable: true },
    waitingFor: { type: 'timestamptz', nullable: true },
    fired: { type: 'integer' },
    activeJobs: { type: 'text[]' },
    zones: { type: 'text', nullable: true },
    fence: { type: 'bigint' },
    claimedUntil: { type: 'timestamptz', nullable: true },
    claimedBy: { type: 'integer', nullable: true },
  },
});
