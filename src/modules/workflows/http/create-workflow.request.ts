import { IsOptional, IsString, MaxLength } from 'class-validator';
import { IsIdentifier, IsText } from '#infrastructure/http/request-fields.js';

export class CreateWorkflowRequest {
  @IsIdentifier()
  workspaceId!: string;

  @IsText(200)
  name!: string;

  @IsOptional()
  @MaxLength(2000)
  @IsString()
  description?: string | null;

  @IsOptional()
  @IsIdentifier()
  folderId?: string | null;
}
