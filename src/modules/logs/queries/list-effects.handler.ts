import { QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { EventStore } from '#infrastructure/event-store/event-store.js';
import { effectsOf } from './effects.js';
import { runEvents } from './run-events.js';
import { GetExecutionLog } from './get-execution-log.query.js';
import { ListEffects, type RunEffects } from './list-effects.query.js';

@QueryHandler(ListEffects)
export class ListEffectsHandler implements IQueryHandler<ListEffects> {
  constructor(
    private readonly queries: QueryBus,
    private readonly store: EventStore,
  ) {}

  async execute({ caller, executionId }: ListEffects): Promise<RunEffects> {
    const { entry, document } = await this.queries.execute(new GetExecutionLog(caller, executionId));
    const events = await runEvents(this.store, entry.id, 0);
    return { workspaceId: entry.workspaceId, effects: effectsOf(events, document.blocks) };
  }
}
