import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { ModelPolicy } from '#kernel/models/model-policy.js';
import { payingOrganization } from '../../gate/paying-organization.js';

/** The policies of models that apply in a workspace, beside that of the operator. */
export interface WorkspacePolicies {
  /** Name of the plan of the organization that pays; null where none does. */
  readonly plan: string | null;
  readonly ofOrganization: ModelPolicy | null;
  readonly ofWorkspace: ModelPolicy | null;
}

/** Reads the policies of models. Checks no permissions. */
@Injectable()
export class WorkspaceModelPolicies {
  constructor(private readonly pool: Pool) {}

  /** Undefined for a workspace that is gone. */
  async of(workspaceId: string): Promise<WorkspacePolicies | undefined> {
    const { rows } = await this.pool.query<WorkspacePolicies>({
      name: 'workspace_model_policies',
      text: `select o.plan, o.model_policy as "ofOrganization", w.model_policy as "ofWorkspace"
        from workspace w left join organization o on o.id = ${payingOrganization('w.organization_id', 'w.owner_id')}
        where w.id = $1`,
      values: [workspaceId],
    });
    return rows[0];
  }
}
