import { Query, QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { EventStore } from '#ledger/events/event-store.js';
import { foldExecution } from '#engine/execution.state.js';
import { RunIntegrity } from '#modules/audit/index.js';
import type { LocatedRun } from '#modules/runs/index.js';
import { runEvents } from '../diagnosis/run-events.js';
import { GetExecutionLog } from '../get-execution-log.query.js';
import { compare, comparedRun, type ComparedRun, type Comparison } from './comparison.js';

/** Bytes of the arguments of tools of one run. */
const mostCompared = 1024 * 1024;

/** Two runs side by side. @throws DomainError not-found, the same for an absent and a foreign run */
export class CompareExecutions extends Query<Comparison> {
  constructor(
    readonly run: LocatedRun,
    readonly other: LocatedRun,
  ) {
    super();
  }
}

@QueryHandler(CompareExecutions)
export class CompareExecutionsHandler implements IQueryHandler<CompareExecutions> {
  constructor(
    private readonly queries: QueryBus,
    private readonly store: EventStore,
    private readonly integrity: RunIntegrity,
  ) {}

  async execute({ run, other }: CompareExecutions): Promise<Comparison> {
    return compare(await this.#compared(run), await this.#compared(other));
  }

  async #compared(run: LocatedRun): Promise<ComparedRun> {
    const { entry } = await this.queries.execute(new GetExecutionLog(run));
    const { id: executionId, workspaceId } = entry;
    return this.integrity.reading({ executionId, workspaceId }, async () => {
      const events = await runEvents(this.store, executionId, mostCompared);
      const state = foldExecution(events);
      return comparedRun(entry, events, state === undefined || state.endedAt === null ? null : state.output);
    });
  }
}
