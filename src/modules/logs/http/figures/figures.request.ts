import { IsIn } from 'class-validator';
import { IsIdentifier, IsMoment, MayBeAbsent, refuseReversed } from '#edge/request/request-fields.js';
import type { Caller } from '#kernel/caller.js';
import { invalidField } from '#kernel/errors.js';
import { GetSummary, ListErrorGroups } from '../../queries/figures/get-figures.query.js';
import type { FigureRange } from '../../queries/figures/log-figures.js';
import { QueryList } from '../query-fields.js';

const dayMs = 86_400_000;
const buckets = { '5m': 300_000, '1h': 3_600_000, '1d': dayMs } as const;
type Bucket = keyof typeof buckets;
/** Spans of one response, for each workflow. */
const mostBuckets = 1000;

/** The runs that figures are about. */
export class FiguresRequest {
  @IsIdentifier()
  workspaceId!: string;

  /** Only runs of these workflows, separated by commas. */
  @MayBeAbsent()
  @QueryList()
  workflowIds?: string[];

  /** Only runs that started at this time or later; a day before `to` when absent. */
  @MayBeAbsent()
  @IsMoment()
  from?: string;

  /** Only runs that started before this time; now when absent. */
  @MayBeAbsent()
  @IsMoment()
  to?: string;

  /** @throws DomainError (invalid) for a range that ends before it begins */
  protected range(now: Date): FigureRange {
    refuseReversed(this, [['from', 'to']] as const);
    const to = this.to ?? new Date(Math.max(now.getTime() + 1, Date.parse(this.from ?? '') || 0)).toISOString();
    const from = this.from ?? new Date(Date.parse(to) - dayMs).toISOString();
    return { workspaceId: this.workspaceId, workflowIds: this.workflowIds, from, to };
  }
}

/** The query of a summary. */
export class SummaryRequest extends FiguresRequest {
  /** Length of the spans of time: 5 minutes, an hour or a day. They begin at whole hours and days in UTC. */
  @IsIn(Object.keys(buckets))
  bucket: Bucket = '1h';

  /** `workflow` has figures for each workflow instead of all together. */
  @MayBeAbsent()
  @IsIn(['workflow'])
  groupBy?: 'workflow';

  /** @throws DomainError (invalid) for a reversed range, and for one of too many spans */
  toMessage(caller: Caller, now: Date): GetSummary {
    const range = this.range(now);
    const bucketMs = buckets[this.bucket];
    if ((Date.parse(range.to) - Date.parse(range.from)) / bucketMs > mostBuckets)
      throw invalidField(
        'bucket',
        `bucket must divide the time from \`from\` to \`to\` into at most ${mostBuckets} spans: choose a longer bucket or a shorter range`,
      );
    return new GetSummary(caller, range, { bucketMs, byWorkflow: this.groupBy === 'workflow' });
  }
}

/** The query of the errors of runs. */
export class ErrorsRequest extends FiguresRequest {
  /** @throws DomainError (invalid) for a reversed range */
  toMessage(caller: Caller, now: Date): ListErrorGroups {
    return new ListErrorGroups(caller, this.range(now));
  }
}
