import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';

/** What decides how long a workspace keeps its runs. */
export interface Keeping {
  readonly workspaceId: string;
  /** Of its organization; null where it has none. */
  readonly plan: string | null;
  /** What the workspace itself wants; null: as long as its plan lets it. */
  readonly retentionDays: number | null;
}

const select = `select w.id as "workspaceId", o.plan, w.retention_days as "retentionDays"
  from workspace w left join organization o on o.id = w.organization_id`;

/** Tells how long workspaces want to keep their runs. Checks no permissions. */
@Injectable()
export class WorkspaceKeeping {
  constructor(private readonly pool: Pool) {}

  /** Undefined for a workspace that is gone. */
  async of(workspaceId: string): Promise<Keeping | undefined> {
    const { rows } = await this.pool.query<Keeping>({
      name: 'workspace_keeping',
      text: `${select} where w.id = $1`,
      values: [workspaceId],
    });
    return rows[0];
  }

  async all(): Promise<readonly Keeping[]> {
    return (await this.pool.query<Keeping>(select)).rows;
  }
}
