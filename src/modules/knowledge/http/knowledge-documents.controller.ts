import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import type { Response } from 'express';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import { success, type Deleted, type Success } from '#edge/answer/envelope.js';
import { TakesUpload } from '#edge/body/routes/upload-route.js';
import { Uploads } from '#edge/upload/uploads.js';
import { StorageAllowance } from '#ledger/objects/storage-allowance.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { Access } from '#modules/identity/index.js';
import { ChangeDocument } from '../commands/change-document.command.js';
import { DeleteDocument } from '../commands/delete-document.command.js';
import { ReprocessDocument } from '../commands/reprocess-document.command.js';
import { UploadDocument } from '../commands/upload-document.command.js';
import { GetDocument } from '../queries/get-document.query.js';
import { ListChunks } from '../queries/list-chunks.query.js';
import { ListDocuments } from '../queries/list-documents.query.js';
import { ChangeDocumentRequest } from './change-document.request.js';
import { documentCheck, documentForm } from './document-form.js';
import {
  chunkResponse,
  documentDetailResponse,
  documentResponse,
  type ChunkResponse,
  type FoundDocumentResponse,
  type DocumentResponse,
} from './knowledge.response.js';
import { ListChunksRequest } from './list-chunks.request.js';
import { ListDocumentsRequest } from './list-documents.request.js';
import { WorkspaceRequest } from '#edge/request/workspace.request.js';

/** A page of documents. */
interface Documents {
  /** The documents of the page. */
  readonly documents: readonly DocumentResponse[];
  /** The position of the page in the list. */
  readonly pagination: {
    /** Number of matching documents on all pages. */
    readonly total: number;
    /** Maximum number of documents of the request. */
    readonly limit: number;
    /** Number of skipped documents. */
    readonly offset: number;
    /** Whether there are more documents after this page. */
    readonly hasMore: boolean;
  };
}

/** A page of chunks. */
interface ListedChunks {
  /** The chunks of the page, in the order of the text. */
  readonly chunks: readonly ChunkResponse[];
  /** The position of the page in the document. */
  readonly pagination: {
    /** Number of chunks of the document. */
    readonly total: number;
    /** Maximum number of chunks of the request. */
    readonly limit: number;
    /** Number of skipped chunks. */
    readonly offset: number;
    /** Whether there are more chunks after this page. */
    readonly hasMore: boolean;
  };
}

interface ChangedDocument {
  /** The document after the change. */
  readonly document: DocumentResponse;
  readonly message: string;
}

@Controller('api/v1/knowledge/:knowledgeBaseId/documents')
@Access('api-key', 'session')
@Throttle({ api: {} })
export class KnowledgeDocumentsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly uploads: Uploads,
    private readonly allowance: StorageAllowance,
  ) {}

  /**
   * Lists the documents of a knowledge base.
   * @returns A page of documents.
   */
  @Get()
  async list(
    @CurrentCaller() caller: Caller,
    @Param('knowledgeBaseId') knowledgeBaseId: string,
    @Query() { workspaceId, search, enabledFilter, ...slice }: ListDocumentsRequest,
  ): Promise<Success<Documents>> {
    const { limit, offset } = slice;
    const filter = { search, enabled: enabledFilter === 'all' ? undefined : enabledFilter === 'enabled' };
    const { documents, total } = await this.queries.execute(new ListDocuments({ caller, workspaceId, knowledgeBaseId }, filter, slice));
    const pagination = { total, limit, offset, hasMore: offset + limit < total };
    return success({ documents: documents.map(documentResponse), pagination });
  }

  /**
   * Uploads a document. It is split into chunks in the background and becomes searchable when `processingStatus` is `completed`.
   * @returns The document, which is being processed.
   * @error 402 USAGE_LIMIT_EXCEEDED when the account has reached its cost limit
   */
  @Post()
  @HttpCode(200)
  @TakesUpload()
  async upload(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('knowledgeBaseId') knowledgeBaseId: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<ChangedDocument>> {
    const account = this.allowance.of(caller);
    return this.uploads.receive({ response, account, check: documentCheck(caller) }, async (upload) => {
      const { workspaceId, ...received } = documentForm(upload, caller);
      const view = await this.commands.execute(
        new UploadDocument({ caller, workspaceId, knowledgeBaseId }, meta, { ...received, account }),
      );
      return success({ document: documentResponse(view), message: 'Document uploaded successfully. It is being processed' });
    });
  }

  /**
   * Returns a document with the state of its processing.
   * @returns The document.
   */
  @Get(':documentId')
  async get(
    @CurrentCaller() caller: Caller,
    @Param('knowledgeBaseId') knowledgeBaseId: string,
    @Param('documentId') documentId: string,
    @Query() { workspaceId }: WorkspaceRequest,
  ): Promise<Success<FoundDocumentResponse>> {
    const view = await this.queries.execute(new GetDocument({ caller, workspaceId, knowledgeBaseId }, documentId));
    return success({ document: documentDetailResponse(view) });
  }

  /**
   * Lists the chunks of a document that searches find. While a document is processed again, these are the chunks of the time before.
   * @returns A page of chunks, in the order of the text. Empty before the first processing has ended.
   */
  @Get(':documentId/chunks')
  async listChunks(
    @CurrentCaller() caller: Caller,
    @Param('knowledgeBaseId') knowledgeBaseId: string,
    @Param('documentId') documentId: string,
    @Query() { workspaceId, limit, offset }: ListChunksRequest,
  ): Promise<Success<ListedChunks>> {
    const place = { caller, workspaceId, knowledgeBaseId };
    const { chunks, total } = await this.queries.execute(new ListChunks(place, documentId, { limit, offset }));
    return success({ chunks: chunks.map(chunkResponse), pagination: { total, limit, offset, hasMore: offset + limit < total } });
  }

  /**
   * Renames, tags, enables or disables a document.
   * @returns The changed document.
   */
  @Patch(':documentId')
  async change(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('knowledgeBaseId') knowledgeBaseId: string,
    @Param('documentId') documentId: string,
    @Body() request: ChangeDocumentRequest,
  ): Promise<Success<ChangedDocument>> {
    const place = { caller, workspaceId: request.workspaceId, knowledgeBaseId };
    const view = await this.commands.execute(new ChangeDocument(place, meta, documentId, request.toChanges()));
    return success({ document: documentResponse(view), message: 'Document updated successfully' });
  }

  /**
   * Processes a document again, for example after the chunking configuration or the embedding model has changed.
   * @returns The document, which is being processed.
   * @error 402 USAGE_LIMIT_EXCEEDED when the account has reached its cost limit
   */
  @Post(':documentId/reprocess')
  @HttpCode(200)
  async reprocess(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('knowledgeBaseId') knowledgeBaseId: string,
    @Param('documentId') documentId: string,
    @Body() { workspaceId }: WorkspaceRequest,
  ): Promise<Success<ChangedDocument>> {
    const view = await this.commands.execute(new ReprocessDocument({ caller, workspaceId, knowledgeBaseId }, meta, documentId));
    return success({ document: documentResponse(view), message: 'Document is being processed' });
  }

  /**
   * Deletes a document.
   * @returns The document was deleted.
   */
  @Delete(':documentId')
  async delete(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('knowledgeBaseId') knowledgeBaseId: string,
    @Param('documentId') documentId: string,
    @Query() { workspaceId }: WorkspaceRequest,
  ): Promise<Success<Deleted>> {
    await this.commands.execute(new DeleteDocument({ caller, workspaceId, knowledgeBaseId }, meta, documentId));
    return success({ id: documentId, message: 'Document deleted successfully' });
  }
}
