import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { pauseStreamOf } from '../store/pause-stream.js';

/** Which of these runs of a workspace have a question without an answer, in their order. It checks no permissions. */
export class FindAskingRuns extends Query<readonly string[]> {
  constructor(
    readonly workspaceId: string,
    readonly executionIds: readonly string[],
  ) {
    super();
  }
}

@QueryHandler(FindAskingRuns)
export class FindAskingRunsHandler implements IQueryHandler<FindAskingRuns> {
  constructor(private readonly pool: Pool) {}

  async execute({ workspaceId, executionIds }: FindAskingRuns): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ execution_id: string }>({
      name: 'find_asking_runs',
      text: `select execution_id from paused_execution where id = any($1::uuid[]) and status in ('paused', 'partially_resumed')`,
      values: [executionIds.map((id) => pauseStreamOf(id, workspaceId).streamId)],
    });
    const asking = new Set(rows.map((row) => row.execution_id));
    return executionIds.filter((id) => asking.has(id));
  }
}
