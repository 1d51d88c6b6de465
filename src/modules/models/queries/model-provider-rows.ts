import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { select, selectOne } from '#ledger/rows/select.js';
import { modelProviderModel, type ModelProviderRow } from '../projections/model-provider.entity.js';

export type { ModelProviderRow };

/** Reads the model providers of workspaces. Checks no permissions. */
@Injectable()
export class ModelProviderRows {
  constructor(private readonly pool: Pool) {}

  /** The oldest first. */
  of(workspaceId: string): Promise<readonly ModelProviderRow[]> {
    return select(this.pool, modelProviderModel, { where: { workspaceId }, order: { createdAt: 'asc', id: 'asc' } });
  }

  find(id: string): Promise<ModelProviderRow | undefined> {
    return selectOne(this.pool, modelProviderModel, { id });
  }

  /** The providers of workspaces that are deleted. */
  async ofDeletedWorkspaces(limit: number): Promise<readonly Pick<ModelProviderRow, 'id' | 'workspaceId'>[]> {
    const { rows } = await this.pool.query<Pick<ModelProviderRow, 'id' | 'workspaceId'>>({
      name: 'model_providers_of_deleted_workspaces',
      text: `select p.id, p.workspace_id as "workspaceId" from model_provider p join workspace_terms w on w.workspace_id = p.workspace_id
             where w.deleted_at is not null limit $1`,
      values: [limit],
    });
    return rows;
  }
}
