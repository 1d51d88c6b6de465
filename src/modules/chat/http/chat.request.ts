import { Allow, IsString } from 'class-validator';
import { PageRequest } from '#edge/request/page.request.js';
import { IsIdentifier, MayBeAbsent } from '#edge/request/request-fields.js';
import type { AuthType, ChatCustomizations, ChatOutput } from '../domain/chat.events.js';

/** The query of a list of chats. */
export class ListChatsRequest extends PageRequest {
  /** Id of the workspace. */
  @IsIdentifier()
  workspaceId!: string;
}

/** The query of a check of an identifier. */
export class ValidateIdentifierRequest {
  /** The identifier to check. */
  @IsString()
  identifier!: string;
}

/**
 * What is to be otherwise. Null takes a setting back to its default.
 * @example {"title": "Support", "historyTurns": 5}
 */
export class ChangeChatRequest {
  /** Id of a deployed workflow of the workspace. */
  @MayBeAbsent()
  @Allow()
  workflowId?: string;

  /** The last part of the address: 1 to 100 lower-case letters, digits and hyphens, unique on the server. */
  @MayBeAbsent()
  @Allow()
  identifier?: string;

  /** Name of the chat. */
  @MayBeAbsent()
  @Allow()
  title?: string;

  /** What the chat is for; null if it has no description. */
  @MayBeAbsent()
  @Allow()
  description?: string | null;

  /** How the page looks. */
  @MayBeAbsent()
  @Allow()
  customizations?: ChatCustomizations | null;

  /** How visitors prove that they may use the chat. The default is `public`. */
  @MayBeAbsent()
  @Allow()
  authType?: AuthType;

  /** Password of 1 to 1024 characters; required for the `authType` `password`, and refused for others. No response contains it. */
  @MayBeAbsent()
  @Allow()
  password?: string;

  /** E-mail addresses, or `@domain`; required for `email` and `sso`. */
  @MayBeAbsent()
  @Allow()
  allowedEmails?: readonly string[] | null;

  /** The outputs that are the reply. Without any it is the output of the run. */
  @MayBeAbsent()
  @Allow()
  outputConfigs?: readonly ChatOutput[] | null;

  /** Whether visitors may see the reasoning of models. */
  @MayBeAbsent()
  @Allow()
  includeThinking?: boolean | null;

  /** Whether visitors may see which tools are called. */
  @MayBeAbsent()
  @Allow()
  includeToolCalls?: boolean | null;

  /** How many earlier turns the workflow receives as `history`, 0 to 50. The default is 0. */
  @MayBeAbsent()
  @Allow()
  historyTurns?: number | null;

  /** Origins whose pages may embed the chat and call it, such as `https://www.example.com`. */
  @MayBeAbsent()
  @Allow()
  allowedOrigins?: readonly string[] | null;

  /** Whether visitors can use the chat. The default is true. */
  @MayBeAbsent()
  @Allow()
  isActive?: boolean | null;
}

/**
 * A chat as it is to be.
 * @example {"workflowId": "0197a5e0-0000-7000-8000-000000000002", "identifier": "support", "title": "Support"}
 */
export class CreateChatRequest extends ChangeChatRequest {
  /** Id of a deployed workflow. */
  @Allow()
  declare workflowId: string;

  /** The last part of the address: 1 to 100 lower-case letters, digits and hyphens, unique on the server. */
  @Allow()
  declare identifier: string;

  /** Name of the chat. */
  @Allow()
  declare title: string;
}
