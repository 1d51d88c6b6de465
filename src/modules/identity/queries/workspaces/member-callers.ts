import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Pool } from 'pg';
import { FreshCache } from '#host/caches/fresh-cache.js';
import { SystemCaller, type Permission } from '#kernel/caller.js';
import { Changes } from '#ledger/projections/changes.js';
import { decisiveEvents } from '../../gate/decisive-events.js';
import { WorkspaceAccounts } from './workspace-accounts.js';

/** Callers for work that the server does in the name of a member of a workspace, without a key. Changes of this process take effect at once. */
@Injectable()
export class MemberCallers implements OnModuleDestroy {
  readonly #known = new FreshCache<SystemCaller | undefined>({ maxEntries: 10_000 });
  readonly #stopListening: () => void;

  constructor(
    private readonly pool: Pool,
    private readonly accounts: WorkspaceAccounts,
    changes: Changes,
  ) {
    this.#stopListening = changes.on(decisiveEvents, () => this.#known.clear());
  }

  onModuleDestroy(): void {
    this.#stopListening();
  }

  /** The member, limited to this workspace; undefined for a user who has lost access or is suspended, and for a suspended account. */
  of(userId: string, workspaceId: string): Promise<SystemCaller | undefined> {
    return this.#known.get(`${userId} ${workspaceId}`, () => this.#load(userId, workspaceId));
  }

  async #load(userId: string, workspaceId: string): Promise<SystemCaller | undefined> {
    const [permission, found] = [await this.#permission(userId, workspaceId), await this.accounts.of(workspaceId)];
    if (permission === undefined || found === undefined || found.isSuspended) return undefined;
    const { account } = found;
    const reach = { permission, organizationId: account.organizationId, allowsPersonalKeys: true };
    return new SystemCaller({ userId, isOperator: false, account, organizations: new Map(), workspaces: new Map([[workspaceId, reach]]) });
  }

  async #permission(userId: string, workspaceId: string): Promise<Permission | undefined> {
    const { rows } = await this.pool.query<{ permission: Permission }>({
      name: 'permission_of_member',
      text: `select m.permission from workspace_member m join user_account u on u.id = m.user_id and not u.suspended
               where m.user_id = $1 and m.workspace_id = $2
             union all
             select 'admin' from organization_member o join workspace w on w.organization_id = o.organization_id
               join user_account u on u.id = o.user_id and not u.suspended
               where o.user_id = $1 and w.id = $2 and o.role in ('admin', 'owner')
             order by permission limit 1`,
      values: [userId, workspaceId],
    });
    return rows[0]?.permission;
  }
}
