import { buildMessage, IsDefined, IsIn, IsInt, IsString, Max, MaxLength, Min, ValidateBy } from 'class-validator';
import { MayBeAbsent } from '#infrastructure/http/request-fields.js';
import { invalidField } from '#kernel/errors.js';
import { tagFilters } from '../domain/tag-filters.js';
import type { SearchMode, SearchRequest } from '../search/knowledge-search.js';
import { WorkspaceRequest } from '#infrastructure/http/workspace.request.js';

const mostBases = 20;

export class SearchKnowledgeRequest extends WorkspaceRequest {
  @ValidateBy({
    name: 'isKnowledgeBaseIds',
    validator: {
      validate: (value) => isId(value) || (Array.isArray(value) && value.length >= 1 && value.length <= mostBases && value.every(isId)),
      defaultMessage: buildMessage(() => `$property must be an id or a list of 1 to ${mostBases} ids`),
    },
  })
  knowledgeBaseIds!: string | string[];

  @MayBeAbsent()
  @MaxLength(10_000)
  @IsString()
  query?: string;

  @Max(100, { message: '$property must be a whole number from 1 to 100' })
  @Min(1, { message: '$property must be a whole number from 1 to 100' })
  @IsInt({ message: '$property must be a whole number from 1 to 100' })
  topK = 10;

  @MayBeAbsent()
  @IsDefined()
  tagFilters?: unknown;

  @IsIn(['vector', 'hybrid'])
  searchMode: SearchMode = 'hybrid';

  /** @throws DomainError invalid, also for a search of nothing */
  toSearch(): SearchRequest {
    const query = this.query?.trim() === '' ? undefined : this.query?.trim();
    const filters = this.tagFilters === undefined ? [] : tagFilters(this.tagFilters);
    if (query === undefined && filters.length === 0) {
      throw invalidField('query', 'Either query or tagFilters must be provided', 'required');
    }
    const knowledgeBaseIds = [this.knowledgeBaseIds].flat();
    return { knowledgeBaseIds, query, topK: this.topK, mode: this.searchMode, tagFilters: filters };
  }
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && /^\S{1,128}$/.test(value);
}
