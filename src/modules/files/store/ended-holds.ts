import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { deleteInSteps } from '#ledger/chores/delete-in-steps.js';

/** Storage of deleted workspaces: files, documents and other objects. */
@Injectable()
export class EndedHolds {
  constructor(private readonly pool: Pool) {}

  /** Their bytes no longer count for an account, and the next sweep of the storage deletes them. */
  release(): Promise<void> {
    return deleteInSteps(this.pool, 'object_hold', 'workspace_id in (select workspace_id from ended_file_workspace)', []);
  }
}
