import { IsIn, IsString, MaxLength } from 'class-validator';
import { fileFormats, type FileFormat } from '#edge/answer/paged-file.js';
import { MayBeAbsent, QueryBoolean } from '#edge/request/request-fields.js';
import type { Caller } from '#kernel/caller.js';
import { ListLogs } from '../queries/list-logs.query.js';
import { LogFilterRequest } from './log-filter.request.js';
import { ClampedInteger } from './query-fields.js';

/** The filters, the order and the level of detail of a list of runs. */
class LogsRequest extends LogFilterRequest {
  /** `full` includes the workflow and the execution data of each run. */
  @IsIn(['basic', 'full'])
  details: 'basic' | 'full' = 'basic';

  /** With `details=full`: includes the trace spans. */
  @QueryBoolean()
  includeTraceSpans = false;

  /** With `details=full`: includes the final output. */
  @QueryBoolean()
  includeFinalOutput = false;

  /** The order by start time: newest first (`desc`) or oldest first (`asc`). */
  @IsIn(['desc', 'asc'])
  order: 'desc' | 'asc' = 'desc';

  /** @throws DomainError (invalid) for a range that ends before it begins */
  protected pageOf(caller: Caller, { limit, cursor }: { readonly limit: number; readonly cursor: string | undefined }): ListLogs {
    const isFull = this.details === 'full';
    const include = { workflow: isFull, traceSpans: isFull && this.includeTraceSpans, finalOutput: isFull && this.includeFinalOutput };
    return new ListLogs(caller, this.filter(), { limit, order: this.order, cursor }, include);
  }
}

/** The query of `GET /api/v1/logs`. */
export class ListLogsRequest extends LogsRequest {
  /** Maximum number of runs on the page. */
  @ClampedInteger(1, 1000)
  limit = 100;

  /** `nextCursor` of the previous page; absent for the first page. */
  @MayBeAbsent()
  @MaxLength(2048)
  @IsString()
  cursor?: string;

  /** @throws DomainError (invalid) for a range that ends before it begins */
  toMessage(caller: Caller): ListLogs {
    return this.pageOf(caller, { limit: this.limit, cursor: this.cursor });
  }
}

/** The query of `GET /api/v1/logs/export`. */
export class ExportLogsRequest extends LogsRequest {
  /** `jsonl` writes one JSON object on each line; `csv` writes a table for spreadsheets, without spans and outputs. */
  @IsIn(fileFormats)
  format: FileFormat = 'jsonl';

  /** @throws DomainError (invalid) for a range that ends before it begins */
  toPage(caller: Caller, cursor: string | undefined): ListLogs {
    return this.pageOf(caller, { limit: 1000, cursor });
  }
}
