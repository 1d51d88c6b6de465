import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { actorOf, requireReach, type Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { notFound } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { scheduleOf } from '../../kinds/trigger-kinds.js';
import { Triggers } from '../../store/triggers.js';

export const scheduleActions = ['disable', 'reactivate'] as const;
export type ScheduleAction = (typeof scheduleActions)[number];

/** Stops a schedule, or lets it continue with its next time. @throws DomainError not-found, forbidden, conflict for a retired one */
export class ChangeSchedule extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly id: string,
    readonly action: ScheduleAction,
  ) {
    super();
  }
}

@CommandHandler(ChangeSchedule)
export class ChangeScheduleHandler implements ICommandHandler<ChangeSchedule> {
  constructor(
    private readonly triggers: Triggers,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, meta, id, action }: ChangeSchedule): Promise<void> {
    if ((await this.triggers.find(id)) === undefined) throw notFound('Schedule');
    const at = this.clock.now().toISOString();
    await this.triggers.change(id, { ...meta, ...actorOf(caller) }, (row) => {
      requireReach(caller, row.workspaceId, 'write', 'Schedule');
      if (scheduleOf(row) === undefined) throw notFound('Schedule');
      return action === 'disable' ? { type: 'pause', mode: 'drop', at } : { type: 'resume', at };
    });
  }
}
