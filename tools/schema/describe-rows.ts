import type { ClientBase } from 'pg';
import { lines, ours } from './describe-schema.js';

/** The rows of a database as SQL that inserts them. */
export async function describeRows(client: ClientBase): Promise<string> {
  const tables = await lines(client, `select relname as line from pg_class where ${ours} and relkind = 'r' order by relname`);
  const found: string[] = [];
  for (const table of tables) found.push(...(await rowsOf(client, table)));
  return found.join('\n');
}

async function rowsOf(client: ClientBase, table: string): Promise<readonly string[]> {
  const [columns = ''] = await lines(
    client,
    `select string_agg(quote_ident(attname), ', ' order by attnum) as line from pg_attribute
     where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  );
  const insert = `insert into ${table} (${columns}) overriding system value select ${columns} from json_populate_record(null::${table}, %L);`;
  return lines(client, `select format('${insert}', to_json(t)) as line from (select ${columns} from ${table}) t order by 1`);
}
