import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { deleteInSteps } from '#ledger/chores/delete-in-steps.js';
import type { JsonObject } from '#kernel/json.js';
import type { Listener } from './listener.entity.js';

const waitsSeconds = 120;
/** How long an event is shown. */
export const eventKeptMs = 3_600_000;
/** The same for a workflow that keeps no contents. With the interval of the chore it is ten minutes. */
export const outlinedEventKeptMs = 8 * 60_000;
const columns = `id, workspace_id as "workspaceId", workflow_id as "workflowId", block_id as "blockId", version,
  expires_at as "expiresAt", event, expires_at <= now() as "isOver"`;

/** A listener as it is now. */
export type PresentListener = Omit<Listener, 'tokenDigest' | 'expiresAt'> & { readonly expiresAt: Date; readonly isOver: boolean };

/** The listeners of all workspaces. The clock of the database counts, so that any process may answer. */
@Injectable()
export class Listeners {
  constructor(private readonly pool: Pool) {}

  async begin(listener: Omit<Listener, 'tokenDigest' | 'expiresAt' | 'event'>, token: string): Promise<PresentListener> {
    const { id, workspaceId, workflowId, blockId, version } = listener;
    const { rows } = await this.pool.query<PresentListener>(
      `insert into trigger_listener (id, token_digest, workspace_id, workflow_id, block_id, version, expires_at)
       values ($1, $2, $3, $4, $5, $6, now() + $7 * interval '1 second') returning ${columns}`,
      [id, digest(token), workspaceId, workflowId, blockId, version, waitsSeconds],
    );
    return rows[0] as PresentListener;
  }

  /** The listener whose address has this token. */
  at(token: string): Promise<PresentListener | undefined> {
    return this.#one('token_digest = $1', digest(token));
  }

  /** The listener that waits at the address with this token. */
  waitingAt(token: string): Promise<PresentListener | undefined> {
    return this.#one('token_digest = $1 and event is null and expires_at > now()', digest(token));
  }

  /** @returns whether this is the first event, and in time */
  async hear(id: string, event: JsonObject): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      'update trigger_listener set event = $2 where id = $1 and event is null and expires_at > now()',
      [id, JSON.stringify(event)],
    );
    return rowCount === 1;
  }

  /** Deletes those that ended an hour ago. */
  forgetOld(): Promise<void> {
    return deleteInSteps(this.pool, 'trigger_listener', `expires_at < now() - interval '1 hour'`, []);
  }

  /** Deletes those whose event is not shown any more. */
  forgetEvents(now: Date): Promise<void> {
    return deleteInSteps(this.pool, 'trigger_listener', `(event ->> 'shownUntil')::timestamptz < $1`, [now]);
  }

  async #one(condition: string, value: string): Promise<PresentListener | undefined> {
    const { rows } = await this.pool.query<PresentListener>(`select ${columns} from trigger_listener where ${condition}`, [value]);
    return rows[0];
  }
}

/** A reader of the table must not be able to send events. */
function digest(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
