import { IsIn, ValidateIf } from 'class-validator';
import { IsIdentifier, IsMoment, MayBeAbsent, refuseReversed } from '#edge/request/request-fields.js';
import { invalidField } from '#kernel/errors.js';
import { usageGroupings, type UsageGrouping, type UsageSelection } from '../queries/get-usage.query.js';

export class GetUsageRequest {
  /** Left out where `organizationId` asks for all that an organization pays for. */
  @ValidateIf(({ workspaceId, organizationId }: GetUsageRequest) => workspaceId !== undefined || organizationId === undefined)
  @IsIdentifier()
  workspaceId?: string;

  /** In place of `workspaceId`: everything that the organization pays for, in whatever workspace. For its admins and owners. */
  @MayBeAbsent()
  @IsIdentifier()
  organizationId?: string;

  @IsIn(usageGroupings)
  groupBy: UsageGrouping = 'workflow';

  @MayBeAbsent()
  @IsMoment()
  startDate?: string;

  @MayBeAbsent()
  @IsMoment()
  endDate?: string;

  /** @throws DomainError (invalid) when the time ends before it begins, or both a workspace and an organization are asked for */
  selection(): UsageSelection {
    refuseReversed(this, [['startDate', 'endDate']]);
    const { workspaceId, organizationId, groupBy, startDate, endDate } = this;
    if (workspaceId !== undefined && organizationId !== undefined) {
      throw invalidField('organizationId', 'organizationId must not be given together with workspaceId');
    }
    const scope = workspaceId === undefined ? { organizationId: organizationId ?? '' } : { workspaceId };
    return { scope, groupBy, startDate, endDate };
  }
}
