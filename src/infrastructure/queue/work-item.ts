import { ReadModel } from '#infrastructure/projections/read-model.js';

/** Work that some process has to do. It is there exactly as long as the work is not finished. */
export interface WorkItem {
  /** The id of the job; for a synchronous run that became durable on its way, the id of the execution. */
  readonly id: string;
  readonly kind: string;
  readonly workspaceId: string;
  readonly streamId: string;
  /** Higher goes first. */
  readonly priority: number;
  /** Virtual time, in ms: what orders items of equal priority, see `fair-turns.ts`. */
  readonly turn: number;
  readonly dueAt: string;
  /** The process that works on it; null while it waits. */
  readonly owner: number | null;
  /** Raised by every claim. Only the holder of the latest fence may write. */
  readonly fence: number;
  readonly leaseUntil: string | null;
  readonly attempts: number;
}

export const workItem = new ReadModel<WorkItem, 'id'>({
  table: 'work_item',
  key: ['id'],
  columns: {
    id: { type: 'uuid' },
    kind: { type: 'text' },
    workspaceId: { type: 'uuid' },
    streamId: { type: 'uuid' },
    priority: { type: 'integer' },
    turn: { type: 'bigint' },
    dueAt: { type: 'timestamptz' },
    owner: { type: 'integer', nullable: true },
    fence: { type: 'bigint' },
    leaseUntil: { type: 'timestamptz', nullable: true },
    attempts: { type: 'integer' },
  },
});
