import type { Write } from './read-model.js';

/** One write per row with the same effect as all of them in order, so that a batch can be applied set by set. */
export function foldWrites(writes: Iterable<Write>): Write[] {
  return [...writesByRow(writes).values()];
}

/** The same, by the name of the row. */
export function writesByRow(writes: Iterable<Write>): ReadonlyMap<string, Write> {
  const byRow = new Map<string, Write>();
  for (const write of writes) {
    const row = rowName(write.model, write.row);
    const earlier = byRow.get(row);
    byRow.set(row, earlier === undefined ? write : merge(earlier, write));
  }
  return byRow;
}

/** Names a row among those of all tables. */
export function rowName({ table, key }: Pick<Write['model'], 'table' | 'key'>, row: Write['row']): string {
  const [first = '', ...others] = key;
  return `${table}|${others.length === 0 ? String(row[first]) : JSON.stringify(key.map((property) => row[property]))}`;
}

function merge(earlier: Write, later: Write): Write {
  if (earlier.operation === 'increase' || later.operation === 'increase') return { ...earlier, row: sum(earlier, later) };
  if (later.operation !== 'patch') return later.operation === 'add' ? { ...later, operation: 'put' } : later;
  if (earlier.operation === 'remove') return earlier;
  return { ...earlier, row: { ...earlier.row, ...later.row } };
}

function sum(earlier: Write, later: Write): Write['row'] {
  const { model, operation, row } = earlier;
  if (operation !== later.operation) throw new Error(`A row of ${model.table} is counted up and changed in another way`);
  const total: Record<string, unknown> = { ...row };
  for (const property of Object.keys(row)) {
    if (!model.key.includes(property)) total[property] = Number(row[property]) + Number(later.row[property]);
  }
  return total;
}
