import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { selectSql } from '#ledger/rows/select.js';
import { snakeCase } from '#ledger/rows/read-model.js';
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
    private readonly pool: Pool,
  ) {}

  async execute({ place, filter, slice }: ListDocuments): Promise<DocumentList> {
    const { id } = await this.views.base(place, 'read');
    const { sortBy, sortOrder, limit, offset } = slice;
    // A substring search: `%` and `_` have no special meaning.
    const matching = `where knowledge_base_id = $1 and ($2::boolean is null or enabled = $2)
      and ($3::text is null or position(lower($3) in lower(filename)) > 0)`;
    const values = [id, filter.enabled ?? null, filter.search ?? null];
    const ties = sortBy === 'filename' ? 'created_at desc' : 'filename';
    const order = `order by ${snakeCase(columns[sortBy])} ${sortOrder === 'asc' ? 'asc' : 'desc'}, ${ties}, id limit $4 offset $5`;
    const [documents, counted] = await Promise.all([
      selectSql(this.pool, knowledgeDocumentModel, { clauses: `${matching} ${order}`, values: [...values, limit, offset] }),
      this.pool.query<{ total: number }>(`select count(*)::int as total from knowledge_document ${matching}`, values),
    ]);
    return { documents, total: counted.rows[0]?.total ?? 0 };
  }
}
