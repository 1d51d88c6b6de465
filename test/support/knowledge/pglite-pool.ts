import { PGlite } from '@electric-sql/pglite';
import { btree_gin as btreeGin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm as pgTrgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { vector } from '@electric-sql/pglite-pgvector';
import type { Pool } from 'pg';
import type { QueryRunner } from 'typeorm';
import { migrations } from '#ledger/database/migrations/index.js';

interface Statement {
  readonly text: string;
  readonly values?: unknown[];
}

/** A PostgreSQL in this process with pgvector and all tables. It implements the part of a pool that searches need. */
export async function openPgvectorPool(): Promise<Pool> {
  const database = await PGlite.create({ extensions: { vector, pg_trgm: pgTrgm, btree_gin: btreeGin } });
  const runner = { query: async (sql: string) => (await database.exec(sql)).at(-1)?.rows };
  for (const Migration of migrations) {
    await database.exec('begin');
    await new Migration().up(runner as unknown as QueryRunner);
    await database.exec('commit');
  }
  const query = (statement: string | Statement, values?: unknown[]): Promise<unknown> =>
    typeof statement === 'string' ? database.query(statement, values) : database.query(statement.text, statement.values);
  return { query, end: () => database.close() } as unknown as Pool;
}
