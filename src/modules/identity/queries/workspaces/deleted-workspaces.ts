import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';

/** Which workspaces are no more. A row says so from the append on that deletes one. */
@Injectable()
export class DeletedWorkspaces {
  constructor(private readonly pool: Pool) {}

  async has(workspaceId: string): Promise<boolean> {
    const { rowCount } = await this.pool.query({
      name: 'workspace_is_deleted',
      text: 'select 1 from workspace_terms where workspace_id = $1 and deleted_at is not null',
      values: [workspaceId],
    });
    return rowCount !== 0;
  }
}
