import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { requireWorkspace, type Caller } from '#kernel/caller.js';
import { ChosenRuns, type BulkRequest } from './chosen-runs.js';

/** How many runs a bulk job would be about. @throws DomainError forbidden; invalid when too many are chosen */
export class CountBulkJob extends Query<number> {
  constructor(
    readonly caller: Caller,
    readonly request: BulkRequest,
  ) {
    super();
  }
}

@QueryHandler(CountBulkJob)
export class CountBulkJobHandler implements IQueryHandler<CountBulkJob> {
  constructor(private readonly runs: ChosenRuns) {}

  async execute({ caller, request: { workspaceId, action, choice } }: CountBulkJob): Promise<number> {
    requireWorkspace(caller, workspaceId, 'write');
    return (await this.runs.of(caller, choice, action)).length;
  }
}
