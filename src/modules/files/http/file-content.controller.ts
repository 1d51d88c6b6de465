import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import type { Response } from 'express';
import type { Answers, Bytes } from '#edge/answer/answers.js';
import { CurrentCaller, requestMeta } from '#edge/request/caller.decorator.js';
import type { Caller } from '#kernel/caller.js';
import { Access } from '#modules/identity/index.js';
import { Takeouts } from '#modules/audit/index.js';
import { GetFile } from '../queries/get-file.query.js';
import { FileDownload } from './file-download.js';
import { FileRequest } from './file.request.js';

@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/v1/files')
export class FileContentController {
  constructor(
    private readonly queries: QueryBus,
    private readonly download: FileDownload,
    private readonly takeouts: Takeouts,
  ) {}

  /**
   * Downloads a file, or the part that a `Range` header requests. HEAD returns the headers only.
   * @returns 200 The content of the file.
   * @returns 206 The requested part of the file.
   * @returns 304 The caller has the content already: `If-None-Match` names its entity tag.
   * @answers ETag The entity tag of the content, for `If-Range` and `If-None-Match`.
   * @answers Content-Disposition The file name for saving the download.
   * @answers X-File-Id The id of the file.
   * @answers X-File-Name The name of the file, percent-encoded.
   * @answers X-Uploaded-At When the file was uploaded.
   * @error 416 RANGE_NOT_SATISFIABLE when the range starts beyond the end of the file
   */
  @Get(':fileId')
  async get(
    @CurrentCaller() caller: Caller,
    @Param('fileId') id: string,
    @Query() { workspaceId }: FileRequest,
    @Res() response: Response,
  ): Promise<Answers<{ 200: Bytes; 206: Bytes; 304: void }>> {
    const file = await this.queries.execute(new GetFile(caller, workspaceId, id));
    if (response.req.method === 'GET')
      await this.takeouts.record(requestMeta(response.req), {
        kind: 'file',
        resourceId: file.id,
        name: file.name,
        workspaceId: file.workspaceId,
      });
    await this.download.send(file, response);
  }
}
