import { Query } from '@nestjs/cqrs';
import type { KnowledgePlace } from './knowledge-views.js';
import type { KnowledgeBaseView } from './views.js';

export class GetKnowledgeBase extends Query<KnowledgeBaseView> {
  constructor(readonly place: KnowledgePlace) {
    super();
  }
}
