import { Injectable } from '@nestjs/common';
import { Pool, type ClientBase } from 'pg';
import { payingOrganization } from '../../gate/paying-organization.js';

/** What decides how long a workspace keeps its runs. */
export interface Keeping {
  readonly workspaceId: string;
  /** Of the organization that pays for it; null where none does. */
  readonly plan: string | null;
  /** What the workspace itself wants; null: as long as its plan lets it. */
  readonly retentionDays: number | null;
  /** Null for a workspace that is there. */
  readonly deletedAt: Date | null;
}

const select = `select w.workspace_id as "workspaceId", o.plan, w.retention_days as "retentionDays", w.deleted_at as "deletedAt"
  from workspace_terms w left join organization o on o.id = ${payingOrganization('w.organization_id', 'w.owner_id')}`;

/** Tells how long workspaces want to keep their runs, also those that are deleted: their terms outlive them. Checks no permissions. */
@Injectable()
export class WorkspaceKeeping {
  constructor(private readonly pool: Pool) {}

  /** Undefined for a workspace that there never was. */
  async of(workspaceId: string): Promise<Keeping | undefined> {
    const { rows } = await this.pool.query<Keeping>({
      name: 'workspace_keeping',
      text: `${select} where w.workspace_id = $1`,
      values: [workspaceId],
    });
    return rows[0];
  }

  /** On the given connection, or on any. */
  async all(connection: Pool | ClientBase = this.pool): Promise<readonly Keeping[]> {
    return (await connection.query<Keeping>(select)).rows;
  }
}
