import { Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import type { Answers, Csv, JsonLines } from '#edge/answer/answers.js';
import { RequestMeta } from '#edge/request/caller.decorator.js';
import { success, type Success } from '#edge/answer/envelope.js';
import { pipeToCaller } from '#edge/answer/pipe-to-caller.js';
import { QueryBoolean } from '#edge/request/request-fields.js';
import { TakesStream } from '#edge/body/routes/stream-route.js';
import type { EventMeta } from '#kernel/event.js';
import { Access, AdmittedStreams } from '#modules/identity/index.js';
import { Takeouts } from '#modules/audit/index.js';
import { ImportRows, type ImportProgress } from '../commands/import-rows.command.js';
import type { ImportReport } from '../commands/insert-records.js';
import { requireImportable } from '../csv/csv-records.js';
import { ExportRows } from '../queries/export-rows.query.js';
import { FilteredRequest, orderOf } from './query-rows.request.js';
import { TableCaller, type CallerOfTable } from './table-access.decorator.js';
import { WorkspaceRequest } from '#edge/request/workspace.request.js';

const lines = 'application/x-ndjson';

class ImportRequest extends WorkspaceRequest {
  /** Whether to report what the import would do, without inserting a row. */
  @QueryBoolean()
  dryRun = false;
}

@Controller('api/v1/tables/:tableId')
@Access('api-key', 'session')
@Throttle({ api: {} })
export class TableCsvController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly takeouts: Takeouts,
    private readonly streams: AdmittedStreams,
  ) {}

  /**
   * Imports the rows of a CSV file into a table, or with `dryRun=true` only reports what an import would do. With `Accept: application/x-ndjson` the response is a stream of progress lines, and the report is the
   * last line.
   * @returns The report of the import.
   */
  @Post('import')
  @HttpCode(200)
  @TakesStream('text/csv')
  async import(
    @TableCaller() by: CallerOfTable,
    @Query() { workspaceId, dryRun }: ImportRequest,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<
    Answers<{
      200:
        | Success<ImportReport>
        | JsonLines<
            | Success<ImportReport>
            | {
                /** The progress of the import. */
                readonly progress: ImportProgress;
              }
          >;
    }>
  > {
    requireImportable(Number(request.headers['content-length'] ?? 0));
    const wantsLines = request.headers.accept === lines;
    const tell = (line: object): void => {
      if (!response.headersSent) response.setHeader('Content-Type', lines);
      response.write(`${JSON.stringify(line)}\n`);
    };
    try {
      const onProgress = (progress: object): void => (wantsLines ? tell({ progress }) : undefined);
      const report = success(await this.commands.execute(new ImportRows({ ...by, workspaceId }, request, { onProgress, isDry: dryRun })));
      if (!wantsLines) return void response.json(report);
      tell(report);
      response.end();
    } finally {
      // The rest of a rejected body is discarded, so that the client can read the response.
      request.resume();
    }
  }

  /**
   * Exports rows as a CSV file that is safe to open in a spreadsheet.
   * @returns The CSV file.
   */
  @Get('export')
  async export(
    @TableCaller() by: CallerOfTable,
    @RequestMeta() meta: EventMeta,
    @Query() { workspaceId, filter, asOf }: FilteredRequest,
    @Res() response: Response,
  ): Promise<Answers<{ 200: Csv }>> {
    const ended = this.streams.enter(by.by.caller, response.req, response);
    const file = await this.queries.execute(new ExportRows({ ...by, workspaceId }, { ...orderOf({ filter }), asOf }));
    // HEAD sends no rows.
    if (response.req.method === 'GET')
      await this.takeouts.record(meta, { kind: 'table', resourceId: by.tableId, name: file.name, workspaceId });
    response.setHeader('Content-Type', 'text/csv; charset=utf-8');
    response.setHeader('Content-Disposition', `attachment; filename="${file.name}.csv"`);
    await pipeToCaller(file.parts, response, { ended });
  }
}
