import { IsBoolean, IsIn } from 'class-validator';
import { PageRequest } from '#edge/request/page.request.js';
import { IsIdentifier, IsMoment, MayBeAbsent, refuseReversed } from '#edge/request/request-fields.js';
import type { Caller } from '#kernel/caller.js';
import { deliveryOutcomes, type DeliveryOutcome } from '../domain/delivery.state.js';
import { ListDeliveries } from '../deliveries/queries/list-deliveries.query.js';

/** The query of a list of deliveries. */
export class ListDeliveriesRequest extends PageRequest {
  /** Id of the workspace. */
  @IsIdentifier()
  workspaceId!: string;

  /** Only deliveries to this trigger. */
  @MayBeAbsent()
  @IsIdentifier()
  triggerId?: string;

  /** Only deliveries to triggers of this workflow. */
  @MayBeAbsent()
  @IsIdentifier()
  workflowId?: string;

  /** Only deliveries with this outcome. */
  @MayBeAbsent()
  @IsIn(deliveryOutcomes)
  outcome?: DeliveryOutcome;

  /** Only deliveries that arrived at this time or later. */
  @MayBeAbsent()
  @IsMoment()
  from?: string;

  /** Only deliveries that arrived at this time or earlier. */
  @MayBeAbsent()
  @IsMoment()
  to?: string;

  /** @throws DomainError (invalid) for a range that ends before it begins */
  toMessage(caller: Caller): ListDeliveries {
    refuseReversed(this, [['from', 'to']] as const);
    const { workspaceId, triggerId, workflowId, outcome, from, to, limit, cursor } = this;
    const outcomes = outcome === undefined ? undefined : [outcome];
    return new ListDeliveries(caller, { workspaceId, triggerId, workflowId, outcomes, from, to }, { limit, cursor });
  }
}

/**
 * How a delivery is repeated.
 * @example {"draft": true}
 */
export class ReplayDeliveryRequest {
  /** Whether the draft runs. The default is the active version. */
  @IsBoolean()
  draft = false;
}
