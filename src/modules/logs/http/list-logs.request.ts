import { IsIn, IsString, MaxLength } from 'class-validator';
import { fileFormats, type FileFormat } from '#edge/answer/paged-file.js';
import { IsIdentifier, IsMoment, MayBeAbsent, QueryBoolean, refuseReversed } from '#edge/request/request-fields.js';
import type { Caller } from '#kernel/caller.js';
import { ListLogs } from '../queries/list-logs.query.js';
import type { LogFilter } from '../queries/pages/log-filter.js';
import { ClampedInteger, QueryList, QueryMilliseconds, QueryName, QueryNumber, QueryText } from './query-fields.js';

/** Which logs, in which order, and how much of each. */
class LogsRequest {
  @IsIdentifier()
  workspaceId!: string;

  /** Ids of workflows, separated by commas. */
  @MayBeAbsent()
  @QueryList()
  workflowIds?: string[];

  /** Only workflows that lie in these folders themselves. */
  @MayBeAbsent()
  @QueryList()
  folderIds?: string[];

  /** Only what was started so: `api`, `manual`, `workflow` …; `all` for all. */
  @MayBeAbsent()
  @QueryList()
  triggers?: string[];

  /** Only what went well (`info`), or only what did not (`error`). */
  @MayBeAbsent()
  @IsIn(['info', 'error'])
  level?: 'info' | 'error';

  /** Only runs that began then or later. */
  @MayBeAbsent()
  @IsMoment()
  startDate?: string;

  /** Only runs that began then or earlier. */
  @MayBeAbsent()
  @IsMoment()
  endDate?: string;

  /** Only this run. */
  @MayBeAbsent()
  @QueryName()
  executionId?: string;

  /** Only runs that took so long or longer, in ms. */
  @MayBeAbsent()
  @QueryMilliseconds()
  minDurationMs?: number;

  /** Only runs that took so long or less, in ms. */
  @MayBeAbsent()
  @QueryMilliseconds()
  maxDurationMs?: number;

  /** Only runs that cost so much or more, in US dollars. */
  @MayBeAbsent()
  @QueryNumber()
  minCost?: number;

  /** Only runs that cost so much or less, in US dollars. */
  @MayBeAbsent()
  @QueryNumber()
  maxCost?: number;

  /** Only runs that used this model. */
  @MayBeAbsent()
  @QueryName()
  model?: string;

  /** Part of an error, or of the name of a workflow, in any case. */
  @MayBeAbsent()
  @QueryText()
  search?: string;

  /** With `full` the workflow and what happened come along. */
  @IsIn(['basic', 'full'])
  details: 'basic' | 'full' = 'basic';

  /** With `details=full`: what ran when. */
  @QueryBoolean()
  includeTraceSpans = false;

  /** With `details=full`: what the run came to. */
  @QueryBoolean()
  includeFinalOutput = false;

  /** The newest first (`desc`), or the oldest. */
  @IsIn(['desc', 'asc'])
  order: 'desc' | 'asc' = 'desc';

  /** @throws DomainError (invalid) for ranges that end before they begin */
  protected pageOf(caller: Caller, { limit, cursor }: { readonly limit: number; readonly cursor: string | undefined }): ListLogs {
    refuseReversed(this, ranges);
    const isFull = this.details === 'full';
    const include = { workflow: isFull, traceSpans: isFull && this.includeTraceSpans, finalOutput: isFull && this.includeFinalOutput };
    return new ListLogs(caller, this.#filter(), { limit, order: this.order, cursor }, include);
  }

  /** Lists and texts that were sent empty narrow nothing. */
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

  /** @throws DomainError (invalid) for ranges that end before they begin */
  toMessage(caller: Caller): ListLogs {
    return this.pageOf(caller, { limit: this.limit, cursor: this.cursor });
  }
}

/** The query of `GET /api/v1/logs/export`. */
export class ExportLogsRequest extends LogsRequest {
  /** Lines of JSON, or a table for spreadsheets, which has neither spans nor outputs. */
  @IsIn(fileFormats)
  format: FileFormat = 'jsonl';

  /** @throws DomainError (invalid) for ranges that end before they begin */
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
