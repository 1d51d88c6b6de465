import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { requireReach, type Caller } from '#kernel/caller.js';
import { conflict, notFound } from '#kernel/errors.js';
import { isId } from '#kernel/ids.js';
import { UniqueConflict } from '#ledger/events/event-store.js';
import { select, selectOne } from '#ledger/rows/select.js';
import { chatModel, type ChatRow } from '../projections/chat.entity.js';

/** A chat as it is stored. */
export type Chat = ChatRow;

/** The chats of all workspaces. */
@Injectable()
export class Chats {
  constructor(private readonly pool: Pool) {}

  /** Checks no permissions. */
  find(id: string): Promise<Chat | undefined> {
    return selectOne(this.pool, chatModel, { id });
  }

  /** Checks no permissions. */
  at(identifier: string): Promise<Chat | undefined> {
    return selectOne(this.pool, chatModel, { identifier });
  }

  /** @throws DomainError not-found for a stranger, forbidden for a member who is no admin */
  async reach(caller: Caller, id: string): Promise<Chat> {
    const row = isId(id) ? await this.find(id) : undefined;
    if (row === undefined) throw notFound('Chat');
    requireReach(caller, row.workspaceId, 'admin', 'Chat');
    return row;
  }

  /** The oldest first. */
  page(workspaceId: string, after: string | undefined, limit: number): Promise<readonly Chat[]> {
    const place = after === undefined ? undefined : { id: after };
    return select(this.pool, chatModel, { where: { workspaceId }, after: place, order: { id: 'asc' }, limit });
  }

  async count(workspaceId: string): Promise<number> {
    const { rows } = await this.pool.query<{ count: number }>({
      name: 'chats_of_workspace',
      text: 'select count(*)::int as count from chat where workspace_id = $1',
      values: [workspaceId],
    });
    return rows[0]?.count ?? 0;
  }
}

/** @throws DomainError conflict if the identifier is taken, else the error itself */
export function identifierConflict(error: unknown): unknown {
  if (!(error instanceof UniqueConflict) || error.constraint !== 'chat_identifier') return error;
  return conflict('CONFLICT', 'Another chat of this server has this identifier already');
}
