import type { ModelMessage } from '#engine/agents/model-message.js';
import { Port } from './port.js';

/** The part of a conversation that a model is to see: the newest messages. */
export interface MemoryWindow {
  /** *messages*: at most `limit` messages; *tokens*: messages with at most `limit` tokens; *all*: no limit besides the context window. */
  readonly kind: 'all' | 'messages' | 'tokens';
  readonly limit?: number | undefined;
  /** Tokens of the model's context window, if known. A window takes at most nine tenths of it. */
  readonly contextWindow?: number | null | undefined;
  /** Whether the result lists the messages that do not fit; by default it does not. */
  readonly tellsDropped?: boolean | undefined;
}

/** What a window of a conversation contains. */
export interface RememberedMessages {
  /** Oldest first. The newest message is always part of it, and a tool call is never without its result. */
  readonly messages: ModelMessage[];
  /** Whether older messages than these did not fit. Absent: there are none. */
  readonly isCut?: boolean | undefined;
  /** Grows with each change of the conversation; 0 if it does not exist. */
  readonly version: number;
  /** The stored summary of earlier messages, which `messages` does not contain; null if there is none. */
  readonly summary: string | null;
  /** The turns that do not fit, and the version up to which a summary of them reaches. Empty unless the window tells them. */
  readonly dropped: DroppedMessages;
}

/** The part of a conversation that is neither in a window nor in the summary. */
export interface DroppedMessages {
  /** Oldest first: as many of the newest as fit into half of the context window. */
  readonly messages: readonly ModelMessage[];
  readonly through: number;
  /** Whether there are older ones that do not fit. */
  readonly isPartial: boolean;
}

export interface AppendOptions {
  /** Goes before the messages if the conversation has none yet, without its system messages. */
  readonly seed?: readonly ModelMessage[] | undefined;
  /** Milliseconds until the appended messages expire; absent: they do not. */
  readonly expireAfterMs?: number | undefined;
}

export interface NewSummary {
  readonly text: string;
  /** The version of the conversation up to which it reaches. */
  readonly through: number;
  /** Milliseconds until it expires; absent: it does not. */
  readonly expireAfterMs?: number | undefined;
}

/** A conversation with all its messages. */
export interface RememberedConversation {
  readonly conversationId: string;
  readonly messages: readonly ModelMessage[];
}

/**
 * The conversations of the workspace of a run. A conversation of another workspace does not exist here. A method that changes one takes
 * the key of its effect: with the same key it changes it once. Every method throws DomainError.
 */
export interface ConversationMemory {
  read(conversationId: string, window: MemoryWindow): Promise<RememberedMessages>;
  /**
   * Appends the messages of one turn, which stay together whatever other runs append. Tool calls without a result, results without their
   * call, reasoning, and messages without content are left out.
   * @throws DomainError for an id that is not valid, a message of more than 100 KB, and a full storage
   */
  append(conversationId: string, messages: readonly ModelMessage[], effectKey: string, options?: AppendOptions): Promise<void>;
  /** Stores a summary of all messages up to a version, unless there is one that reaches as far. A window shows it instead of them. */
  summarize(conversationId: string, summary: NewSummary, effectKey: string): Promise<void>;
  /** A conversation with the messages that its summary covers, of at most 10 MiB; undefined if it has none. */
  find(conversationId: string): Promise<RememberedConversation | undefined>;
  /** All conversations, the last changed first, at most `limit`. */
  list(limit: number): Promise<readonly RememberedConversation[]>;
  /** Removes all messages. @returns whether there were any */
  remove(conversationId: string, effectKey: string): Promise<boolean>;
}

/** The conversations of the workspace. */
export const Memory = new Port<ConversationMemory, 'memory'>('memory', 'outside');
