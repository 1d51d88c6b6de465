import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { notFound } from '#kernel/errors.js';
import { isId } from '#kernel/ids.js';
import type { Column } from '../domain/column.js';

/** A table that is not archived. Times are ISO 8601, UTC. */
export interface Table {
  readonly id: string;
  /** Increases with each schema change. */
  readonly version: number;
  readonly workspaceId: string;
  readonly name: string;
  readonly description: string | null;
  readonly columns: readonly Column[];
  readonly rowCount: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The columns of a table at one version. */
export type TableSchema = Pick<Table, 'id' | 'workspaceId' | 'columns'> & { readonly version: number };

/** The location of a table. */
export interface TablePlace {
  readonly tableId: string;
  readonly workspaceId: string;
}

const mostRecalled = 1000;

/** A SQL expression: the present version of a table; null if it does not exist in the workspace. */
export function versionSql(tableId: string, workspaceId: string): string {
  return `(select t.position from data_table t where t.id = ${tableId} and t.workspace_id = ${workspaceId} and not t.archived)`;
}

type Raw = Omit<Table, 'createdAt' | 'updatedAt'> & { readonly createdAt: Date; readonly updatedAt: Date };

const select = `select t.id, t.position as version, t.workspace_id as "workspaceId", t.name, t.description, t.columns, s.row_count::float8 as "rowCount",
  t.created_at as "createdAt", t.updated_at as "updatedAt"
  from data_table t join table_size s on s.table_id = t.id`;

/** The present tables of workspaces. */
@Injectable()
export class Tables {
  readonly #recalled = new Map<string, TableSchema>();

  constructor(private readonly pool: Pool) {}

  /**
   * The schema as last read, which saves most statements a query. The caller must verify in its own statement that the version is still
   * current. @throws DomainError not-found
   */
  async recall(place: TablePlace): Promise<TableSchema> {
    return this.#recalled.get(keyOf(place)) ?? this.#look(place, this.pool);
  }

  /** The schema of a version that was read in this transaction, during which it cannot change. @throws DomainError not-found */
  async inForce(place: TablePlace, version: number | null, client: PoolClient): Promise<TableSchema> {
    const known = this.#recalled.get(keyOf(place));
    return known !== undefined && known.version === version ? known : this.#look(place, client);
  }

  /**
   * Queries with the cached schema, and once more if the answer shows that the schema has changed. An error may also be caused by an
   * outdated schema. @throws DomainError not-found, and errors of the query
   */
  async ask<Answer extends { readonly version: number | null }>(
    place: TablePlace,
    question: (schema: TableSchema) => Promise<Answer>,
  ): Promise<{ readonly schema: TableSchema; readonly answer: Answer }> {
    let schema = await this.recall(place);
    for (;;) {
      const [answered] = await Promise.allSettled([question(schema)]);
      if (answered.status === 'fulfilled' && answered.value.version === schema.version) return { schema, answer: answered.value };
      const present = await this.#look(place, this.pool);
      if (answered.status === 'rejected' && present.version === schema.version) throw answered.reason;
      schema = present;
    }
  }

  async #look(place: TablePlace, client: Pool | PoolClient): Promise<TableSchema> {
    this.#recalled.delete(keyOf(place));
    const { id, workspaceId, columns, version } = await this.get(place, client);
    const schema = { id, workspaceId, columns, version };
    this.#recalled.set(keyOf(place), schema);
    const [oldest] = this.#recalled.keys();
    if (this.#recalled.size > mostRecalled && oldest !== undefined) this.#recalled.delete(oldest);
    return schema;
  }

  /** `client`: the connection of the current transaction. @throws DomainError not-found, also for a table of another workspace */
  async get({ tableId, workspaceId }: TablePlace, client: Pool | PoolClient = this.pool): Promise<Table> {
    if (!isId(tableId) || !isId(workspaceId)) throw notFound('Table');
    const { rows } = await client.query<Raw>({
      name: 'table_get',
      text: `${select} where t.id = $1 and t.workspace_id = $2 and not t.archived`,
      values: [tableId, workspaceId],
    });
    if (rows[0] === undefined) throw notFound('Table');
    return tableOf(rows[0]);
  }

  /** Oldest first. */
  async list(workspaceId: string): Promise<readonly Table[]> {
    const { rows } = await this.pool.query<Raw>({
      name: 'table_list',
      text: `${select} where t.workspace_id = $1 and not t.archived order by t.created_at, t.id`,
      values: [workspaceId],
    });
    return rows.map(tableOf);
  }

  /** The total numbers of tables and rows in some workspaces. */
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

function keyOf({ tableId, workspaceId }: TablePlace): string {
  return `${workspaceId} ${tableId}`;
}

function tableOf({ createdAt, updatedAt, ...table }: Raw): Table {
  return { ...table, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
