import { Query, QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { EventStore } from '#ledger/events/event-store.js';
import { RunIntegrity } from '#modules/audit/index.js';
import type { LocatedRun } from '#modules/runs/index.js';
import { type EffectView, effectsOf } from './effects.js';
import { GetExecutionLog } from '../get-execution-log.query.js';
import { runEvents } from './run-events.js';

export interface RunEffects {
  readonly workspaceId: string;
  readonly effects: readonly EffectView[];
}

/** The effects of a run on external systems, certain and possible ones. @throws DomainError not-found, the same for an absent and a foreign run */
export class ListEffects extends Query<RunEffects> {
  constructor(readonly run: LocatedRun) {
    super();
  }
}

@QueryHandler(ListEffects)
export class ListEffectsHandler implements IQueryHandler<ListEffects> {
  constructor(
    private readonly queries: QueryBus,
    private readonly store: EventStore,
    private readonly integrity: RunIntegrity,
  ) {}

  async execute({ run }: ListEffects): Promise<RunEffects> {
    const { entry, document } = await this.queries.execute(new GetExecutionLog(run));
    const { id: executionId, workspaceId } = entry;
    const effects = await this.integrity.reading({ executionId, workspaceId }, async () =>
      effectsOf(await runEvents(this.store, executionId, 0), document.blocks),
    );
    return { workspaceId, effects };
  }
}
