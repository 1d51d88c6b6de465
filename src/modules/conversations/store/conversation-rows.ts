import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { ModelMessage } from '#engine/agents/model-message.js';
import { Clock } from '#kernel/clock.js';
import { RetentionRules } from '#modules/retention/index.js';
import type { MemoryConversationRow } from '../projections/memory-conversation.entity.js';
import { conversationStreamId } from './conversation-stream.js';

/** A conversation that has messages. */
export type ConversationView = MemoryConversationRow;

interface Place {
  readonly version: number;
  readonly at: string;
  readonly executionId: string | null;
  readonly salt: string;
  /** As stored, over which the digest is made. */
  readonly content: string;
}

/** The messages of a turn. */
export interface StoredTurn extends Place {
  readonly kind: 'turn';
  readonly messages: readonly ModelMessage[];
}

/** A summary of all messages up to the version `through`. */
export interface StoredSummary extends Place {
  readonly kind: 'summary';
  readonly through: number;
  readonly text: string;
}

/** Which conversations a page of a list has. */
export interface ConversationSearch {
  readonly prefix: string;
  /** The last id of the page before. */
  readonly after: string | undefined;
  readonly limit: number;
}

const columns = `id, workspace_id as "workspaceId", conversation_id as "conversationId", account_id as "accountId",
  version::float8 as version, deleted_through::float8 as "deletedThrough", messages::float8 as messages, bytes::float8 as bytes,
  updated_at as "updatedAt"`;

type Row = Omit<ConversationView, 'updatedAt'> & { readonly updatedAt: Date };
type TextRow = Omit<Place, 'at'> & { readonly at: Date; readonly through: number | null };

interface TextQuestion {
  readonly condition: 'through is null' | 'through is not null' | 'true';
  readonly order: 'asc' | 'desc';
  /** The version after which the page begins, in its order. */
  readonly after: number;
  readonly limit: number;
}

/** Reads conversations. It does not check permissions. */
@Injectable()
export class ConversationRows {
  constructor(
    private readonly pool: Pool,
    private readonly rules: RetentionRules,
    private readonly clock: Clock,
  ) {}

  /** Also a conversation that has no messages any more. */
  async find(workspaceId: string, conversationId: string): Promise<ConversationView | undefined> {
    const { rows } = await this.pool.query<Row>({
      name: 'find_conversation',
      text: `select ${columns} from memory_conversation where id = $1`,
      values: [conversationStreamId(workspaceId, conversationId)],
    });
    return rows.map(view)[0];
  }

  /** By id. */
  async page(workspaceId: string, { prefix, after, limit }: ConversationSearch): Promise<readonly ConversationView[]> {
    const { rows } = await this.pool.query<Row>(
      `select ${columns} from memory_conversation
       where workspace_id = $1 and messages > 0 and starts_with(conversation_id, $2)
         and conversation_id collate "C" >= $2 and ($3::text is null or conversation_id collate "C" > $3)
       order by conversation_id collate "C" limit $4`,
      [workspaceId, prefix, after ?? null, limit],
    );
    return rows.map(view);
  }

  /** The last changed first. */
  async latest(workspaceId: string, limit: number): Promise<readonly ConversationView[]> {
    const { rows } = await this.pool.query<Row>(
      `select ${columns} from memory_conversation where workspace_id = $1 and messages > 0 order by updated_at desc, id limit $2`,
      [workspaceId, limit],
    );
    return rows.map(view);
  }

  /** The newest summary. */
  async summary(conversation: ConversationView): Promise<StoredSummary | undefined> {
    const [row] = await this.#texts(conversation, { condition: 'through is not null', order: 'desc', after: newest, limit: 1 });
    return row === undefined ? undefined : summaryIn(row);
  }

  /** The turns before the version `from`, the newest first. They are read a page at a time. */
  async *turns(conversation: ConversationView, from = newest): AsyncGenerator<StoredTurn> {
    for await (const row of this.#all(conversation, { condition: 'through is null', order: 'desc', after: from })) yield turnIn(row);
  }

  /** Turns and summaries, the oldest first. They are read a page at a time. */
  async *texts(conversation: ConversationView): AsyncGenerator<StoredTurn | StoredSummary> {
    for await (const row of this.#all(conversation, { condition: 'true', order: 'asc', after: 0 }))
      yield row.through === null ? turnIn(row) : summaryIn(row);
  }

  async *#all(conversation: ConversationView, question: Omit<TextQuestion, 'limit'>): AsyncGenerator<TextRow> {
    for (let after = question.after; ;) {
      const rows = await this.#texts(conversation, { ...question, after, limit: pageSize });
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < pageSize) return;
      after = last.version;
    }
  }

  async #texts({ id, workspaceId, deletedThrough }: ConversationView, question: TextQuestion): Promise<readonly TextRow[]> {
    const { condition, order, after, limit } = question;
    const since = (await this.rules.shownSince(workspaceId))?.toISOString() ?? null;
    const { rows } = await this.pool.query<TextRow>(
      `select version::float8 as version, through::float8 as through, content, salt, execution_id as "executionId", at
       from memory_turn where conversation = $1 and ${condition} and version ${order === 'desc' ? '<' : '>'} $2 and version > $3
         and (expires_at is null or expires_at > $4) and ($5::timestamptz is null or at >= $5)
       order by version ${order} limit $6`,
      [id, after, deletedThrough, this.clock.iso(), since, limit],
    );
    return rows;
  }
}

const pageSize = 50;
const newest = Number.MAX_SAFE_INTEGER;

function view(row: Row): ConversationView {
  return { ...row, updatedAt: row.updatedAt.toISOString() };
}

function turnIn({ through: _, ...row }: TextRow): StoredTurn {
  return { ...row, kind: 'turn', at: row.at.toISOString(), messages: JSON.parse(row.content) as ModelMessage[] };
}

function summaryIn({ through, ...row }: TextRow): StoredSummary {
  return { ...row, kind: 'summary', at: row.at.toISOString(), through: through ?? 0, text: JSON.parse(row.content) as string };
}
