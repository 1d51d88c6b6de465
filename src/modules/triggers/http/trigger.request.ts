import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { PageRequest } from '#edge/request/page.request.js';
import { IsIdentifier, MayBeAbsent } from '#edge/request/request-fields.js';
import { invalidField } from '#kernel/errors.js';
import type { TriggerChange } from '../deliveries/commands/change-trigger.command.js';
import { shownKinds, type ShownKind } from '../kinds/trigger-kind.js';
import { pauseModes, triggerStatuses, type PauseMode, type TriggerStatus } from '../domain/trigger.state.js';

/** The query of a list of triggers. */
export class ListTriggersRequest extends PageRequest {
  /** Id of the workspace. */
  @IsIdentifier()
  workspaceId!: string;

  /** Only triggers of this workflow. */
  @MayBeAbsent()
  @IsIdentifier()
  workflowId?: string;

  /** Only triggers of this kind. */
  @MayBeAbsent()
  @IsIn(shownKinds)
  kind?: ShownKind;

  /** Only triggers whose events come from this provider, for example `github`. */
  @MayBeAbsent()
  @IsIdentifier()
  provider?: string;

  /** Only triggers in this state. */
  @MayBeAbsent()
  @IsIn(triggerStatuses)
  status?: TriggerStatus;
}

const settable = ['active', 'paused'] as const;
const highestLimit = 1_000_000;

/**
 * What is to be otherwise.
 * @example {"status": "paused", "pauseMode": "hold"}
 */
export class ChangeTriggerRequest {
  /** `active` resumes a paused or disabled trigger; `paused` pauses it. */
  @MayBeAbsent()
  @IsIn(settable)
  status?: (typeof settable)[number];

  /** With `paused`: `hold`, the default, keeps deliveries until the trigger is resumed; `drop` refuses them. */
  @MayBeAbsent()
  @IsIn(pauseModes)
  pauseMode?: PauseMode;

  /** Number of failed runs in a row that disable the trigger; null: the limit of the server. */
  @IsOptional()
  @Min(1)
  @Max(highestLimit)
  @IsInt({ message: `failureLimit must be a whole number from 1 to ${highestLimit}, or null` })
  failureLimit?: number | null;

  /** @throws DomainError invalid for a mode without a pause */
  toMessage(): TriggerChange {
    const { status, pauseMode, failureLimit } = this;
    if (pauseMode !== undefined && status !== 'paused') throw invalidField('pauseMode', 'pauseMode needs the status "paused"');
    return {
      ...(status === 'paused' ? { pause: pauseMode ?? 'hold' } : {}),
      ...(status === 'active' ? { isResumed: true } : {}),
      ...(failureLimit === undefined ? {} : { failureLimit }),
    };
  }
}
