import type { ClientBase } from 'pg';

const suffix = '__next';

/** The name of the table that takes the rows of a rebuild of `table`. */
export const shadowOf = (table: string): string => `${table}${suffix}`;

interface Part {
  readonly name: string;
  readonly bound: string;
  readonly options: readonly string[] | null;
}

/**
 * Makes empty tables of the same shape, partitions included. Of their indexes only the unique ones: the others are cheaper to build
 * when the rows are there, see `addIndexes`.
 */
export async function createShadows(client: ClientBase, tables: readonly string[]): Promise<void> {
  await dropShadows(client, tables);
  for (const table of tables) {
    const { partitionKey, options } = await shapeOf(client, table);
    const ending = partitionKey === null ? withOptions(options) : ` partition by ${partitionKey}`;
    await client.query(`create table "${shadowOf(table)}" (like "${table}" including all)${ending}`);
    await addMissingParts(client, table);
    for (const { name } of await plainIndexes(client, shadowOf(table))) await client.query(`drop index "${name}"`);
  }
}

export async function dropShadows(client: ClientBase, tables: readonly string[]): Promise<void> {
  for (const table of tables) await client.query(`drop table if exists "${shadowOf(table)}"`);
}

/** Adds the indexes that `createShadows` left out, unless they exist, and updates the statistics of the planner. */
export async function addIndexes(client: ClientBase, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    const shadow = shadowOf(table);
    const present = new Set((await plainIndexes(client, shadow)).map(({ shape }) => shape));
    for (const { shape } of await plainIndexes(client, table)) {
      if (!present.has(shape)) await client.query(shape.replace(' USING', ` ON "${shadow}" USING`));
    }
    await client.query(`analyze "${shadow}"`);
  }
}

/** Whether the shadows are there with the columns of their tables, so that an interrupted rebuild can continue. */
export async function hasShadows(client: ClientBase, tables: readonly string[]): Promise<boolean> {
  for (const table of tables) if ((await columnsOf(client, table)) !== (await columnsOf(client, shadowOf(table)))) return false;
  return true;
}

/**
 * Replaces the tables with their shadows, within the transaction of the caller. The names of indexes stay the same, since conflicts are
 * recognized by them.
 */
export async function switchTables(client: ClientBase, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await addMissingParts(client, table);
    const parts = (await partsOf(client, shadowOf(table))).map(({ name }) => name.slice(0, -suffix.length));
    const relations = [table, ...parts];
    const names = new Map<string, ReadonlyMap<string, string>>();
    for (const relation of relations) names.set(relation, await indexNames(client, relation));
    await client.query(`drop table "${table}"`);
    for (const relation of relations) {
      await client.query(`alter table "${shadowOf(relation)}" rename to "${relation}"`);
      await renameIndexes(client, relation, names.get(relation) ?? new Map());
    }
  }
}

async function renameIndexes(client: ClientBase, relation: string, formerNames: ReadonlyMap<string, string>): Promise<void> {
  for (const [shape, name] of await indexNames(client, relation)) {
    const former = formerNames.get(shape);
    if (former !== undefined) await client.query(`alter index "${name}" rename to "${former}"`);
  }
}

/** Partitions are made months ahead, so one that came meanwhile has no rows yet. */
async function addMissingParts(client: ClientBase, table: string): Promise<void> {
  const present = new Set((await partsOf(client, shadowOf(table))).map(({ name }) => name));
  for (const { name, bound, options } of await partsOf(client, table)) {
    if (present.has(shadowOf(name))) continue;
    await client.query(`create table "${shadowOf(name)}" partition of "${shadowOf(table)}" ${bound}${withOptions(options)}`);
  }
}

function withOptions(options: readonly string[] | null): string {
  return options === null ? '' : ` with (${options.join(', ')})`;
}

async function shapeOf(client: ClientBase, table: string): Promise<{ partitionKey: string | null; options: readonly string[] | null }> {
  const { rows } = await client.query<{ partitionKey: string | null; options: readonly string[] | null }>(
    `select pg_get_partkeydef(oid) as "partitionKey", reloptions as options from pg_class where oid = $1::regclass`,
    [`"${table}"`],
  );
  const [shape] = rows;
  if (shape === undefined) throw new Error(`There is no table ${table}`);
  return shape;
}

async function partsOf(client: ClientBase, table: string): Promise<readonly Part[]> {
  const { rows } = await client.query<Part>(
    `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound, c.reloptions as options
     from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = to_regclass($1) order by c.relname`,
    [`"${table}"`],
  );
  return rows;
}

async function columnsOf(client: ClientBase, table: string): Promise<string> {
  const { rows } = await client.query<{ columns: string | null }>(
    `select string_agg(attname || ' ' || format_type(atttypid, atttypmod) || ' ' || attnotnull, ', ' order by attname) as columns
     from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped`,
    [`"${table}"`],
  );
  return rows[0]?.columns ?? '';
}

interface Index {
  readonly name: string;
  /** Its definition without the names of index and table. */
  readonly shape: string;
  readonly unique: boolean;
}

async function indexesOf(client: ClientBase, table: string): Promise<readonly Index[]> {
  const { rows } = await client.query<Index>(
    `select i.relname as name, regexp_replace(pg_get_indexdef(i.oid), 'INDEX .*? USING', 'INDEX USING') as shape, x.indisunique as unique
     from pg_index x join pg_class i on i.oid = x.indexrelid where x.indrelid = to_regclass($1) order by i.relname`,
    [`"${table}"`],
  );
  return rows;
}

async function plainIndexes(client: ClientBase, table: string): Promise<readonly Index[]> {
  return (await indexesOf(client, table)).filter(({ unique }) => !unique);
}

async function indexNames(client: ClientBase, table: string): Promise<ReadonlyMap<string, string>> {
  return new Map((await indexesOf(client, table)).map(({ shape, name }) => [shape, name]));
}
