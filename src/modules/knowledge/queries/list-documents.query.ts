import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { knowledgeDocumentModel, type KnowledgeDocumentRow } from '../projections/knowledge-document.entity.js';
import { type KnowledgePlace, KnowledgeViews } from './knowledge-views.js';
import type { DocumentView } from './views.js';

export const documentOrders = ['filename', 'fileSize', 'tokenCount', 'chunkCount', 'uploadedAt', 'processingStatus', 'enabled'] as const;
export type DocumentOrder = (typeof documentOrders)[number];

export interface DocumentFilter {
  /** Part of the file name, case-insensitive. */
  readonly search: string | undefined;
  readonly enabled: boolean | undefined;
}

export interface DocumentSlice {
  readonly sortBy: DocumentOrder;
  readonly sortOrder: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

export interface DocumentList {
  readonly documents: readonly DocumentView[];
  /** The number of documents that match the filters. */
  readonly total: number;
}

export class ListDocuments extends Query<DocumentList> {
  constructor(
    readonly place: KnowledgePlace,
    readonly filter: DocumentFilter,
    readonly slice: DocumentSlice,
  ) {
    super();
  }
}

const columns: Readonly<Record<DocumentOrder, keyof KnowledgeDocumentRow>> = {
  filename: 'filename',
  fileSize: 'fileSize',
  tokenCount: 'tokenCount',
  chunkCount: 'chunkCount',
  uploadedAt: 'createdAt',
  processingStatus: 'status',
  enabled: 'enabled',
};

@QueryHandler(ListDocuments)
export class ListDocumentsHandler implements IQueryHandler<ListDocuments> {
  constructor(
    private readonly views: KnowledgeViews,
    private readonly dataSource: DataSource,
  ) {}

  async execute({ place, filter, slice }: ListDocuments): Promise<DocumentList> {
    const { id } = await this.views.base(place, 'read');
    const { sortBy, sortOrder, limit, offset } = slice;
    const query = this.dataSource.getRepository(knowledgeDocumentModel.entity).createQueryBuilder('d');
    query.where('d.knowledgeBaseId = :id', { id });
    if (filter.enabled !== undefined) query.andWhere('d.enabled = :enabled', { enabled: filter.enabled });
    // A substring search: `%` and `_` have no special meaning.
    if (filter.search !== undefined) query.andWhere('position(lower(:search) in lower(d.filename)) > 0', { search: filter.search });
    query.orderBy(`d.${columns[sortBy]}`, sortOrder === 'asc' ? 'ASC' : 'DESC');
    if (sortBy === 'filename') query.addOrderBy('d.createdAt', 'DESC');
    else query.addOrderBy('d.filename', 'ASC');
    const [documents, total] = await query.addOrderBy('d.id').offset(offset).limit(limit).getManyAndCount();
    return { documents, total };
  }
}
