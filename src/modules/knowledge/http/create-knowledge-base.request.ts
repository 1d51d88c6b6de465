import { IsOptional, IsString, MaxLength } from 'class-validator';
import { Nested } from '#edge/body/fields/request-class.js';
import { IsText, MayBeAbsent } from '#edge/request/request-fields.js';
import { ChunkingConfigRequest } from './chunking-config.request.js';
import { WorkspaceRequest } from '#edge/request/workspace.request.js';

/**
 * A new knowledge base.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "name": "Handbook", "description": "What new people ask."}
 */
export class CreateKnowledgeBaseRequest extends WorkspaceRequest {
  /** Name of the knowledge base, unique in the workspace. */
  @IsText(255)
  name!: string;

  /** Description of the knowledge base. The default is an empty string. */
  @IsOptional()
  @MaxLength(10_000)
  @IsString()
  description?: string | null;

  /** How the documents are split into chunks. */
  @MayBeAbsent()
  @Nested(() => ChunkingConfigRequest)
  chunkingConfig?: ChunkingConfigRequest;

  /** Model that embeds documents and searches, as `<provider>/<model>`. The default, null, is the model of `SLUICE_EMBEDDINGS_URL`, if that is set. */
  @IsOptional()
  @IsText(300)
  embeddingModel?: string | null;
}
