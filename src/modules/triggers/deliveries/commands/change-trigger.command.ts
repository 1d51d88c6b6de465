import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { requireReach, type Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import type { TriggerCommand } from '../../domain/trigger.decider.js';
import type { PauseMode } from '../../domain/trigger.state.js';
import { Triggers } from '../../store/triggers.js';

/** What is to be otherwise. */
export interface TriggerChange {
  readonly pause?: PauseMode | undefined;
  readonly isResumed?: boolean | undefined;
  /** Null: the limit of the server. */
  readonly failureLimit?: number | null | undefined;
}

/** @throws DomainError not-found, the same for an absent and a foreign trigger; conflict for a retired one */
export class ChangeTrigger extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly id: string,
    readonly change: TriggerChange,
  ) {
    super();
  }
}

@CommandHandler(ChangeTrigger)
export class ChangeTriggerHandler implements ICommandHandler<ChangeTrigger> {
  constructor(
    private readonly triggers: Triggers,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, meta, id, change }: ChangeTrigger): Promise<void> {
    const at = this.clock.iso();
    await this.triggers.change(id, meta, ({ workspaceId }) => {
      requireReach(caller, workspaceId, 'write', 'Trigger');
      return commandsOf(change, at);
    });
  }
}

function commandsOf({ pause, isResumed = false, failureLimit }: TriggerChange, at: string): readonly TriggerCommand[] {
  return [
    ...(failureLimit === undefined ? [] : [{ type: 'limit-failures', failureLimit, at } as const]),
    ...(pause === undefined ? [] : [{ type: 'pause', mode: pause, at } as const]),
    ...(isResumed ? [{ type: 'resume', at } as const] : []),
  ];
}
