import { IsIn } from 'class-validator';
import { IsIdentifier, IsMoment, MayBeAbsent, refuseReversed } from '#edge/request/request-fields.js';
import { logStatuses, type LogStatus } from '../projections/log-status.js';
import type { LogFilter } from '../queries/pages/log-filter.js';
import { FilterName, QueryList, QueryMilliseconds, QueryNumber, QueryText } from './query-fields.js';

/** The filters of a list of runs. */
export class LogFilterRequest {
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

  /** Only runs with these statuses (`running`, `paused`, `completed`, `failed`, `cancelled`), separated by commas. */
  @MayBeAbsent()
  @IsIn(logStatuses, { each: true, message: `each member of $property must be one of: ${logStatuses.join(', ')}` })
  @QueryList()
  status?: LogStatus[];

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
  @FilterName()
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
  @FilterName()
  model?: string;

  /** A part of an error message or of a workflow name. Letter case is ignored. */
  @MayBeAbsent()
  @QueryText()
  search?: string;

  /** @throws DomainError (invalid) for a range that ends before it begins */
  protected filter(): LogFilter {
    refuseReversed(this, ranges);
    const { workspaceId, level, startDate, endDate, minDurationMs, maxDurationMs, minCost, maxCost } = this;
    return {
      workspaceId,
      workflowIds: this.workflowIds,
      folderIds: this.folderIds,
      triggers: this.triggers?.includes('all') === true ? undefined : this.triggers,
      level,
      statuses: this.status,
      startDate,
      endDate,
      executionId: this.executionId,
      minDurationMs,
      maxDurationMs,
      minCost,
      maxCost,
      model: this.model,
      search: this.search,
    };
  }
}

const ranges = [
  ['startDate', 'endDate'],
  ['minDurationMs', 'maxDurationMs'],
  ['minCost', 'maxCost'],
] as const;
