import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { notFound } from '#kernel/errors.js';
import { isId } from '#kernel/path-id.js';
import type { Column } from '../domain/column.js';

/** A table that is not archived. Times are ISO 8601, UTC. */
export interface Table {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly description: string | null;
  readonly columns: readonly Column[];
  readonly rowCount: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

type Raw = Omit<Table, 'createdAt' | 'updatedAt'> & { readonly createdAt: Date; readonly updatedAt: Date };

const select = `select t.id, t.workspace_id as "workspaceId", t.name, t.description, t.columns, s.row_count::float8 as "rowCount",
  t.created_at as "createdAt", t.updated_at as "updatedAt"
  from data_table t join table_size s on s.table_id = t.id`;

/** The tables of workspaces, as they are now. */
@Injectable()
export class Tables {
  constructor(private readonly pool: Pool) {}

  /** `client`: within a transaction. @throws DomainError not-found, also for a table of another workspace */
  async get({ tableId, workspaceId }: { tableId: string; workspaceId: string }, client: Pool | PoolClient = this.pool): Promise<Table> {
    if (!isId(tableId) || !isId(workspaceId)) throw notFound('Table');
    const { rows } = await client.query<Raw>({
      name: 'table_get',
      text: `${select} where t.id = $1 and t.workspace_id = $2 and not t.archived`,
      values: [tableId, workspaceId],
    });
    if (rows[0] === undefined) throw notFound('Table');
    return tableOf(rows[0]);
  }

  /** The oldest first. */
  async list(workspaceId: string): Promise<readonly Table[]> {
    const { rows } = await this.pool.query<Raw>({
      name: 'table_list',
      text: `${select} where t.workspace_id = $1 and not t.archived order by t.created_at, t.id`,
      values: [workspaceId],
    });
    return rows.map(tableOf);
  }

  /** How many tables some workspaces have, and how many rows in them. */
  async usage(
    workspaceIds: readonly string[],
    client: Pool | PoolClient = this.pool,
  ): Promise<{ readonly tables: number; readonly rows: number }> {
    const { rows } = await client.query<{ tables: number; rows: number }>({
      name: 'table_usage',
      text: `select count(*)::float8 as tables, coalesce(sum(s.row_count), 0)::float8 as rows
             from data_table t join table_size s on s.table_id = t.id where t.workspace_id = any($1::uuid[]) and not t.archived`,
      values: [workspaceIds],
    });
    return rows[0] ?? { tables: 0, rows: 0 };
  }
}

function tableOf({ createdAt, updatedAt, ...table }: Raw): Table {
  return { ...table, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
