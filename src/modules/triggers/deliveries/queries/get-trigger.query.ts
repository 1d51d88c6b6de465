import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { requireReach, type Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { notFound } from '#kernel/errors.js';
import { PollFailures } from '../../store/cursors/poll-failures.js';
import { ScheduleCursors } from '../../store/cursors/schedule-cursors.js';
import { DeliveryRows } from '../../store/deliveries/delivery-rows.js';
import { TriggerRuns } from '../../store/trigger-runs.js';
import { Triggers } from '../../store/triggers.js';
import { maySeeAddress } from './trigger-access.js';
import { nextRuns, type TriggerDetails } from './trigger-view.js';

const shownRuns = 5;

/** One trigger. @throws DomainError not-found, the same for an absent and a foreign trigger */
export class GetTrigger extends Query<TriggerDetails> {
  constructor(
    readonly caller: Caller,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetTrigger)
export class GetTriggerHandler implements IQueryHandler<GetTrigger> {
  constructor(
    private readonly triggers: Triggers,
    private readonly deliveries: DeliveryRows,
    private readonly runs: TriggerRuns,
    private readonly failures: PollFailures,
    private readonly cursors: ScheduleCursors,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, id }: GetTrigger): Promise<TriggerDetails> {
    const trigger = await this.triggers.find(id);
    if (trigger === undefined) throw notFound('Trigger');
    requireReach(caller, trigger.workspaceId, 'read', 'Trigger');
    const [lastFiredAt, counts, runs, pollFailure, schedule] = await Promise.all([
      this.deliveries.lastFiredAt(id),
      this.deliveries.counts(id),
      this.runs.counted([id]),
      this.failures.of(trigger),
      this.cursors.find(id),
    ]);
    const failedCount = runs.get(id)?.failures ?? 0;
    const showsAddress = maySeeAddress(caller, trigger.workspaceId);
    const shown = { trigger, showsAddress, lastFiredAt, failedCount, counts, pollFailure };
    return { ...shown, nextRuns: nextRuns(trigger, schedule?.cursor.fired ?? 0, this.clock.now(), shownRuns) };
  }
}
