import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Clock } from '#kernel/clock.js';
import { deleteInSteps } from '#ledger/chores/delete-in-steps.js';
import { appendTo, EventStore } from '#ledger/events/event-store.js';
import { retryConflicts } from '#ledger/events/retry-conflicts.js';
import { holdRows, releaseObject } from '#ledger/objects/object-hold.js';
import { RetentionRules } from '#modules/retention/index.js';
import { MemoryExpired, memoryStream } from '../domain/memory.events.js';
import { ConversationRows } from './conversation-rows.js';
import { memoryTurn } from './memory-turn.entity.js';

const dayMs = 24 * 60 * 60 * 1000;
/** How long effect keys are kept. */
const keptDays = 30;
const step = 500;

/** The texts of a conversation whose time is over. */
interface Past {
  readonly workspaceId: string;
  readonly conversationId: string;
}

interface PastTurn {
  readonly version: number;
  readonly messages: number;
  readonly bytes: number;
}

/** Deletes texts whose time is over, those of deleted conversations and workspaces, and expired effect keys. */
@Injectable()
export class MemoryUpkeep {
  constructor(
    private readonly pool: Pool,
    private readonly store: EventStore,
    private readonly rows: ConversationRows,
    private readonly rules: RetentionRules,
    private readonly clock: Clock,
  ) {}

  async tidy(signal?: AbortSignal): Promise<void> {
    await deleteInSteps(this.pool, 'memory_effect', 'at < $1', [this.#daysAgo(keptDays)]);
    await deleteInSteps(this.pool, 'memory_turn', 'workspace_id in (select workspace_id from ended_memory_workspace)', []);
    const deleted = 'exists (select 1 from memory_conversation c where c.id = conversation and c.deleted_through >= version)';
    await deleteInSteps(this.pool, 'memory_turn', deleted, []);
    await this.#expire('expires_at <= $1', [this.clock.iso()], signal);
    await this.#endRetention(signal);
  }

  async #endRetention(signal: AbortSignal | undefined): Promise<void> {
    const { workspaces } = await this.rules.terms();
    for (const [days, alike] of Map.groupBy(workspaces, (each) => each.days)) {
      if (days === null) continue;
      const ids = alike.map(({ workspaceId }) => workspaceId);
      await this.#expire('at < $1 and workspace_id = any($2::uuid[])', [this.#daysAgo(days), ids], signal);
    }
  }

  async #expire(condition: string, values: readonly unknown[], signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      const { rows } = await this.pool.query<Past>(
        `select c.workspace_id as "workspaceId", c.conversation_id as "conversationId" from memory_conversation c
         where c.id in (select conversation from memory_turn where ${condition} limit ${step})`,
        [...values],
      );
      for (const past of rows) {
        signal?.throwIfAborted();
        await retryConflicts(() => this.#expireOne(past, condition, values));
      }
      if (rows.length === 0) return;
    }
  }

  async #expireOne({ workspaceId, conversationId }: Past, condition: string, values: readonly unknown[]): Promise<void> {
    const found = await this.rows.find(workspaceId, conversationId);
    if (found === undefined) return;
    const { rows } = await this.pool.query<PastTurn>(
      `select version::float8 as version, messages, bytes::float8 as bytes from memory_turn
       where ${condition} and conversation = $${values.length + 1} order by version limit ${step}`,
      [...values, found.id],
    );
    if (rows.length === 0) return;
    const { id, accountId, version: expected } = found;
    const messages = found.messages - rows.reduce((sum, turn) => sum + turn.messages, 0);
    const bytes = found.bytes - rows.reduce((sum, turn) => sum + turn.bytes, 0);
    // A summary is of no use to a conversation that has no messages any more.
    const gone = messages === 0 ? await this.#versionsOf(id) : rows.map(({ version }) => version);
    const total = messages === 0 ? { messages, bytes: 0 } : { messages, bytes };
    const events = [MemoryExpired({ conversationId, accountId, total })];
    const hold = messages === 0 ? releaseObject(id) : holdRows({ id, workspaceId, accountId, bytes });
    const writes = [...gone.map((version) => memoryTurn.remove({ conversation: id, version })), hold];
    await this.store.append({ streams: [appendTo(memoryStream.at(id, workspaceId), { expected, events, meta: {} })], writes });
  }

  async #versionsOf(conversation: string): Promise<readonly number[]> {
    const { rows } = await this.pool.query<{ version: number }>(
      'select version::float8 as version from memory_turn where conversation = $1',
      [conversation],
    );
    return rows.map(({ version }) => version);
  }

  #daysAgo(days: number): string {
    return new Date(this.clock.now().getTime() - days * dayMs).toISOString();
  }
}
