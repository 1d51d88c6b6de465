import { Allow, IsString } from 'class-validator';
import { PageRequest } from '#edge/request/page.request.js';
import { MayBeAbsent } from '#edge/request/request-fields.js';
import type { Json } from '#kernel/json.js';

/** A file in the text of a request. A form is better for large ones. */
export interface ChatFile {
  /** Name of the file. */
  readonly name: string;
  /** Its media type. The default is that of `data`. */
  readonly type?: string;
  /** Its size in bytes. It is not read. */
  readonly size?: number;
  /** Its content as a data URL in base64. */
  readonly data: string;
}

/** The answer to a question of a paused run. */
export interface ChatAnswer {
  /** Id of the question. */
  readonly contextId: string;
  /** The run that asks. The default is the latest run of the conversation with an open question of this id. */
  readonly executionId?: string;
  /** The fields of its form. */
  readonly input?: Json;
}

/**
 * A message of a visitor, the answer to a question, or a password alone. A form of the type `multipart/form-data` has the same text fields, and files in
 * any other field.
 * @example {"input": "Where is my order?"}
 */
export class ChatMessageRequest {
  /** The message: at most 1,000,000 characters. */
  @MayBeAbsent()
  @Allow()
  input?: string;

  /** The password of the chat. Alone, it begins a session. */
  @MayBeAbsent()
  @Allow()
  password?: string;

  /** The e-mail address of the visitor. */
  @MayBeAbsent()
  @Allow()
  email?: string;

  /** The conversation to continue. Without it the server begins one; a new id begins one of that id: 1 to 256 visible ASCII characters other than `%`. */
  @MayBeAbsent()
  @Allow()
  conversationId?: string;

  /** Files for the workflow, at most 15. */
  @MayBeAbsent()
  @Allow()
  files?: readonly ChatFile[];

  /** The answer to a question that the conversation has asked, in place of a message. */
  @MayBeAbsent()
  @Allow()
  resume?: ChatAnswer;
}

/**
 * The address to which a code is sent.
 * @example {"email": "ada@example.com"}
 */
export class SendCodeRequest {
  /** The e-mail address of the visitor. */
  @Allow()
  email!: string;
}

/**
 * A code that was sent to an address.
 * @example {"email": "ada@example.com", "otp": "123456"}
 */
export class CheckCodeRequest {
  /** The e-mail address of the visitor. */
  @Allow()
  email!: string;

  /** The six digits of the code. */
  @Allow()
  otp!: string;
}

/**
 * The address of a person who may have an account at a provider.
 * @example {"email": "ada@example.com"}
 */
export class AskEligibilityRequest {
  /** The e-mail address of the visitor. */
  @Allow()
  email!: string;
}

/** The query of the stream of a conversation. */
export class FollowConversationRequest {
  /** The id of the last event that the client has received; the stream continues after it. For clients that cannot send `Last-Event-ID`. */
  @MayBeAbsent()
  @IsString()
  lastEventId?: string;
}

/** The query of a conversation. */
export class GetConversationRequest extends PageRequest {}
