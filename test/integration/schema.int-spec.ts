import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { composition } from '#app/composition.js';
import type { ReadModel } from '#ledger/rows/read-model.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { migratedSchema, schemaFile } from '../../tools/schema/migrated-schema.js';

/** Tables of the infrastructure that no read model describes. */
const infrastructureTables = [
  'append_generation',
  'blob',
  'ledger_event',
  'migration',
  'projection_checkpoint',
  'projection_rebuild',
  'rate_bucket',
  'retention_month',
  'run_duration',
  'run_event',
  'server_timeline',
  'stored_object',
  'work_suspect',
];

/** How the database calls the types that read models know. */
const typeNames: Readonly<Record<string, string>> = { timestamptz: 'timestamp with time zone' };

interface Column {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
}

describe('the schema', () => {
  let database: TestDatabase;
  let client: pg.Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.connectionString });
    await client.connect();
  });

  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  async function columnsOf(table: string): Promise<Column[]> {
    const { rows } = await client.query<Column>(
      `select attname as name, format_type(atttypid, atttypmod) as type, not attnotnull as nullable
       from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped order by attname`,
      [`"${table}"`],
    );
    return rows;
  }

  async function primaryKeyOf(table: string): Promise<string[]> {
    const { rows } = await client.query<{ name: string }>(
      `select attname as name from pg_index join pg_attribute on attrelid = indrelid and attnum = any((indkey::int2[])[0:indnkeyatts - 1])
       where indisprimary and indrelid = to_regclass($1) order by attname`,
      [`"${table}"`],
    );
    return rows.map(({ name }) => name);
  }

  function described(model: ReadModel<object, never>): Column[] {
    return [...model.columns.values()]
      .map(({ name, type, nullable }) => ({ name, type: typeNames[type] ?? type, nullable: nullable ?? false }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  function keyOf({ columns, key }: ReadModel<object, never>): string[] {
    const keyColumns = [...columns].filter(([property]) => key.includes(property));
    return keyColumns.map(([, { name }]) => name).toSorted();
  }

  it('is what schema.sql says', async () => {
    const empty = await createEmptyDatabase();
    const schema = await migratedSchema(empty.connectionString);
    await empty.drop();
    if (schema !== readFileSync(schemaFile, 'utf8')) {
      throw new Error(
        'The migrations give another schema than src/ledger/database/schema.sql. Run npm run schema, and review what changed.',
      );
    }
  });

  it('holds the tables of the read models and of the infrastructure, and no others', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual([...infrastructureTables, ...composition.models.map(({ table }) => table)].toSorted());
  });

  it.each(composition.models.map((model) => ({ table: model.table, model })))(
    'of $table is what its read model says',
    async ({ table, model }) => {
      expect(await columnsOf(table)).toEqual(described(model));
      expect(await primaryKeyOf(table)).toEqual(keyOf(model));
    },
  );

  it.each(composition.models.map(({ table }) => table))(
    'names each unique rule of %s after it, so that a conflict can be told apart',
    async (table) => {
      const { rows } = await client.query<{ name: string }>(
        `select i.relname as name from pg_index join pg_class i on i.oid = indexrelid where indisunique and indrelid = to_regclass($1)`,
        [`"${table}"`],
      );
      expect(rows.map(({ name }) => name).filter((name) => !name.startsWith(table))).toEqual([]);
    },
  );
});
