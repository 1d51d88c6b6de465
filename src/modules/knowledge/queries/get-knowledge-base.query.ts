import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { notFound } from '#kernel/errors.js';
import { type KnowledgePlace, KnowledgeViews } from './knowledge-views.js';
import type { KnowledgeBaseView } from './views.js';

export class GetKnowledgeBase extends Query<KnowledgeBaseView> {
  constructor(readonly place: KnowledgePlace) {
    super();
  }
}

@QueryHandler(GetKnowledgeBase)
export class GetKnowledgeBaseHandler implements IQueryHandler<GetKnowledgeBase> {
  constructor(private readonly views: KnowledgeViews) {}

  async execute({ place }: GetKnowledgeBase): Promise<KnowledgeBaseView> {
    const [view] = await this.views.counted([await this.views.base(place, 'read')]);
    if (view === undefined) throw notFound('Knowledge base');
    return view;
  }
}
