import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { deleteInSteps } from '#ledger/chores/delete-in-steps.js';

/** What workspaces held that are deleted: files, documents, whatever they stored. */
@Injectable()
export class EndedHolds {
  constructor(private readonly pool: Pool) {}

  /** The bytes count for nobody any more, and the next sweep of the storage removes them. */
  release(): Promise<void> {
    return deleteInSteps(this.pool, 'object_hold', 'workspace_id in (select workspace_id from ended_file_workspace)', []);
  }
}
