import { fleeting } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/**
 * The terms of this room:
 * - *item*: one row, the work that some process has to do. It exists exactly as long as the work is not finished.
 * - *kind*: what the work is. Each kind has one handler.
 * - *owner*: the number of the process that works on the item; null while the item waits.
 * - *claim*: a process becomes the owner of an item that waits. A *takeover* does the same to an item that has an owner.
 * - *fence*: a number that every claim raises. Only the holder of the latest fence may write.
 * - *lease*: how long a claim lasts. The owner renews it; an item whose lease has expired is claimed again.
 * - *turn*: the virtual time, in ms, that orders items of equal priority fairly between workspaces, see `fair-turns.ts`.
 * - *room*: how many more runs the account and the workflow may have active under their plan, see `rooms/run-room.ts`.
 */
export interface WorkItem {
  /** The id of the job; for a synchronous run that became durable on its way, the id of the execution. */
  readonly id: string;
  readonly kind: string;
  readonly workspaceId: string;
  readonly streamId: string;
  /** Of work on a run: the account that pays for it, and its workflow. */
  readonly accountId: string | null;
  readonly workflowId: string | null;
  /** Whether the item is claimed only while its account and its workflow have room. */
  readonly waitsForRoom: boolean;
  /** Items with a higher priority are claimed first. */
  readonly priority: number;
  readonly turn: number;
  readonly dueAt: string;
  readonly owner: number | null;
  readonly fence: number;
  readonly leaseUntil: string | null;
  readonly attempts: number;
}

/** An item as a process writes it: its times are ms from now, by the clock of the database. */
export type NewWorkItem = Omit<WorkItem, 'dueAt' | 'leaseUntil'> & { readonly dueAt: number; readonly leaseUntil: number | null };

export const workItem = new ReadModel<NewWorkItem, 'id'>({
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
    dueAt: { type: 'timestamptz', fromNow: true },
    owner: { type: 'integer', nullable: true },
    fence: { type: 'bigint' },
    leaseUntil: { type: 'timestamptz', nullable: true, fromNow: true },
    attempts: { type: 'integer' },
  },
});
