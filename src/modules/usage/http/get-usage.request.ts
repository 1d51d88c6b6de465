import { IsIn, ValidateIf } from 'class-validator';
import { IsIdentifier, IsMoment, MayBeAbsent, refuseReversed, refuseTogether } from '#edge/request/request-fields.js';
import { usageGroupings, type UsageGrouping, type UsageSelection } from '../queries/get-usage.query.js';

export class GetUsageRequest {
  /** Id of the workspace. Required unless `organizationId` is given. */
  @ValidateIf(({ workspaceId, organizationId }: GetUsageRequest) => workspaceId !== undefined || organizationId === undefined)
  @IsIdentifier()
  workspaceId?: string;

  /** Id of an organization, instead of `workspaceId`: includes all that it pays for in any workspace. Requires its admin or owner role. */
  @MayBeAbsent()
  @IsIdentifier()
  organizationId?: string;

  /** What the usage is grouped by. */
  @IsIn(usageGroupings)
  groupBy: UsageGrouping = 'workflow';

  /** Start of the time span. The default is the start of the billing period. */
  @MayBeAbsent()
  @IsMoment()
  startDate?: string;

  /** End of the time span, inclusive. The default is now. */
  @MayBeAbsent()
  @IsMoment()
  endDate?: string;

  /** @throws DomainError (invalid) when the time span ends before it starts, or with both a workspace and an organization */
  selection(): UsageSelection {
    refuseReversed(this, [['startDate', 'endDate']]);
    refuseTogether(this, 'organizationId', 'workspaceId');
    const { workspaceId, organizationId, groupBy, startDate, endDate } = this;
    const scope = workspaceId === undefined ? { organizationId: organizationId ?? '' } : { workspaceId };
    return { scope, groupBy, startDate, endDate };
  }
}
