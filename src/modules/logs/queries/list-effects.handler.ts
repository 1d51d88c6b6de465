import { QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { EventStore } from '#infrastructure/event-store/event-store.js';
import type { ExecutionEvent } from '#modules/executions/index.js';
import { effectsOf } from './effects.js';
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
    const events = (await this.store.read('run', entry.id)) as unknown as ExecutionEvent[];
    return { workspaceId: entry.workspaceId, effects: effectsOf(events, document.blocks) };
  }
}
