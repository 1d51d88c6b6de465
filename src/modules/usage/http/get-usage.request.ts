import { IsIn } from 'class-validator';
import { IsIdentifier, IsMoment, MayBeAbsent, refuseReversed } from '#infrastructure/http/request-fields.js';
import { usageGroupings, type UsageGrouping, type UsageSelection } from '../queries/get-usage.query.js';

export class GetUsageRequest {
  @IsIdentifier()
  workspaceId!: string;

  @IsIn(usageGroupings)
  groupBy: UsageGrouping = 'workflow';

  @MayBeAbsent()
  @IsMoment()
  startDate?: string;

  @MayBeAbsent()
  @IsMoment()
  endDate?: string;

  /** @throws DomainError (invalid) when the time ends before it begins */
  selection(): UsageSelection {
    refuseReversed(this, [['startDate', 'endDate']]);
    return this;
  }
}
