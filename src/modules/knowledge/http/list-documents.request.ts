import { IsIn, IsString, MaxLength } from 'class-validator';
import { MayBeAbsent, QueryInteger } from '#edge/request/request-fields.js';
import { documentOrders, type DocumentOrder } from '../queries/list-documents.query.js';
import { WorkspaceRequest } from '#edge/request/workspace.request.js';

export const enabledFilters = ['all', 'enabled', 'disabled'] as const;

export class ListDocumentsRequest extends WorkspaceRequest {
  /** Maximum number of documents to return. */
  @QueryInteger(1, 100)
  limit = 50;

  /** Number of documents to skip. */
  @QueryInteger(0, 2_000_000_000)
  offset = 0;

  /** Returns only documents whose file name contains this text, ignoring case. */
  @MayBeAbsent()
  @MaxLength(1000)
  @IsString()
  search?: string;

  /** Returns all documents, only `enabled` ones or only `disabled` ones. */
  @IsIn(enabledFilters)
  enabledFilter: (typeof enabledFilters)[number] = 'all';

  /** Sort key. */
  @IsIn(documentOrders)
  sortBy: DocumentOrder = 'uploadedAt';

  /** Sort direction. */
  @IsIn(['asc', 'desc'])
  sortOrder: 'asc' | 'desc' = 'desc';
}
