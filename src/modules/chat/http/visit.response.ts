import type { Json } from '#kernel/json.js';
import type { AuthType, ChatCustomizations, ChatOutput } from '../domain/chat.events.js';
import type { ShownTurn } from '../talk/shown-turns.js';
import type { PendingAnswer } from '../talk/talk.js';
import type { Chat } from '../store/chats.js';
import { isPlain } from '../domain/conversation-id.js';

/** What a visitor may know about a chat. */
export interface ChatConfigurationResponse {
  readonly id: string;
  /** Name of the chat. */
  readonly title: string;
  /** Null if it has none. */
  readonly description: string | null;
  /** How its page looks. */
  readonly customizations: ChatCustomizations;
  /** How visitors prove that they may use it. */
  readonly authType: AuthType;
  /** The outputs that are the reply. */
  readonly outputConfigs: readonly ChatOutput[];
  /** Whether visitors may see the reasoning of models. */
  readonly includeThinking: boolean;
  /** Whether visitors may see which tools are called. */
  readonly includeToolCalls: boolean;
}

/** The answer to a request for a code. */
export interface CodeSentResponse {
  /** What happens next, for people. */
  readonly message: string;
}

/** Whether an address may use a chat. */
export interface EligibilityResponse {
  /** Whether `allowedEmails` of the chat has it or its domain. */
  readonly eligible: boolean;
}

export function configurationResponse(chat: Chat): ChatConfigurationResponse {
  const { id, title, description, customizations, authType, outputConfigs, includeThinking, includeToolCalls } = chat;
  return { id, title, description, customizations, authType, outputConfigs, includeThinking, includeToolCalls };
}

/** Conversations of the visitor. */
export interface ChatConversationsResponse {
  /** The last used first, at most 50. */
  readonly data: readonly {
    readonly conversationId: string;
    /** When its first message was sent. */
    readonly startedAt: string;
    /** When its last message was sent. */
    readonly lastMessageAt: string;
  }[];
}

/** A part of a conversation. */
export interface ChatConversationResponse {
  /** The conversation with a page of its turns. */
  readonly data: {
    readonly conversationId: string;
    /** The oldest first. */
    readonly turns: readonly ChatTurnResponse[];
  };
  /** Cursor of the turns before these; null if there are none. */
  readonly nextCursor: string | null;
}

interface ChatTurnResponse {
  readonly id: string;
  /** Id of the run that answers. */
  readonly executionId: string;
  /** The message of the visitor; null in a workspace that keeps no contents. */
  readonly input: string | null;
  /** The files that were sent with it. */
  readonly files: readonly {
    /** Name of the file. */
    readonly name: string;
    /** Its size in bytes. */
    readonly size: number;
    /** Its media type. */
    readonly type: string;
  }[];
  /** The reply so far; null while there is none, and in a workspace that keeps no contents. */
  readonly reply: string | null;
  /** State of the run. */
  readonly status: 'running' | 'paused' | 'completed' | 'failed' | 'cancelled';
  /** The open questions of a paused run. */
  readonly questions: readonly ChatQuestionResponse[];
  /** When the message was sent. */
  readonly at: string;
}

interface ChatQuestionResponse {
  /** Id of the question, for its answer. */
  readonly contextId: string;
  /** Name of the block that asks. */
  readonly title: string;
  /** The data that the question shows. */
  readonly data: Json;
  /** The fields of the answer, in the order of the form. */
  readonly fields: readonly {
    /** Name of the field in the answer. */
    readonly name: string;
    /** The label; absent: the name. */
    readonly title?: string;
    /** `free` for the only field of a question without a form. */
    readonly type: string;
    /** Null if it has none. */
    readonly description: string | null;
    /** Whether the answer needs it. */
    readonly required: boolean;
    /** The initial value; null if there is none. */
    readonly value: Json;
    /** The values to choose from; absent: any. */
    readonly options?: readonly {
      /** The value in the answer. */
      readonly value: string | number;
      /** The text that people see. */
      readonly label: string;
    }[];
  }[];
  /** When the question expires; null if it does not. */
  readonly expiresAt: string | null;
  /** Whether this visitor may answer. */
  readonly mayAnswer: boolean;
}

export function turnResponse(turn: ShownTurn): ChatTurnResponse {
  return turn as unknown as ChatTurnResponse;
}

/** An answer that does not continue its run at once. */
export interface PendingAnswerResponse {
  /** `recorded`: more approvals are needed. `queued`: the run processes another answer. `begun`: the run continues without a stream. */
  readonly status: 'recorded' | 'queued' | 'begun';
  /** A message for people. */
  readonly message: string;
}

export function pendingAnswerResponse(answer: PendingAnswer): PendingAnswerResponse {
  const message = {
    recorded: 'Your answer has been recorded. The workflow continues when enough people have answered.',
    queued: 'Your answer has been taken. It is processed after the ones before it.',
    begun: 'Your answer has been taken.',
  }[answer.kind];
  return { status: answer.kind, message };
}

/** The id in the header of a response. Other ids are of conversations that began when they were allowed. */
export function headerText(conversationId: string): string {
  return isPlain(conversationId) ? conversationId : encodeURIComponent(conversationId);
}
