import { IsOptional, IsString, MaxLength } from 'class-validator';
import { Nested } from '#edge/body/fields/request-class.js';
import { IsText, MayBeAbsent } from '#edge/request/request-fields.js';
import { invalidField } from '#kernel/errors.js';
import type { KnowledgeBaseChanges } from '../commands/change-knowledge-base.command.js';
import { ChunkingConfigRequest } from './chunking-config.request.js';
import { WorkspaceRequest } from '#edge/request/workspace.request.js';

/**
 * The changes of a knowledge base. At least one of them is required.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "description": "What everybody asks."}
 */
export class ChangeKnowledgeBaseRequest extends WorkspaceRequest {
  /** New name, unique in the workspace. */
  @MayBeAbsent()
  @IsText(255)
  name?: string;

  /** New description. */
  @MayBeAbsent()
  @MaxLength(10_000)
  @IsString()
  description?: string;

  /** New chunking configuration. It applies to documents that are processed later. */
  @MayBeAbsent()
  @Nested(() => ChunkingConfigRequest)
  chunkingConfig?: ChunkingConfigRequest;

  /**
   * New embedding model, as `<provider>/<model>`; null is the model of `SLUICE_EMBEDDINGS_URL`. It applies to documents that are processed
   * later; others are found by their words until they are processed again.
   */
  @IsOptional()
  @IsText(300)
  embeddingModel?: string | null;

  /** @throws DomainError invalid without any change */
  toChanges(): KnowledgeBaseChanges {
    const { name, description, chunkingConfig, embeddingModel } = this;
    if ([name, description, chunkingConfig, embeddingModel].every((field) => field === undefined)) {
      throw invalidField([], 'At least one of name, description, chunkingConfig and embeddingModel must be provided', 'required');
    }
    return {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(chunkingConfig === undefined ? {} : { chunkingConfig: chunkingConfig.toConfig() }),
      ...(embeddingModel === undefined ? {} : { embeddingModel }),
    };
  }
}
