import { IsOptional, IsString, MaxLength } from 'class-validator';
import { Nested } from '#edge/body/request-class.js';
import { IsText, MayBeAbsent } from '#edge/request/request-fields.js';
import { ChunkingConfigRequest } from './chunking-config.request.js';
import { WorkspaceRequest } from '#edge/request/workspace.request.js';

/**
 * A knowledge base as it is to be.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "name": "Handbook", "description": "What new people ask."}
 */
export class CreateKnowledgeBaseRequest extends WorkspaceRequest {
  @IsText(255)
  name!: string;

  @IsOptional()
  @MaxLength(10_000)
  @IsString()
  description?: string | null;

  @MayBeAbsent()
  @Nested(() => ChunkingConfigRequest)
  chunkingConfig?: ChunkingConfigRequest;
}
