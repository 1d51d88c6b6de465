import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Chunks } from '../store/chunks.js';
import { type KnowledgePlace, KnowledgeViews } from './knowledge-views.js';
import type { DocumentDetailView } from './views.js';

export class GetDocument extends Query<DocumentDetailView> {
  constructor(
    readonly place: KnowledgePlace,
    readonly documentId: string,
  ) {
    super();
  }
}

@QueryHandler(GetDocument)
export class GetDocumentHandler implements IQueryHandler<GetDocument> {
  constructor(
    private readonly views: KnowledgeViews,
    private readonly chunks: Chunks,
  ) {}

  async execute({ place, documentId }: GetDocument): Promise<DocumentDetailView> {
    const view = await this.views.document(place, documentId, 'read');
    const done = await this.chunks.count({ documentId, run: view.run });
    const isCounted = view.status === 'completed' || done > 0;
    return { ...view, progress: { done, total: isCounted ? view.chunkCount : null } };
  }
}
