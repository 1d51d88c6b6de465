import { IsIn } from 'class-validator';
import { IsIdentifier, IsMoment, MayBeAbsent } from '#infrastructure/http/request-fields.js';
import { usageGroupings, type UsageGrouping } from '../queries/get-usage.query.js';

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
}
