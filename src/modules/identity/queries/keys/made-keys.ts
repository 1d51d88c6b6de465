import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Clock } from '#kernel/clock.js';
import { isId } from '#kernel/ids.js';

/** A key of a workspace, as far as it has to be named. */
export interface MadeKey {
  readonly id: string;
  readonly name: string;
  readonly workspaceId: string;
}

/** Keys of workspaces act as the users who made them, and end when these leave. */
@Injectable()
export class MadeKeys {
  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Does what takes a user out of a workspace, or out of an organization with its workspaces. @returns the keys that have ended by that */
  async endedBy(userId: string, placeId: string, removal: () => Promise<unknown>): Promise<readonly MadeKey[]> {
    const before = await this.#working(userId, placeId);
    await removal();
    const left = new Set((await this.#working(userId, placeId)).map(({ id }) => id));
    return before.filter(({ id }) => !left.has(id));
  }

  async #working(userId: string, placeId: string): Promise<readonly MadeKey[]> {
    if (!isId(userId) || !isId(placeId)) return [];
    const { rows } = await this.pool.query<MadeKey>(
      `select k.id, k.name, k.workspace_id as "workspaceId" from api_key k join workspace w on w.id = k.workspace_id
       where k.user_id = $1 and (w.id = $2 or w.organization_id = $2)
         and k.revoked_at is null and (k.expires_at is null or k.expires_at > $3)
         and (exists (select from workspace_member m where m.workspace_id = w.id and m.user_id = $1)
           or exists (select from organization_member m where m.organization_id = w.organization_id and m.user_id = $1 and m.role in ('admin', 'owner')))
       order by k.id`,
      [userId, placeId, this.clock.now()],
    );
    return rows;
  }
}
