import { IsOptional } from 'class-validator';
import { IsIdentifier, IsText } from '#infrastructure/http/request-fields.js';

export class CreateFolderRequest {
  @IsIdentifier()
  workspaceId!: string;

  @IsText(200)
  name!: string;

  @IsOptional()
  @IsIdentifier()
  parentId?: string | null;
}
