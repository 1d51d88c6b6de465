import { IsString, MaxLength } from 'class-validator';
import { IsIdentifier, MayBeAbsent, QueryInteger } from '#edge/request/request-fields.js';

/** The workspace of a conversation. */
export class ConversationRequest {
  /** Id of the workspace that contains the conversation. */
  @IsIdentifier()
  workspaceId!: string;
}

export class GetConversationRequest extends ConversationRequest {
  /** Maximum number of turns to return. */
  @QueryInteger(1, 200)
  limit = 50;

  /** The `nextCursor` of the previous page. */
  @MayBeAbsent()
  @MaxLength(2048)
  @IsString()
  cursor?: string;
}

export class ListConversationsRequest extends ConversationRequest {
  /** Only conversations whose id begins with this text. */
  @MayBeAbsent()
  @MaxLength(255)
  @IsString()
  search?: string;

  /** Maximum number of conversations to return. */
  @QueryInteger(1, 200)
  limit = 50;

  /** The `nextCursor` of the previous page. */
  @MayBeAbsent()
  @MaxLength(2048)
  @IsString()
  cursor?: string;
}
