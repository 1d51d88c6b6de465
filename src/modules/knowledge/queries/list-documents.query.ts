import { Query } from '@nestjs/cqrs';
import type { KnowledgePlace } from './knowledge-views.js';
import type { DocumentView } from './views.js';

export const documentOrders = ['filename', 'fileSize', 'tokenCount', 'chunkCount', 'uploadedAt', 'processingStatus', 'enabled'] as const;
export type DocumentOrder = (typeof documentOrders)[number];

export interface DocumentFilter {
  /** Part of the filename, in any case. */
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
  /** How many pass the filter. */
  readonly total: number;
}

/** Documents of a knowledge base. */
export class ListDocuments extends Query<DocumentList> {
  constructor(
    readonly place: KnowledgePlace,
    readonly filter: DocumentFilter,
    readonly slice: DocumentSlice,
  ) {
    super();
  }
}
