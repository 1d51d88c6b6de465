import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { requireReach, type Caller } from '#kernel/caller.js';
import { notFound } from '#kernel/errors.js';
import { Triggers } from '../../store/triggers.js';
import type { ScheduleView } from './schedule-view.js';
import { ScheduleViews } from './schedule-views.js';

/** One schedule. @throws DomainError not-found, also for a trigger of another kind */
export class GetSchedule extends Query<ScheduleView> {
  constructor(
    readonly caller: Caller,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetSchedule)
export class GetScheduleHandler implements IQueryHandler<GetSchedule> {
  constructor(
    private readonly triggers: Triggers,
    private readonly views: ScheduleViews,
  ) {}

  async execute({ caller, id }: GetSchedule): Promise<ScheduleView> {
    const trigger = await this.triggers.find(id);
    if (trigger === undefined) throw notFound('Schedule');
    requireReach(caller, trigger.workspaceId, 'read', 'Schedule');
    const [view] = await this.views.of('id', id);
    if (view === undefined) throw notFound('Schedule');
    return view;
  }
}
