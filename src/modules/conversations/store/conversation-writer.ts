import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { keptMessages } from '#engine/agents/kept-messages.js';
import type { ModelMessage } from '#engine/agents/model-message.js';
import { Clock } from '#kernel/clock.js';
import { invalidField } from '#kernel/errors.js';
import type { EventMeta, NewEvent } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import { appendTo, EventStore, UniqueConflict } from '#ledger/events/event-store.js';
import { isStreamConflict, retryConflicts } from '#ledger/events/retry-conflicts.js';
import { holdRows, releaseObject } from '#ledger/objects/object-hold.js';
import { StorageAllowance } from '#ledger/objects/storage-allowance.js';
import { StorageRoom } from '#ledger/objects/storage-room.js';
import type { Write } from '#ledger/rows/read-model.js';
import { selectOne } from '#ledger/rows/select.js';
import { requireConversationId } from '../domain/conversation-id.js';
import { MemoryAppended, MemoryDeleted, MemorySummarized, memoryStream } from '../domain/memory.events.js';
import { conversationStreamId, digestOf } from './conversation-stream.js';
import { ConversationRows, type ConversationView } from './conversation-rows.js';
import { memoryEffect, memoryTurn } from './memory-turn.entity.js';

/** Which conversation is changed, for which effect, and by whom. */
export interface ConversationChange {
  readonly workspaceId: string;
  readonly conversationId: string;
  /** The same on every attempt: the change is made once. */
  readonly effectKey: string;
  readonly meta: EventMeta;
}

export interface NewTurn {
  /** The account whose storage a new conversation uses. */
  readonly accountId: string;
  readonly messages: readonly ModelMessage[];
  readonly seed?: readonly ModelMessage[] | undefined;
  readonly expireAfterMs?: number | undefined;
}

export interface NewSummary {
  readonly text: string;
  readonly through: number;
  readonly expireAfterMs?: number | undefined;
}

interface NewText {
  readonly content: string;
  readonly messages: number;
  readonly through: number | null;
  readonly expiresAt: string | null;
}

type Texts = Omit<NewText, 'messages'> & { readonly salt: string; readonly bytes: number; readonly messages: number };

const longestSummary = 100 * 1024;

/** Changes conversations. It does not check permissions. */
@Injectable()
export class ConversationWriter {
  constructor(
    private readonly store: EventStore,
    private readonly pool: Pool,
    private readonly rows: ConversationRows,
    private readonly room: StorageRoom,
    private readonly allowance: StorageAllowance,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** @throws DomainError invalid, PAYLOAD_TOO_LARGE, STORAGE_LIMIT_EXCEEDED */
  async append(change: ConversationChange, { accountId, messages, seed = [], expireAfterMs }: NewTurn): Promise<void> {
    requireConversationId(change.conversationId);
    const news = keptMessages(messages);
    const before = keptMessages(seed.filter(({ role }) => role !== 'system'));
    if (news.length + before.length === 0) return;
    const expiresAt = this.#expiry(expireAfterMs);
    await this.#change(change, async (found) => {
      const all = found === undefined || found.messages === 0 ? [...before, ...news] : news;
      if (all.length === 0) return;
      const text = { content: JSON.stringify(all), messages: all.length, through: null, expiresAt };
      await this.#write(change, found, accountId, text, (told) => MemoryAppended({ ...told, messages: all.length, expiresAt }));
    });
  }

  /** @throws DomainError invalid, STORAGE_LIMIT_EXCEEDED */
  async summarize(change: ConversationChange, { text, through, expireAfterMs }: NewSummary): Promise<void> {
    requireConversationId(change.conversationId);
    if (Buffer.byteLength(text) > longestSummary) throw invalidField('text', `The summary must have at most ${longestSummary} bytes`);
    const expiresAt = this.#expiry(expireAfterMs);
    await this.#change(change, async (found) => {
      // The conversation may have been deleted since it was read.
      if (found === undefined || found.messages === 0 || through <= found.deletedThrough || through > found.version) return;
      const present = await this.rows.summary(found);
      if (present !== undefined && present.through >= through) return;
      const content = { content: JSON.stringify(text), messages: 0, through, expiresAt };
      await this.#write(change, found, found.accountId, content, (told) => MemorySummarized({ ...told, through, expiresAt }));
    });
  }

  #expiry(afterMs: number | undefined): string | null {
    return afterMs === undefined ? null : new Date(this.clock.now().getTime() + afterMs).toISOString();
  }

  /** The texts are gone when this resolves. @returns whether there were any */
  async remove(change: ConversationChange): Promise<boolean> {
    const { workspaceId, conversationId, effectKey, meta } = change;
    const id = conversationStreamId(workspaceId, conversationId);
    let existed = false;
    await this.#change(change, async (found) => {
      existed = found !== undefined && found.messages > 0;
      if (found === undefined || !existed) return;
      const { version: expected, messages, bytes } = found;
      const event = MemoryDeleted({ conversationId, messages, bytes });
      const streams = [appendTo(memoryStream.at(id, workspaceId), { expected, events: [event], meta })];
      await this.store.append({ streams, writes: [this.#effect(id, effectKey), releaseObject(id)] });
      await this.pool.query('delete from memory_turn where conversation = $1 and version <= $2', [id, expected]);
    });
    return existed || this.#wasMade(id, effectKey);
  }

  /** Decides on the row, again after each conflict. An effect that was made before is not made again. */
  async #change(
    { workspaceId, conversationId }: ConversationChange,
    make: (found: ConversationView | undefined) => Promise<void>,
  ): Promise<void> {
    try {
      await retryConflicts(async () => make(await this.rows.find(workspaceId, conversationId)), { isConflict });
    } catch (error) {
      if (!(error instanceof UniqueConflict) || error.constraint !== 'memory_effect_pkey') throw error;
    }
  }

  async #wasMade(conversation: string, effectKey: string): Promise<boolean> {
    return (await selectOne(this.pool, memoryEffect, { conversation, effectKey })) !== undefined;
  }

  async #write(
    { workspaceId, conversationId, effectKey, meta }: ConversationChange,
    found: ConversationView | undefined,
    payer: string,
    text: NewText,
    eventOf: (told: {
      conversationId: string;
      accountId: string;
      effectKey: string;
      bytes: number;
      digest: string;
      total: { messages: number; bytes: number };
    }) => NewEvent,
  ): Promise<void> {
    const id = conversationStreamId(workspaceId, conversationId);
    const isThere = found !== undefined && found.messages > 0;
    const accountId = isThere ? found.accountId : payer;
    const [salt, bytes, expected] = [this.ids.next(), Buffer.byteLength(text.content), found?.version ?? 0];
    const total = { messages: (isThere ? found.messages : 0) + text.messages, bytes: (isThere ? found.bytes : 0) + bytes };
    const event = eventOf({ conversationId, accountId, effectKey, bytes, digest: digestOf(salt, text.content), total });
    const writes = [
      this.#effect(id, effectKey),
      this.#turn({ workspaceId, meta }, { conversation: id, version: expected + 1 }, { ...text, salt, bytes }),
      holdRows({ id, workspaceId, accountId, bytes: total.bytes }),
    ];
    const streams = [appendTo(memoryStream.at(id, workspaceId), { expected, events: [event], meta })];
    await this.room.claim(await this.allowance.ofAccount(accountId), bytes, () => this.store.append({ streams, writes }));
  }

  #turn(
    { workspaceId, meta }: Pick<ConversationChange, 'workspaceId' | 'meta'>,
    key: { conversation: string; version: number },
    text: Texts,
  ): Write {
    return memoryTurn.add({ ...key, workspaceId, ...text, executionId: meta.correlationId ?? null, at: this.clock.iso() });
  }

  #effect(conversation: string, effectKey: string): Write {
    return memoryEffect.add({ conversation, effectKey, at: this.clock.iso() });
  }
}

/** Another writer has made the next version. */
function isConflict(error: unknown): boolean {
  return isStreamConflict(error) || (error instanceof UniqueConflict && error.constraint === 'memory_turn_pkey');
}
