import { IsIn } from 'class-validator';
import { IsIdentifier, IsMoment, MayBeAbsent, refuseReversed } from '#edge/request/request-fields.js';
import { invalidField } from '#kernel/errors.js';
import { scheduleActions, type ScheduleAction } from '../../firing/commands/change-schedule.command.js';
import type { BackfillTrigger } from '../../firing/commands/backfill-trigger.command.js';
import type { ScheduleOwner } from '../../firing/queries/list-schedules.query.js';

/** Whose schedules are asked for: those of a workflow, or of a workspace. */
export class ListSchedulesRequest {
  /** The workflow of the schedule; with `workspaceId`: a workflow of this workspace. */
  @MayBeAbsent()
  @IsIdentifier()
  workflowId?: string;

  /** The block of the schedule, together with `workflowId`; absent: the first one of the workflow. */
  @MayBeAbsent()
  @IsIdentifier()
  blockId?: string;

  /** The workspace of the schedules. */
  @MayBeAbsent()
  @IsIdentifier()
  workspaceId?: string;

  toMessage(): ScheduleOwner {
    const { workflowId, blockId, workspaceId } = this;
    if (workflowId !== undefined) return { workflowId, workspaceId };
    if (blockId !== undefined) throw invalidField('blockId', 'blockId must be given together with workflowId');
    if (workspaceId === undefined) throw invalidField('workflowId', 'workflowId or workspaceId is required', 'required');
    return { workspaceId };
  }
}

/** @example {"action": "disable"} */
export class ChangeScheduleRequest {
  /** `disable` stops the schedule, `reactivate` lets it continue with its next time. */
  @IsIn(scheduleActions)
  action!: ScheduleAction;
}

/** @example {"from": "2026-03-01T00:00:00Z", "to": "2026-03-02T00:00:00Z"} */
export class BackfillRequest {
  /** The first time that may be run, in ISO 8601. */
  @IsMoment()
  from!: string;

  /** The last one. */
  @IsMoment()
  to!: string;

  toMessage(): BackfillTrigger['range'] {
    refuseReversed(this, [['from', 'to']]);
    return { from: new Date(this.from), to: new Date(this.to) };
  }
}
