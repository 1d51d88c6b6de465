import { Controller, Delete, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
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
import { DeleteFile } from '../commands/delete-file.command.js';
import { UploadFile } from '../commands/upload-file.command.js';
import { ListFiles } from '../queries/list-files.query.js';
import { FileRequest, ListFilesRequest } from './file.request.js';
import { fileListResponse, fileResponse, type FileListResponse, type UploadedFileResponse } from './file.response.js';
import { uploadCheck } from './upload-check.js';

@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/v1/files')
export class FilesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly uploads: Uploads,
    private readonly allowance: StorageAllowance,
  ) {}

  /**
   * Lists the files of a workspace, newest first.
   * @returns A page of files.
   */
  @Get()
  async list(@CurrentCaller() caller: Caller, @Query() { workspaceId, limit, cursor }: ListFilesRequest): Promise<FileListResponse> {
    return fileListResponse(await this.queries.execute(new ListFiles(caller, workspaceId, limit, cursor)));
  }

  /**
   * Uploads a file of at most 100 MiB. Its name must be unique in the workspace.
   * @returns The uploaded file.
   * @error 409 DUPLICATE_NAME when the workspace already has a file with this name
   * @error 413 PAYLOAD_TOO_LARGE when the file or the form exceeds its maximum size
   * @error 413 STORAGE_LIMIT_EXCEEDED when the file exceeds the storage limit of the account
   */
  @Post()
  @HttpCode(200)
  @TakesUpload()
  upload(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Success<UploadedFileResponse>> {
    const account = this.allowance.of(caller);
    return this.uploads.receive({ response, account, check: uploadCheck(caller) }, async (upload) => {
      const file = await this.commands.execute(new UploadFile(caller, meta, account, upload));
      return success({ file: fileResponse(file), message: 'File uploaded successfully' });
    });
  }

  /**
   * Deletes a file. Its name is free afterwards.
   * @returns The file was deleted.
   */
  @Delete(':fileId')
  async delete(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('fileId') id: string,
    @Query() { workspaceId }: FileRequest,
  ): Promise<Success<Deleted>> {
    await this.commands.execute(new DeleteFile(caller, meta, workspaceId, id));
    return success({ id, message: 'File archived successfully' });
  }
}
