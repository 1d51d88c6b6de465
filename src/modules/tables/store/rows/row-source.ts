import { isKeyed, type Column } from '../../domain/column.js';
import type { Condition } from '../../domain/condition.js';
import { cellKey, emptyKey } from '../cell-key.js';
import type { SqlValues } from '../sql-values.js';

/** A lookup in the keys of a column. It finds at least the rows that match a condition. */
export interface KeyLook {
  readonly column: Column;
  /** Whether it looks up a single key. The rows then come in the order of their positions. */
  readonly isOneKey: boolean;
  /** Whether it finds only matching rows. Keys of texts ignore case, so a lookup of texts finds more. */
  readonly isExact: boolean;
  /** The condition on a key `k`, without its table. */
  sql(values: SqlValues): string;
}

/** The most selective lookup: one value of a unique column, then one value, several values, a range. */
export function keyLookFor(condition: Condition): KeyLook | undefined {
  const parts = condition.kind === 'all' ? condition.parts : [condition];
  const looks = parts.flatMap((part) => lookFor(part) ?? []);
  return looks.toSorted((a, b) => rank(a) - rank(b))[0];
}

function rank({ column, isOneKey }: KeyLook): number {
  if (!isOneKey) return 2;
  return column.unique ? 0 : 1;
}

function lookFor(part: Condition): KeyLook | undefined {
  if (!('field' in part) || 'system' in part.field || !isKeyed(part.field.column)) return undefined;
  const { column } = part.field;
  const ofColumn = (values: SqlValues): string => `k.column_id = ${values.add(column.id)}`;
  const isExact = column.type !== 'string' && column.type !== 'json';
  if (part.kind === 'null')
    return { column, isOneKey: true, isExact: true, sql: (values) => `${ofColumn(values)} and k.key = ${values.add(emptyKey)}` };
  if (part.kind === 'among') {
    const keys = [...new Set(part.values.map((value) => cellKey(column.type, value)))];
    const isOneKey = keys.length === 1;
    const wanted = (values: SqlValues): string => (isOneKey ? `= ${values.add(keys[0])}` : `= any(${values.add(keys)}::text[])`);
    return { column, isOneKey, isExact, sql: (values) => `${ofColumn(values)} and k.key ${wanted(values)}` };
  }
  if (part.kind !== 'compare') return undefined;
  const bound = cellKey(column.type, part.value);
  const open = part.by.startsWith('>') ? `k.key < '${emptyKey}'` : `k.key >= '1'`;
  return { column, isOneKey: false, isExact, sql: (values) => `${ofColumn(values)} and k.key ${part.by} ${values.add(bound)} and ${open}` };
}
