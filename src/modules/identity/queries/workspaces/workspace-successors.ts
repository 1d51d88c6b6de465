import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { Caller } from '#kernel/caller.js';
import { conflict } from '#kernel/errors.js';
import { isId } from '#kernel/ids.js';
import { noSuccessor } from '../../domain/member.errors.js';

/** Tells who may become the owner of a workspace. */
@Injectable()
export class WorkspaceSuccessors {
  constructor(private readonly pool: Pool) {}

  /**
   * @returns the new owner, and whether they may join the workspace for it
   * @throws DomainError invalid, naming `ownerId`; conflict for a user who is suspended, or who would pay by another user's decision
   */
  async require(caller: Caller, workspaceId: string, ownerId: string): Promise<{ ownerId: string; mayJoin: boolean }> {
    const { rows } = await this.pool.query<{ organizationId: string | null; suspended: boolean; isMember: boolean; isAdmin: boolean }>(
      `select w.organization_id as "organizationId", u.suspended,
         exists (select from workspace_member m where m.workspace_id = w.id and m.user_id = u.id) as "isMember",
         exists (select from organization_member m where m.organization_id = w.organization_id and m.user_id = u.id and m.role in ('admin', 'owner')) as "isAdmin"
       from workspace w, user_account u where w.id = $1 and u.id = $2`,
      [workspaceId, isId(ownerId) ? ownerId : null],
    );
    const [found] = rows;
    if (found === undefined || !(found.isMember || found.isAdmin)) throw noSuccessor();
    if (found.suspended) throw conflict('CONFLICT', 'ownerId must be a user who is not suspended');
    // No user is made to pay by another user.
    if (found.organizationId === null && ownerId !== caller.userId)
      throw conflict(
        'CONFLICT',
        'The owner of a workspace without an organization pays for it: an admin can take it over, not give it to others',
      );
    return { ownerId, mayJoin: found.isAdmin };
  }
}
