import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Chunks, type ChunkPage, type ChunkSlice } from '../store/chunks.js';
import { type KnowledgePlace, KnowledgeViews } from './knowledge-views.js';

/** The chunks of a document that searches find, in order. */
export class ListChunks extends Query<ChunkPage> {
  constructor(
    readonly place: KnowledgePlace,
    readonly documentId: string,
    readonly slice: ChunkSlice,
  ) {
    super();
  }
}

@QueryHandler(ListChunks)
export class ListChunksHandler implements IQueryHandler<ListChunks> {
  constructor(
    private readonly views: KnowledgeViews,
    private readonly chunks: Chunks,
  ) {}

  async execute({ place, documentId, slice }: ListChunks): Promise<ChunkPage> {
    const { id } = await this.views.document(place, documentId, 'read');
    return this.chunks.page(id, slice);
  }
}
