import { IsString, MaxLength } from 'class-validator';
import { IsIdentifier, MayBeAbsent, QueryInteger } from '#edge/request/request-fields.js';

/** Which workspace a file is to be in. */
export class FileRequest {
  @IsIdentifier()
  workspaceId!: string;
}

export class ListFilesRequest extends FileRequest {
  @QueryInteger(1, 1000)
  limit = 1000;

  @MayBeAbsent()
  @MaxLength(2048)
  @IsString()
  cursor?: string;
}
