import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import { success, type Deleted, type Success } from '#edge/answer/envelope.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { Access } from '#modules/identity/index.js';
import { ChangeKnowledgeBase } from '../commands/change-knowledge-base.command.js';
import { CreateKnowledgeBase } from '../commands/create-knowledge-base.command.js';
import { DeleteKnowledgeBase } from '../commands/delete-knowledge-base.command.js';
import { GetKnowledgeBase } from '../queries/get-knowledge-base.query.js';
import { ListKnowledgeBases } from '../queries/list-knowledge-bases.query.js';
import { SearchKnowledge } from '../queries/search-knowledge.query.js';
import { ChangeKnowledgeBaseRequest } from './change-knowledge-base.request.js';
import { CreateKnowledgeBaseRequest } from './create-knowledge-base.request.js';
import {
  knowledgeBaseResponse,
  searchResultResponse,
  type ChangedKnowledgeBaseResponse,
  type FoundKnowledgeBaseResponse,
  type KnowledgeBasesResponse,
  type SearchResultResponse,
} from './knowledge.response.js';
import { SearchKnowledgeRequest } from './search-knowledge.request.js';
import { WorkspaceRequest } from '#edge/request/workspace.request.js';

/** The results of a search. */
interface Search {
  /** The found chunks, best match first. */
  readonly results: readonly SearchResultResponse[];
  /** The query of the request; empty without one. */
  readonly query: string;
  /** Ids of the searched knowledge bases. */
  readonly knowledgeBaseIds: readonly string[];
  /** Maximum number of results of the request. */
  readonly topK: number;
  /** Number of results. */
  readonly totalResults: number;
  /** The search that was carried out: `vector`, `hybrid`, `words` if no embeddings were available, or `tags` without a query. */
  readonly searchMode: string;
}

@Controller('api/v1/knowledge')
@Access('api-key', 'session')
@Throttle({ api: {} })
export class KnowledgeBasesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /**
   * Lists the knowledge bases of a workspace, newest first.
   * @returns The knowledge bases.
   */
  @Get()
  async list(@CurrentCaller() caller: Caller, @Query() { workspaceId }: WorkspaceRequest): Promise<Success<KnowledgeBasesResponse>> {
    const views = await this.queries.execute(new ListKnowledgeBases(caller, workspaceId));
    return success({ knowledgeBases: views.map(knowledgeBaseResponse), totalCount: views.length });
  }

  /**
   * Creates a knowledge base.
   * @returns The new knowledge base.
   */
  @Post()
  @HttpCode(200)
  async create(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Body() { workspaceId, name, description, chunkingConfig, embeddingModel = null }: CreateKnowledgeBaseRequest,
  ): Promise<Success<ChangedKnowledgeBaseResponse>> {
    const texts = { name, description: description ?? '' };
    const details = { workspaceId, ...texts, chunkingConfig: chunkingConfig?.toConfig() ?? {}, embeddingModel };
    const view = await this.commands.execute(new CreateKnowledgeBase(caller, meta, details));
    return success({ knowledgeBase: knowledgeBaseResponse(view), message: 'Knowledge base created successfully' });
  }

  /**
   * Searches knowledge bases for chunks that match a query, tags, or both.
   * @returns The matching chunks, best match first.
   * @error 402 USAGE_LIMIT_EXCEEDED when the request has a query and the account has reached its cost limit
   */
  @Post('search')
  @HttpCode(200)
  async search(@CurrentCaller() caller: Caller, @Body() request: SearchKnowledgeRequest): Promise<Success<Search>> {
    const search = request.toSearch();
    const { results, mode } = await this.queries.execute(new SearchKnowledge(caller, request.workspaceId, search));
    const { knowledgeBaseIds, topK, query = '' } = search;
    const found = { results: results.map(searchResultResponse), query, knowledgeBaseIds, topK };
    return success({ ...found, totalResults: results.length, searchMode: mode });
  }

  /**
   * Returns a knowledge base.
   * @returns The knowledge base.
   */
  @Get(':knowledgeBaseId')
  async get(
    @CurrentCaller() caller: Caller,
    @Param('knowledgeBaseId') id: string,
    @Query() { workspaceId }: WorkspaceRequest,
  ): Promise<Success<FoundKnowledgeBaseResponse>> {
    const view = await this.queries.execute(new GetKnowledgeBase({ caller, workspaceId, knowledgeBaseId: id }));
    return success({ knowledgeBase: knowledgeBaseResponse(view) });
  }

  /**
   * Changes the name, the description or the chunking configuration of a knowledge base.
   * @returns The changed knowledge base.
   */
  @Put(':knowledgeBaseId')
  async change(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('knowledgeBaseId') id: string,
    @Body() request: ChangeKnowledgeBaseRequest,
  ): Promise<Success<ChangedKnowledgeBaseResponse>> {
    const place = { caller, workspaceId: request.workspaceId, knowledgeBaseId: id };
    const view = await this.commands.execute(new ChangeKnowledgeBase(place, meta, request.toChanges()));
    return success({ knowledgeBase: knowledgeBaseResponse(view), message: 'Knowledge base updated successfully' });
  }

  /**
   * Deletes a knowledge base with all its documents.
   * @returns The knowledge base was deleted.
   */
  @Delete(':knowledgeBaseId')
  async delete(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('knowledgeBaseId') id: string,
    @Query() { workspaceId }: WorkspaceRequest,
  ): Promise<Success<Deleted>> {
    await this.commands.execute(new DeleteKnowledgeBase({ caller, workspaceId, knowledgeBaseId: id }, meta));
    return success({ id, message: 'Knowledge base deleted successfully' });
  }
}
