import { IsBoolean, IsIn } from 'class-validator';
import { IsIdentifier, IsMoment, MayBeAbsent, refuseReversed } from '#edge/request/request-fields.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { RequestReplay } from '../../deliveries/commands/request-replay.command.js';
import type { ReplayFilter } from '../../domain/delivery-replay.events.js';
import { repeatableOutcomes } from '../../domain/delivery.state.js';

/**
 * Which deliveries are repeated, and how.
 * @example {"workspaceId": "0197a5e0-0000-7000-8000-000000000001", "outcome": "refused", "from": "2026-05-04T08:00:00.000Z"}
 */
export class ReplayDeliveriesRequest {
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

  /** Only deliveries with this outcome. Held deliveries and duplicates cannot be repeated. */
  @MayBeAbsent()
  @IsIn(repeatableOutcomes)
  outcome?: (typeof repeatableOutcomes)[number];

  /** Only deliveries that arrived at this time or later. */
  @MayBeAbsent()
  @IsMoment()
  from?: string;

  /** Only deliveries that arrived at this time or earlier. */
  @MayBeAbsent()
  @IsMoment()
  to?: string;

  /** Whether the drafts run. The default is the active version of each workflow. */
  @IsBoolean()
  draft = false;

  /** @throws DomainError (invalid) for a range that ends before it begins */
  toMessage(caller: Caller, meta: EventMeta): RequestReplay {
    refuseReversed(this, [['from', 'to']] as const);
    const { workspaceId, triggerId, workflowId, outcome, from, to, draft: usesDraft } = this;
    const given = Object.entries({ triggerId, workflowId, outcome, from, to }).filter(([, value]) => value !== undefined);
    return new RequestReplay(caller, meta, workspaceId, { filter: Object.fromEntries(given) as ReplayFilter, usesDraft });
  }
}
