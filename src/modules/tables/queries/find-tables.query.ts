import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { isId } from '#kernel/ids.js';

/** The ids that are tables of a workspace, among those given. It does not check permissions. */
export class FindTables extends Query<readonly string[]> {
  constructor(
    readonly workspaceId: string,
    readonly ids: readonly string[],
  ) {
    super();
  }
}

@QueryHandler(FindTables)
export class FindTablesHandler implements IQueryHandler<FindTables> {
  constructor(private readonly pool: Pool) {}

  async execute({ workspaceId, ids }: FindTables): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'find_tables',
      text: 'select id from data_table where workspace_id = $1 and id = any($2::uuid[]) and not archived',
      values: [workspaceId, ids.filter(isId)],
    });
    return rows.map(({ id }) => id);
  }
}
