import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { Account } from '#kernel/caller.js';
import { payingOrganization } from '../../gate/paying-organization.js';
import { isSuspendedAccount } from '../../gate/suspended-account.js';

export interface WorkspaceAccount {
  readonly account: Account;
  /** It is that of its owner alone, who is suspended. */
  readonly isSuspended: boolean;
}

/** The account that pays for work in a workspace that no key began. Checks no permissions. */
@Injectable()
export class WorkspaceAccounts {
  constructor(private readonly pool: Pool) {}

  /** The same account that keys of the workspace use. @returns undefined for a workspace that is gone */
  async of(workspaceId: string): Promise<WorkspaceAccount | undefined> {
    const { rows } = await this.pool.query<Account & { suspended: boolean }>({
      name: 'find_workspace_account',
      text: `select w.owner_id as "userId", o.id as "organizationId", o.plan, u.suspended
        from workspace w join user_account u on u.id = w.owner_id
        left join organization o on o.id = ${payingOrganization('w.organization_id', 'w.owner_id')}
        where w.id = $1`,
      values: [workspaceId],
    });
    const [row] = rows;
    if (row === undefined) return undefined;
    const { suspended, ...account } = row;
    return { account, isSuspended: isSuspendedAccount(suspended, account.organizationId) };
  }
}
