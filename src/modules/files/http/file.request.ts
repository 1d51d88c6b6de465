import { IsString, MaxLength } from 'class-validator';
import { IsIdentifier, MayBeAbsent, QueryInteger } from '#edge/request/request-fields.js';

/** Which workspace a file is to be in. */
export class FileRequest {
  /** Id of the workspace that contains the file. */
  @IsIdentifier()
  workspaceId!: string;
}

export class ListFilesRequest extends FileRequest {
  /** Maximum number of files to return. */
  @QueryInteger(1, 1000)
  limit = 1000;

  /** The `nextCursor` of the previous page. */
  @MayBeAbsent()
  @MaxLength(2048)
  @IsString()
  cursor?: string;
}
