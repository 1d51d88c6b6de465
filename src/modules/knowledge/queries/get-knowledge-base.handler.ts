import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { notFound } from '#kernel/errors.js';
import { GetKnowledgeBase } from './get-knowledge-base.query.js';
import { KnowledgeViews } from './knowledge-views.js';
import type { KnowledgeBaseView } from './views.js';

@QueryHandler(GetKnowledgeBase)
export class GetKnowledgeBaseHandler implements IQueryHandler<GetKnowledgeBase> {
  constructor(private readonly views: KnowledgeViews) {}

  async execute({ place }: GetKnowledgeBase): Promise<KnowledgeBaseView> {
    const [view] = await this.views.counted([await this.views.base(place, 'read')]);
    if (view === undefined) throw notFound('Knowledge base');
    return view;
  }
}
