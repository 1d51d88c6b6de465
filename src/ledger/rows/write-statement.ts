import type { ReadModel, Write, WriteOperation } from './read-model.js';

/** Writes of one shape (same table, operation and columns): they become one set-based statement over one JSON parameter. */
export interface WriteGroup {
  readonly shape: string;
  readonly model: ReadModel<object>;
  readonly operation: WriteOperation;
  readonly properties: readonly string[];
  readonly rows: string[];
}

/** A group, and what each of its rows needs of the columns. */
interface OpenGroup extends WriteGroup {
  readonly columns: readonly { readonly property: string; readonly name: string; readonly isJson: boolean }[];
}

/** `tag` is carried as column `a`, so that a statement can leave out the rows of one append of a batch. */
export function groupWrites(tagged: Iterable<{ readonly tag: number; readonly write: Write }>): WriteGroup[] {
  const groups = new Map<string, OpenGroup>();
  for (const { tag, write } of tagged) {
    const shape = shapeOf(write);
    let group = groups.get(shape);
    if (group === undefined) {
      const { model, operation } = write;
      const properties = propertiesOf(write);
      const columns = properties.map((property) => ({ property, name: columnName(model, property), isJson: isJson(model, property) }));
      group = { shape, model, operation, properties, columns, rows: [] };
      groups.set(shape, group);
    }
    group.rows.push(rowJson(tag, write, group));
  }
  return [...groups.values()].toSorted((a, b) => (a.shape < b.shape ? -1 : 1));
}

/** Only changes of a row differ in their columns. */
function shapeOf(write: Write): string {
  const { model, operation } = write;
  return operation === 'patch' ? `${model.table}.patch(${propertiesOf(write).join()})` : `${model.table}.${operation}`;
}

function propertiesOf({ model, operation, row }: Write): string[] {
  if (operation === 'put' || operation === 'add' || operation === 'increase') return [...model.columns.keys()];
  if (operation === 'remove') return [...model.key];
  return [...model.columns.keys()].filter((property) => row[property] !== undefined);
}

function rowJson(tag: number, { row }: Write, { columns }: OpenGroup): string {
  const values: Record<string, unknown> = { a: tag };
  for (const { property, name, isJson: isText } of columns) {
    const value = row[property] ?? null;
    values[name] = value !== null && isText ? JSON.stringify(value) : value;
  }
  const json = JSON.stringify(values);
  return json.includes('\\u') ? JSON.stringify(values, storable) : json;
}

/** The JSON list of some texts of JSON, at least one. The brackets join the outer texts, since around the list they would make a second copy of it. */
export function jsonList(texts: readonly string[]): string {
  const parts = [...texts];
  parts[0] = `[${parts[0]}`;
  parts.push(`${parts.pop()}]`);
  return parts.join();
}

/** What a text column cannot hold: NUL characters and lone surrogates. JSON columns travel as text, where both are escapes. */
export function storable(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\ufffd') : value;
}

function isJson(model: ReadModel<object>, property: string): boolean {
  return model.columns.get(property)?.type === 'json';
}

/** The type that a value has in the JSON parameter. */
function sentType(model: ReadModel<object>, property: string): string {
  if (isJson(model, property)) return 'text';
  const column = model.columns.get(property);
  return column?.fromNow === true ? 'double precision' : String(column?.type);
}

function storedValue(model: ReadModel<object>, property: string): string {
  const sent = `r."${columnName(model, property)}"`;
  if (isJson(model, property)) return `${sent}::json`;
  return model.columns.get(property)?.fromNow === true ? `now() + ${sent} * interval '1 ms'` : sent;
}

function columnName(model: ReadModel<object>, property: string): string {
  const column = model.columns.get(property);
  if (column === undefined) throw new Error(`${model.table} has no column for ${property}`);
  return column.name;
}

/**
 * The SQL of a group. `parameter` is the placeholder of its JSON rows, `filter` an extra condition on the rows (`r.a`),
 * `table` may name a shadow of the model's table.
 */
export function writeSql(group: WriteGroup, parameter: string, { filter = '', table = group.model.table } = {}): string {
  const { model, operation, properties } = group;
  const names = properties.map((property) => columnName(model, property));
  const types = properties.map((property) => `"${columnName(model, property)}" ${sentType(model, property)}`);
  const values = properties.map((property) => storedValue(model, property));
  const rows = `json_to_recordset(${parameter}::json) as r(a int, ${types.join(', ')})`;
  const list = names.map((name) => `"${name}"`).join(', ');
  const keys = model.key.map((property) => columnName(model, property));
  const matches = keys.map((key) => `t."${key}" = r."${key}"`).join(' and ');
  const and = filter === '' ? '' : ` and ${filter}`;
  switch (operation) {
    case 'remove':
      return `delete from "${table}" t using ${rows} where ${matches}${and}`;
    case 'patch':
      return `update "${table}" t set ${assignments(names, values, keys)} from ${rows} where ${matches}${and}`;
    default: {
      const insert = `insert into "${table}" as t (${list}) select ${values.join(', ')} from ${rows}${filter === '' ? '' : ` where ${filter}`}`;
      return operation === 'add' ? insert : `${insert} on conflict ${replaced(operation, names, keys)}`;
    }
  }
}

/** What becomes of a row that is there already. */
function replaced(operation: 'put' | 'increase', names: readonly string[], keys: readonly string[]): string {
  const key = keys.map((name) => `"${name}"`).join(', ');
  const others = names.filter((name) => !keys.includes(name));
  if (others.length === 0) return `(${key}) do nothing`;
  const update = others.map((name) => `"${name}" = ${operation === 'increase' ? `t."${name}" + ` : ''}excluded."${name}"`);
  return `(${key}) do update set ${update.join(', ')}`;
}

function assignments(names: readonly string[], values: readonly string[], keys: readonly string[]): string {
  return names.flatMap((name, index) => (keys.includes(name) ? [] : [`"${name}" = ${values[index]}`])).join(', ');
}
