import { IsIn, IsString, MaxLength } from 'class-validator';
import { fileFormats, type FileFormat } from '#edge/answer/paged-file.js';
import { IsIdentifier, IsMoment, MayBeAbsent, QueryBoolean, refuseReversed } from '#edge/request/request-fields.js';
import type { Caller } from '#kernel/caller.js';
import { ListLogs } from '../queries/list-logs.query.js';
import type { LogFilter } from '../queries/pages/log-filter.js';
import { ClampedInteger, QueryList, QueryMilliseconds, QueryName, QueryNumber, QueryText } from './query-fields.js';

/** The filters, the order and the level of detail of a list of runs. */
class LogsRequest {
  @IsIdentifier()
  workspaceId!: string;

  /** Ids of workflows, separated by commas. */
  @MayBeAbsent()
  @QueryList()
  workflowIds?: string[];

  /** Only workflows directly in these folders, without subfolders. */
  @MayBeAbsent()
  @QueryList()
  folderIds?: string[];

  /**
   * Only runs with these triggers (`api`, `manual`, `webhook`, `schedule`, `chat`, `workflow`), or of these kinds or providers of triggers
   * (`table`, `github` …); `all` for all triggers.
   */
  @MayBeAbsent()
  @QueryList()
  triggers?: string[];

  /** Only runs without a failure (`info`), or only failed runs (`error`). */
  @MayBeAbsent()
  @IsIn(['info', 'error'])
  level?: 'info' | 'error';

  /** Only runs that started at this time or later. */
  @MayBeAbsent()
  @IsMoment()
  startDate?: string;

  /** Only runs that started at this time or earlier. */
  @MayBeAbsent()
  @IsMoment()
  endDate?: string;

  /** Only the run with this id. */
  @MayBeAbsent()
  @QueryName()
  executionId?: string;

  /** Only runs with at least this duration, in ms. */
  @MayBeAbsent()
  @QueryMilliseconds()
  minDurationMs?: number;

  /** Only runs with at most this duration, in ms. */
  @MayBeAbsent()
  @QueryMilliseconds()
  maxDurationMs?: number;

  /** Only runs with at least this cost, in US dollars. */
  @MayBeAbsent()
  @QueryNumber()
  minCost?: number;

  /** Only runs with at most this cost, in US dollars. */
  @MayBeAbsent()
  @QueryNumber()
  maxCost?: number;

  /** Only runs that used this model. */
  @MayBeAbsent()
  @QueryName()
  model?: string;

  /** A part of an error message or of a workflow name. Letter case is ignored. */
  @MayBeAbsent()
  @QueryText()
  search?: string;

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
    refuseReversed(this, ranges);
    const isFull = this.details === 'full';
    const include = { workflow: isFull, traceSpans: isFull && this.includeTraceSpans, finalOutput: isFull && this.includeFinalOutput };
    return new ListLogs(caller, this.#filter(), { limit, order: this.order, cursor }, include);
  }

  /** Empty lists and texts have no effect. */
  #filter(): LogFilter {
    const { workspaceId, level, startDate, endDate, minDurationMs, maxDurationMs, minCost, maxCost } = this;
    return {
      workspaceId,
      workflowIds: filled(this.workflowIds),
      folderIds: filled(this.folderIds),
      triggers: this.triggers?.includes('all') === true ? undefined : filled(this.triggers),
      level,
      startDate,
      endDate,
      executionId: this.executionId || undefined,
      minDurationMs,
      maxDurationMs,
      minCost,
      maxCost,
      model: this.model || undefined,
      search: this.search || undefined,
    };
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

function filled(list: string[] | undefined): string[] | undefined {
  return list?.length === 0 ? undefined : list;
}

const ranges = [
  ['startDate', 'endDate'],
  ['minDurationMs', 'maxDurationMs'],
  ['minCost', 'maxCost'],
] as const;
