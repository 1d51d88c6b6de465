import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { Permission } from '#kernel/caller.js';
import { notFound } from '#kernel/errors.js';
import { isId } from '#kernel/ids.js';
import { select, selectSql } from '#ledger/rows/select.js';
import { workspaceInvitationModel, type WorkspaceInvitationRow } from '../../store/sign-in/workspace-invitation.entity.js';

/** An open invitation to a workspace. */
export interface WorkspaceInvitationView {
  readonly id: string;
  /** Address of the person who was invited. */
  readonly email: string;
  /** What the person may do in the workspace after accepting. */
  readonly permission: Permission;
  /** When the person was invited. */
  readonly invitedAt: string;
  /** Until when the link of the invitation counts. */
  readonly expiresAt: string;
}

/** Open invitations to workspaces. Asks no permission. */
@Injectable()
export class WorkspaceInvitations {
  constructor(private readonly pool: Pool) {}

  /** @throws DomainError not-found */
  async of(workspaceId: string, id: string): Promise<WorkspaceInvitationRow> {
    const [found] = isId(id) ? await select(this.pool, workspaceInvitationModel, { where: { id, workspaceId } }) : [];
    if (found === undefined) throw notFound('Invitation');
    return found;
  }

  /** Ids of the open invitations of an address. */
  async idsOf(workspaceId: string, email: string): Promise<readonly string[]> {
    const rows = await select(this.pool, workspaceInvitationModel, { where: { workspaceId, email }, properties: ['id'] });
    return rows.map(({ id }) => id);
  }

  async count(workspaceId: string): Promise<number> {
    const text = 'select count(*)::int as count from workspace_invitation where workspace_id = $1';
    return (await this.pool.query<{ count: number }>(text, [workspaceId])).rows[0]?.count ?? 0;
  }

  /** In the order of their ids. */
  async page(workspaceId: string, after: string, count: number): Promise<WorkspaceInvitationRow[]> {
    const rows = await selectSql(this.pool, workspaceInvitationModel, {
      clauses: 'where workspace_id = $1 and id > $2 order by id limit $3',
      values: [workspaceId, after, count],
    });
    return rows as WorkspaceInvitationRow[];
  }

  /** Whether a user with this address was added to the workspace. */
  async isMember(workspaceId: string, email: string): Promise<boolean> {
    const text = 'select 1 from workspace_member m join user_account u on u.id = m.user_id where m.workspace_id = $1 and u.email = $2';
    return (await this.pool.query(text, [workspaceId, email])).rowCount !== 0;
  }
}
