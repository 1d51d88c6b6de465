import { Query } from '@nestjs/cqrs';
import type { KnowledgePlace } from './knowledge-views.js';
import type { DocumentDetailView } from './views.js';

export class GetDocument extends Query<DocumentDetailView> {
  constructor(
    readonly place: KnowledgePlace,
    readonly documentId: string,
  ) {
    super();
  }
}
