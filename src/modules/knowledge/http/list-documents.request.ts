import { IsIn, IsString, MaxLength } from 'class-validator';
import { MayBeAbsent, QueryInteger } from '#infrastructure/http/request-fields.js';
import { documentOrders, type DocumentOrder } from '../queries/list-documents.query.js';
import { WorkspaceRequest } from '#infrastructure/http/workspace.request.js';

export const enabledFilters = ['all', 'enabled', 'disabled'] as const;

export class ListDocumentsRequest extends WorkspaceRequest {
  @QueryInteger(1, 100)
  limit = 50;

  @QueryInteger(0, 2_000_000_000)
  offset = 0;

  @MayBeAbsent()
  @MaxLength(1000)
  @IsString()
  search?: string;

  @IsIn(enabledFilters)
  enabledFilter: (typeof enabledFilters)[number] = 'all';

  @IsIn(documentOrders)
  sortBy: DocumentOrder = 'uploadedAt';

  @IsIn(['asc', 'desc'])
  sortOrder: 'asc' | 'desc' = 'desc';
}
