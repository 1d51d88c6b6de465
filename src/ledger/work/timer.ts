import { fleeting } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** Work that is due at a certain time. It becomes a work item then. */
export interface Timer {
  /** The id of the work item that it becomes: there is one timer for each. */
  readonly id: string;
  readonly kind: string;
  readonly workspaceId: string;
  readonly streamId: string;
  readonly accountId: string | null;
  readonly workflowId: string | null;
  readonly priority: number;
  /** The fence of the work before it waited, so that a process that held it then can no longer write. */
  readonly fence: number;
  readonly dueAt: string;
}

export const timer = new ReadModel<Timer, 'id'>({
  table: 'timer',
  key: ['id'],
  kept: fleeting('becomes a work item when it is due'),
  columns: {
    id: { type: 'uuid' },
    kind: { type: 'text' },
    workspaceId: { type: 'uuid' },
    streamId: { type: 'uuid' },
    accountId: { type: 'uuid', nullable: true },
    workflowId: { type: 'uuid', nullable: true },
    priority: { type: 'integer' },
    fence: { type: 'bigint' },
    dueAt: { type: 'timestamptz' },
  },
});
