import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import { success, type Success } from '#edge/answer/envelope.js';
import { TakesUpload } from '#edge/upload/upload-route.js';
import { Uploads } from '#edge/upload/uploads.js';
import { StorageAllowance } from '#ledger/objects/storage-allowance.js';
import { Throttle } from '#edge/throttle/throttle.decorator.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { Access } from '#modules/identity/index.js';
import { ChangeDocument } from '../commands/change-document.command.js';
import { DeleteDocument } from '../commands/delete-document.command.js';
import { ReprocessDocument } from '../commands/reprocess-document.command.js';
import { UploadDocument } from '../commands/upload-document.command.js';
import { GetDocument } from '../queries/get-document.query.js';
import { ListDocuments } from '../queries/list-documents.query.js';
import { ChangeDocumentRequest } from './change-document.request.js';
import { documentCheck, documentForm } from './document-form.js';
import { documentDetailResponse, documentResponse, type DocumentDetailResponse, type DocumentResponse } from './knowledge.response.js';
import { ListDocumentsRequest } from './list-documents.request.js';
import { WorkspaceRequest } from '#edge/request/workspace.request.js';

interface Documents {
  readonly documents: readonly DocumentResponse[];
  readonly pagination: { readonly total: number; readonly limit: number; readonly offset: number; readonly hasMore: boolean };
}

interface ChangedDocument {
  readonly document: DocumentResponse;
  readonly message: string;
}

@Controller('api/v1/knowledge/:knowledgeBaseId/documents')
@Access('api-key')
@Throttle('api')
export class KnowledgeDocumentsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly uploads: Uploads,
    private readonly allowance: StorageAllowance,
  ) {}

  /** The documents of a knowledge base. */
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
   * Uploads a document. It is read, cut into chunks and made searchable soon after.
   * @error 402 USAGE_LIMIT_EXCEEDED when the account has used up its period
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

  /** A document, with what has become of it. */
  @Get(':documentId')
  async get(
    @CurrentCaller() caller: Caller,
    @Param('knowledgeBaseId') knowledgeBaseId: string,
    @Param('documentId') documentId: string,
    @Query() { workspaceId }: WorkspaceRequest,
  ): Promise<Success<{ readonly document: DocumentDetailResponse }>> {
    const view = await this.queries.execute(new GetDocument({ caller, workspaceId, knowledgeBaseId }, documentId));
    return success({ document: documentDetailResponse(view) });
  }

  /** Renames a document, tags it, or takes it out of searches and back. */
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
   * Reads a document anew, for example after its chunking or the model of the embeddings has changed.
   * @error 402 USAGE_LIMIT_EXCEEDED when the account has used up its period
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

  /** Deletes a document. */
  @Delete(':documentId')
  async delete(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('knowledgeBaseId') knowledgeBaseId: string,
    @Param('documentId') documentId: string,
    @Query() { workspaceId }: WorkspaceRequest,
  ): Promise<Success<{ readonly id: string; readonly message: string }>> {
    await this.commands.execute(new DeleteDocument({ caller, workspaceId, knowledgeBaseId }, meta, documentId));
    return success({ id: documentId, message: 'Document deleted successfully' });
  }
}
