import type { Pool } from 'pg';
import type { Ids } from '#kernel/ids.js';
import type { Timers } from '#kernel/timers.js';
import { LeaseLost, type Lease } from '#ledger/events/event-store.js';
import { isStreamConflict, retryConflicts } from '#ledger/events/retry-conflicts.js';
import { settings } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** A workspace whose plan limits the number of something. */
export interface PlanRoomRow {
  /** Of the workspace. */
  readonly id: string;
  /** Raised by each writer before it counts, so that no other one is stored that has counted before. */
  readonly fence: number;
}

export const planRoom = new ReadModel<PlanRoomRow, 'id'>({
  table: 'plan_room',
  key: ['id'],
  kept: settings('one for each workspace whose plan limits the number of something'),
  columns: { id: { type: 'uuid' }, fence: { type: 'bigint' } },
});

const never = new AbortController().signal;

/** Lets writers count what the plan of a workspace limits, without two of them using the same place. */
export class PlanRooms {
  constructor(
    private readonly pool: Pool,
    private readonly timers: Timers,
    private readonly ids: Ids,
  ) {}

  /** For an append of what was counted after this call: it is refused when another writer of the workspace has claimed its room since. */
  async claim(workspaceId: string): Promise<Lease> {
    const { rows } = await this.pool.query<{ fence: string }>({
      name: 'claim_plan_room',
      text: `insert into plan_room as r (id, fence) values ($1, 1) on conflict (id) do update set fence = r.fence + 1 returning fence`,
      values: [workspaceId],
    });
    return { itemId: workspaceId, fence: Number(rows[0]?.fence), of: planRoom };
  }

  /** Calls a writer that counts under a lease and appends with it, and calls it again when another one has outrun it. */
  within<Result>(workspaceId: string, write: (lease: Lease) => Promise<Result>): Promise<Result> {
    // Writers outrun each other: without a pause, none of them would be stored.
    const backoff = { timers: this.timers, signal: never, seed: this.ids.next() };
    const isConflict = (error: unknown): boolean => error instanceof LeaseLost || isStreamConflict(error);
    return retryConflicts(async () => write(await this.claim(workspaceId)), { isConflict, backoff });
  }
}
