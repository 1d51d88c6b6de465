import { Injectable } from '@nestjs/common';
import { DomainError } from '#kernel/errors.js';
import type { ModelMessage } from '#engine/agents/model-message.js';
import { requireConversationId } from '../domain/conversation-id.js';
import { ConversationWindow, limitsOf, limitsOfDropped } from '../domain/conversation-window.js';
import { ConversationRows, type ConversationView } from '../store/conversation-rows.js';
import { ConversationWriter, type ConversationChange, type NewSummary, type NewTurn } from '../store/conversation-writer.js';

/** Which messages of a conversation a run reads. */
export interface WantedWindow {
  readonly kind: 'all' | 'messages' | 'tokens';
  readonly limit?: number | undefined;
  readonly contextWindow?: number | null | undefined;
  /** Whether the messages that do not fit are returned too. */
  readonly tellsDropped?: boolean | undefined;
}

export interface FoundWindow {
  readonly messages: ModelMessage[];
  /** Whether older messages did not fit. */
  readonly isCut: boolean;
  readonly version: number;
  readonly summary: string | null;
  readonly dropped: { readonly messages: readonly ModelMessage[]; readonly through: number; readonly isPartial: boolean };
}

export interface FoundConversation {
  readonly conversationId: string;
  readonly messages: readonly ModelMessage[];
}

const mostListedBytes = 10 * 1024 * 1024;

/** The conversations of workspaces, for runs. It does not check permissions. */
@Injectable()
export class Conversations {
  constructor(
    private readonly rows: ConversationRows,
    private readonly writer: ConversationWriter,
  ) {}

  /** @throws DomainError invalid for an id that is not valid */
  async read(workspaceId: string, conversationId: string, wanted: WantedWindow): Promise<FoundWindow> {
    requireConversationId(conversationId);
    const found = await this.rows.find(workspaceId, conversationId);
    if (found === undefined || found.messages === 0)
      return { messages: [], isCut: false, version: 0, summary: null, dropped: { messages: [], through: 0, isPartial: false } };
    const summary = await this.rows.summary(found);
    const window = new ConversationWindow(limitsOf(wanted));
    const earlier = new ConversationWindow(limitsOfDropped(wanted));
    let through = 0;
    for await (const turn of this.rows.turns(found)) {
      if (turn.version <= (summary?.through ?? 0)) break;
      if (window.take(turn.messages)) continue;
      if (wanted.tellsDropped !== true || earlier.isFull) break;
      through ||= turn.version;
      earlier.take(turn.messages);
    }
    return {
      messages: window.messages,
      isCut: window.isFull,
      version: found.version,
      summary: summary?.text ?? null,
      dropped: { messages: earlier.messages, through, isPartial: earlier.isFull },
    };
  }

  /**
   * All messages, also those that a summary covers; undefined if there are none.
   * @throws DomainError invalid for an id that is not valid; PAYLOAD_TOO_LARGE for a conversation of more than 10 MiB
   */
  async find(workspaceId: string, conversationId: string): Promise<FoundConversation | undefined> {
    requireConversationId(conversationId);
    const found = await this.rows.find(workspaceId, conversationId);
    if (found === undefined) return undefined;
    if (found.bytes > mostListedBytes) {
      const message = `The conversation has ${found.bytes} bytes, and at most ${mostListedBytes} can be read at once`;
      throw new DomainError('too-large', 'PAYLOAD_TOO_LARGE', message);
    }
    return this.#whole(found);
  }

  /**
   * The last changed first.
   * @throws DomainError PAYLOAD_TOO_LARGE if they have more than 10 MiB together
   */
  async list(workspaceId: string, limit: number): Promise<readonly FoundConversation[]> {
    const found = await this.rows.latest(workspaceId, limit);
    const bytes = found.reduce((sum, each) => sum + each.bytes, 0);
    if (bytes > mostListedBytes) {
      const message = `The conversations of this workspace have ${bytes} bytes together, and at most ${mostListedBytes} can be read at once. Read them one by one`;
      throw new DomainError('too-large', 'PAYLOAD_TOO_LARGE', message);
    }
    const listed: FoundConversation[] = [];
    for (const conversation of found) {
      const whole = await this.#whole(conversation);
      if (whole !== undefined) listed.push(whole);
    }
    return listed;
  }

  /** @throws DomainError invalid, PAYLOAD_TOO_LARGE, STORAGE_LIMIT_EXCEEDED */
  append(change: ConversationChange, turn: NewTurn): Promise<void> {
    return this.writer.append(change, turn);
  }

  /** @throws DomainError invalid, STORAGE_LIMIT_EXCEEDED */
  summarize(change: ConversationChange, summary: NewSummary): Promise<void> {
    return this.writer.summarize(change, summary);
  }

  /** @returns whether the conversation had messages */
  remove(change: ConversationChange): Promise<boolean> {
    return this.writer.remove(change);
  }

  async #whole(conversation: ConversationView): Promise<FoundConversation | undefined> {
    const messages: ModelMessage[] = [];
    for await (const each of this.rows.texts(conversation)) if (each.kind === 'turn') messages.push(...each.messages);
    return messages.length === 0 ? undefined : { conversationId: conversation.conversationId, messages };
  }
}
