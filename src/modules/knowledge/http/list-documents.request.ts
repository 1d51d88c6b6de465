import { IsIn, IsString, MaxLength } from 'class-validator';
import { MayBeAbsent, QueryInteger } from '#edge/request/request-fields.js';
import { documentOrders, type DocumentOrder } from '../queries/list-documents.query.js';
import { WorkspaceRequest } from '#edge/request/workspace.request.js';

export const enabledFilters = ['all', 'enabled', 'disabled'] as const;

export class ListDocumentsRequest extends WorkspaceRequest {
  @QueryInteger(1, 100)
  limit = 50;

  @QueryInteger(0, 2_000_000_000)
  offset = 0;

  /** Part of the name of the file. */
  @MayBeAbsent()
  @MaxLength(1000)
  @IsString()
  search?: string;

  /** All, or only those that are found, or only those that are not. */
  @IsIn(enabledFilters)
  enabledFilter: (typeof enabledFilters)[number] = 'all';

  /** By what they are sorted. */
  @IsIn(documentOrders)
  sortBy: DocumentOrder = 'uploadedAt';

  /** Upwards or downwards. */
  @IsIn(['asc', 'desc'])
  sortOrder: 'asc' | 'desc' = 'desc';
}
