import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { Caller } from '#kernel/caller.js';
import { conflict, invalidField } from '#kernel/errors.js';
import { isId } from '#kernel/ids.js';

/** Tells who may become the owner of a workspace. */
@Injectable()
export class WorkspaceSuccessors {
  constructor(private readonly pool: Pool) {}

  /** @throws DomainError invalid, naming `ownerId`; conflict for a user who is suspended, or who would pay by another user's decision */
  async require(caller: Caller, workspaceId: string, ownerId: string): Promise<void> {
    const { rows } = await this.pool.query<{ organizationId: string | null; suspended: boolean }>(
      `select w.organization_id as "organizationId", u.suspended from workspace w, user_account u
       where w.id = $1 and u.id = $2 and (
         exists (select from workspace_member m where m.workspace_id = w.id and m.user_id = u.id)
         or exists (select from organization_member m where m.organization_id = w.organization_id and m.user_id = u.id and m.role in ('admin', 'owner')))`,
      [workspaceId, isId(ownerId) ? ownerId : null],
    );
    const [found] = rows;
    if (found === undefined)
      throw invalidField('ownerId', 'ownerId must be a member of the workspace, or an admin of its organization', 'not_allowed');
    if (found.suspended) throw conflict('CONFLICT', 'ownerId must be a user who is not suspended');
    // No user is made to pay by another user.
    if (found.organizationId === null && ownerId !== caller.userId)
      throw conflict(
        'CONFLICT',
        'The owner of a workspace without an organization pays for it: an admin can take it over, not give it to others',
      );
  }
}
