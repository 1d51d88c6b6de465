import { fleeting } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** Work that some process has to do. It is there exactly as long as the work is not finished. */
export interface WorkItem {
  /** The id of the job; for a synchronous run that became durable on its way, the id of the execution. */
  readonly id: string;
  readonly kind: string;
  readonly workspaceId: string;
  readonly streamId: string;
  /** Of work on a run: who pays for it, and of which workflow it is. */
  readonly accountId: string | null;
  readonly workflowId: string | null;
  /** Whether it is claimed only while its account and its workflow have fewer runs in progress than their plan admits. */
  readonly waitsForRoom: boolean;
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
  kept: fleeting('deleted when the work is done'),
  columns: {
    id: { type: 'uuid' },
    kind: { type: 'text' },
    workspaceId: { type: 'uuid' },
    streamId: { type: 'uuid' },
    accountId: { type: 'uuid', nullable: true },
    workflowId: { type: 'uuid', nullable: true },
    waitsForRoom: { type: 'boolean' },
    priority: { type: 'integer' },
    turn: { type: 'bigint' },
    dueAt: { type: 'timestamptz' },
    owner: { type: 'integer', nullable: true },
    fence: { type: 'bigint' },
    leaseUntil: { type: 'timestamptz', nullable: true },
    attempts: { type: 'integer' },
  },
});
