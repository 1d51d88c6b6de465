import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Clock } from '#kernel/clock.js';
import { Triggers } from '../store/triggers.js';

const mostInRound = 500;

/** Retires the triggers of deleted workspaces, so that no schedule is due, no mailbox is read and no event is waited for any more. */
@Injectable()
export class LeftTriggers {
  #mayBeLeft = true;

  constructor(
    private readonly pool: Pool,
    private readonly triggers: Triggers,
    private readonly clock: Clock,
  ) {}

  /** A workspace was deleted, or another process may have seen that. */
  notice(): void {
    this.#mayBeLeft = true;
  }

  /** One process at a time does so. */
  async round(): Promise<void> {
    if (!this.#mayBeLeft) return;
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'triggers_of_deleted_workspaces',
      text: `select id from trigger where status <> 'retired'
               and workspace_id in (select workspace_id from workspace_terms where deleted_at is not null) limit ${mostInRound}`,
    });
    for (const { id } of rows) {
      await this.triggers.change(id, {}, () => ({ type: 'retire', reason: 'workspace-deleted', at: this.clock.iso() }));
    }
    this.#mayBeLeft = rows.length === mostInRound;
  }
}
