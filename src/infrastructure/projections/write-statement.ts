import type { ReadModel, Write, WriteOperation } from './read-model.js';

/** Writes of one shape (same table, operation and columns): they become one set-based statement over one JSON parameter. */
export interface WriteGroup {
  readonly shape: string;
  readonly model: ReadModel<object>;
  readonly operation: WriteOperation;
  readonly properties: readonly string[];
  readonly rows: string[];
}

/** `tag` is carried as column `a`, so that a statement can leave out the rows of one append of a batch. */
export function groupWrites(tagged: Iterable<{ readonly tag: number; readonly write: Write }>): WriteGroup[] {
  const groups = new Map<string, WriteGroup>();
  for (const { tag, write } of tagged) {
    const properties = propertiesOf(write);
    const shape = `${write.model.table}.${write.operation}(${properties.join()})`;
    let group = groups.get(shape);
    if (group === undefined) {
      group = { shape, model: write.model, operation: write.operation, properties, rows: [] };
      groups.set(shape, group);
    }
    group.rows.push(rowJson(tag, write, properties));
  }
  return [...groups.values()].toSorted((a, b) => (a.shape < b.shape ? -1 : 1));
}

function propertiesOf({ model, operation, row }: Write): string[] {
  if (operation === 'put' || operation === 'add') return [...model.columns.keys()];
  if (operation === 'remove') return [...model.key];
  return [...model.columns.keys()].filter((property) => row[property] !== undefined);
}

function rowJson(tag: number, { model, row }: Write, properties: readonly string[]): string {
  const columns: Record<string, unknown> = { a: tag };
  for (const property of properties) columns[columnName(model, property)] = row[property] ?? null;
  return JSON.stringify(columns);
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
  const types = properties.map((property) => `"${columnName(model, property)}" ${model.columns.get(property)?.type}`);
  const rows = `json_to_recordset(${parameter}::json) as r(a int, ${types.join(', ')})`;
  const list = names.map((name) => `"${name}"`).join(', ');
  const keys = model.key.map((property) => columnName(model, property));
  const matches = keys.map((key) => `t."${key}" = r."${key}"`).join(' and ');
  const others = names.filter((name) => !keys.includes(name));
  const and = filter === '' ? '' : ` and ${filter}`;
  switch (operation) {
    case 'remove':
      return `delete from "${table}" t using ${rows} where ${matches}${and}`;
    case 'patch':
      return `update "${table}" t set ${others.map((name) => `"${name}" = r."${name}"`).join(', ')} from ${rows} where ${matches}${and}`;
    case 'add':
    case 'put': {
      const insert = `insert into "${table}" (${list}) select ${list} from ${rows}${filter === '' ? '' : ` where ${filter}`}`;
      if (operation === 'add') return insert;
      const update = others.map((name) => `"${name}" = excluded."${name}"`).join(', ');
      return `${insert} on conflict (${keys.map((key) => `"${key}"`).join(', ')}) do ${update === '' ? 'nothing' : `update set ${update}`}`;
    }
  }
}
