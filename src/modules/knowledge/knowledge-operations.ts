import { Injectable } from '@nestjs/common';
import { ObjectStore } from '#ledger/objects/object-store.js';
import type { StorageAccount } from '#ledger/objects/storage-allowance.js';
import { notFound } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { DocumentUploads } from './commands/document-uploads.js';
import { mimeTypeOf } from './domain/document-formats.js';
import { validFilename } from './domain/document-name.js';
import { documentTags } from './domain/text/document-tags.js';
import { tagFilters } from './domain/text/tag-filters.js';
import { KnowledgeViews } from './queries/knowledge-views.js';
import { KnowledgeSearch, type SearchMode, type SearchResult } from './search/knowledge-search.js';

const mostBytes = 100 * 1024 * 1024;

export interface BlockSearch {
  readonly workspaceId: string;
  /** The account that pays. */
  readonly accountId: string;
  readonly workflowId: string;
  readonly knowledgeBaseIds: readonly string[];
  readonly query: string | undefined;
  readonly topK: number;
  readonly mode: SearchMode;
  /** Filters as the workflow gives them, not yet validated. */
  readonly tagFilters?: unknown;
}

export interface BlockUpload {
  readonly workspaceId: string;
  readonly knowledgeBaseId: string;
  readonly filename: string;
  readonly content: Buffer;
  /** Tags as the workflow gives them, not yet validated. */
  readonly tags?: unknown;
  readonly account: StorageAccount;
  readonly uploadedBy: string;
  readonly meta: EventMeta;
  /** A retried run has the same key and gets the same document. */
  readonly effectKey: string;
}

/** Search and upload for blocks, within the workspace of the run. */
@Injectable()
export class KnowledgeOperations {
  constructor(
    private readonly knowledge: KnowledgeSearch,
    private readonly views: KnowledgeViews,
    private readonly uploads: DocumentUploads,
    private readonly objects: ObjectStore,
  ) {}

  /** The ids that are knowledge bases of the workspace, among those given. */
  async existing(workspaceId: string, ids: readonly string[]): Promise<readonly string[]> {
    return (await this.views.bases(workspaceId, ids)).map(({ id }) => id);
  }

  /** @throws DomainError not-found unless all knowledge bases are in the workspace, invalid */
  async search({
    workspaceId,
    accountId,
    workflowId,
    knowledgeBaseIds,
    tagFilters: filters,
    ...request
  }: BlockSearch): Promise<readonly SearchResult[]> {
    await this.#requireBases(workspaceId, knowledgeBaseIds);
    const scope = { knowledgeBaseIds, tagFilters: filters === undefined ? [] : tagFilters(filters) };
    return (await this.knowledge.search({ ...request, ...scope, payer: { workspaceId, accountId, workflowId } })).results;
  }

  /** @returns the id of the document, which is processed in the background. @throws DomainError like an upload over HTTP */
  async upload({ content, tags, filename: given, ...upload }: BlockUpload): Promise<string> {
    const earlier = await this.uploads.uploadedFor(upload.effectKey);
    if (earlier !== undefined) return earlier;
    const filename = validFilename(given);
    mimeTypeOf(filename);
    const checked = tags === undefined ? {} : documentTags(tags);
    await this.#requireBases(upload.workspaceId, [upload.knowledgeBaseId]);
    const stored = await this.objects.put(content, mostBytes);
    return this.uploads.add({ ...upload, filename, tags: checked, stored });
  }

  async #requireBases(workspaceId: string, ids: readonly string[]): Promise<void> {
    const bases = await this.views.bases(workspaceId, ids);
    if (bases.length < new Set(ids).size) throw notFound('Knowledge base');
  }
}
