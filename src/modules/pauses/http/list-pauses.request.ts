import { Equals } from 'class-validator';
import { PageRequest } from '#edge/request/page.request.js';
import { IsIdentifier, MayBeAbsent } from '#edge/request/request-fields.js';

/** The query of a list of open questions. */
export class ListPausesRequest extends PageRequest {
  /** Id of the workspace. */
  @IsIdentifier()
  workspaceId!: string;

  /** `me` returns only questions that the user of the key may answer and has not answered. */
  @MayBeAbsent()
  @Equals('me', { message: 'for must be "me"' })
  for?: 'me';
}
