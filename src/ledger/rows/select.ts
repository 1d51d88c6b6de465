import type { Pool } from 'pg';
import type { ReadModel } from './read-model.js';

/** The condition of a column that has a value. */
export const notNull = Symbol('not null');

type Condition<Value> = Value | typeof notNull | { readonly in: readonly Value[] };

export type Where<Row> = { readonly [Each in keyof Row]?: Condition<Row[Each]> };

interface Selection<Row extends object, Property extends keyof Row & string> {
  /** All columns by default. */
  readonly properties?: readonly Property[];
  readonly where?: Where<Row>;
  /** Rows after this place in the ascending order of these columns. */
  readonly after?: Partial<Row> | undefined;
  readonly order?: { readonly [Each in keyof Row]?: 'asc' | 'desc' };
  readonly limit?: number;
}

/** Selects rows of a read model. Times are ISO 8601 texts. */
export function select<Row extends object, Property extends keyof Row & string = keyof Row & string>(
  pool: Pool,
  model: ReadModel<Row, never>,
  { properties, where = {}, after, order = {}, limit }: Selection<Row, Property>,
): Promise<Pick<Row, Property>[]> {
  const values: unknown[] = [];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const column = (property: string): string => columnOf(model, property);
  const conditions = Object.entries<unknown>(where).map(([property, value]) => conditionSql(column(property), value, parameter));
  if (after !== undefined) {
    const place = Object.entries<unknown>(after);
    const [columns, bounds] = [place.map(([property]) => column(property)), place.map(([, value]) => parameter(value))];
    conditions.push(`(${columns.join()}) > (${bounds.join()})`);
  }
  const sorted = Object.entries(order).map(([property, direction]) => `${column(property)} ${direction === 'desc' ? 'desc' : 'asc'}`);
  const clauses = [
    conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`,
    sorted.length === 0 ? '' : `order by ${sorted.join()}`,
    limit === undefined ? '' : `limit ${parameter(limit)}`,
  ];
  return selectSql(pool, model, { clauses: clauses.join(' '), values, ...(properties === undefined ? {} : { properties }) });
}

/** Selects the row with these values. */
export async function selectOne<Row extends object>(pool: Pool, model: ReadModel<Row, never>, where: Where<Row>): Promise<Row | undefined> {
  const [row] = await select(pool, model, { where, limit: 1 });
  return row as Row | undefined;
}

interface Clauses<Property extends string> {
  /** What follows the name of the table: `where`, `order by`, `limit`. */
  readonly clauses: string;
  readonly values: readonly unknown[];
  readonly properties?: readonly Property[];
}

/** Selects rows of a read model by SQL that `select` does not offer. */
export async function selectSql<Row extends object, Property extends keyof Row & string = keyof Row & string>(
  pool: Pool,
  model: ReadModel<Row, never>,
  { clauses, values, properties }: Clauses<Property>,
): Promise<Pick<Row, Property>[]> {
  const wanted = [...model.columns].filter(([property]) => properties === undefined || properties.includes(property as Property));
  const columns = wanted.map(([property, { name }]) => `"${name}" as "${property}"`);
  const text = `select ${columns.join()} from "${model.table}" ${clauses}`;
  const { rows } = await pool.query<Record<string, unknown>>({ text, values: [...values] });
  const times = wanted.filter(([, { type }]) => type === 'timestamptz').map(([property]) => property);
  for (const row of rows) for (const time of times) row[time] = (row[time] as Date | null)?.toISOString() ?? null;
  return rows as Pick<Row, Property>[];
}

function conditionSql(column: string, value: unknown, parameter: (value: unknown) => string): string {
  if (value === undefined) throw new Error(`The condition on ${column} has no value`);
  if (value === null) return `${column} is null`;
  if (value === notNull) return `${column} is not null`;
  const isList = typeof value === 'object' && 'in' in value;
  return isList ? `${column} = any(${parameter(value.in)})` : `${column} = ${parameter(value)}`;
}

function columnOf(model: ReadModel<object, never>, property: string): string {
  const column = model.columns.get(property);
  if (column === undefined) throw new Error(`${model.table} has no column for ${property}`);
  return `"${column.name}"`;
}
