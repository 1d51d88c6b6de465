import { buildMessage, IsDefined, IsIn, IsInt, IsString, Max, MaxLength, Min, ValidateBy } from 'class-validator';
import { MayBeAbsent } from '#edge/request/request-fields.js';
import { invalidField } from '#kernel/errors.js';
import { tagFilters } from '../domain/text/tag-filters.js';
import type { SearchMode, SearchRequest } from '../search/knowledge-search.js';
import { WorkspaceRequest } from '#edge/request/workspace.request.js';

const mostBases = 20;

/**
 * A search in knowledge bases. Either `query` or `tagFilters` is required.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "knowledgeBaseIds": ["0197a5e0-0000-7000-8000-000000000002"], "query": "How do I take a day off?", "topK": 5}
 */
export class SearchKnowledgeRequest extends WorkspaceRequest {
  /** Ids of the knowledge bases to search: one id, or a list of up to 20. */
  @ValidateBy({
    name: 'isKnowledgeBaseIds',
    validator: {
      validate: (value) => isId(value) || (Array.isArray(value) && value.length >= 1 && value.length <= mostBases && value.every(isId)),
      defaultMessage: buildMessage(() => `$property must be an id or a list of 1 to ${mostBases} ids`),
    },
  })
  knowledgeBaseIds!: string | string[];

  /** The text to search for. Without it, all chunks that match `tagFilters` are returned, oldest document first. */
  @MayBeAbsent()
  @MaxLength(10_000)
  @IsString()
  query?: string;

  /** Maximum number of results. */
  @Max(100, { message: '$property must be a whole number from 1 to 100' })
  @Min(1, { message: '$property must be a whole number from 1 to 100' })
  @IsInt({ message: '$property must be a whole number from 1 to 100' })
  topK = 10;

  /** Conditions on the tags of documents: a list of `{tagName, operator, value, valueTo}`, or an object of tag names and values. */
  @MayBeAbsent()
  @IsDefined()
  tagFilters?: unknown;

  /** `vector` searches by meaning only, `hybrid` by meaning and by words. */
  @IsIn(['vector', 'hybrid'])
  searchMode: SearchMode = 'hybrid';

  /** @throws DomainError invalid, also without a query and filters */
  toSearch(): Omit<SearchRequest, 'payer'> {
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
