import type { ColumnType } from '../../../src/modules/tables/domain/column.js';
import { cellOfText } from './cell-text.js';
import { objectOf } from './view-search.js';

/** One condition of the filter builder. */
export interface Condition {
  readonly column: string;
  readonly operator: string;
  /** Absent for operators that need none. */
  readonly text: string;
}

interface Operator {
  readonly id: string;
  readonly label: string;
  /** Whether a value follows. */
  readonly takesValue: boolean;
}

const equality: readonly Operator[] = [
  { id: '$eq', label: 'is', takesValue: true },
  { id: '$ne', label: 'is not', takesValue: true },
];
const order: readonly Operator[] = [
  { id: '$gt', label: 'is more than', takesValue: true },
  { id: '$gte', label: 'is at least', takesValue: true },
  { id: '$lt', label: 'is less than', takesValue: true },
  { id: '$lte', label: 'is at most', takesValue: true },
];
const texts: readonly Operator[] = [
  { id: '$contains', label: 'contains', takesValue: true },
  { id: '$ncontains', label: 'does not contain', takesValue: true },
  { id: '$startsWith', label: 'begins with', takesValue: true },
  { id: '$endsWith', label: 'ends with', takesValue: true },
];
const emptiness: readonly Operator[] = [
  { id: 'empty', label: 'is empty', takesValue: false },
  { id: 'given', label: 'is not empty', takesValue: false },
];

/** The operators of the builder for a type of column. The API has more of them. */
export function operatorsFor(type: ColumnType): readonly Operator[] {
  if (type === 'string') return [...texts, ...equality, ...emptiness];
  if (type === 'number' || type === 'date') return [...equality, ...order, ...emptiness];
  return type === 'boolean' ? [...equality, ...emptiness] : emptiness;
}

interface ColumnLike {
  readonly name: string;
  readonly type: ColumnType;
}

/** The filter of the API with these conditions, all of which must hold. A condition without its value sets none. */
export function filterText(conditions: readonly Condition[], columns: readonly ColumnLike[]): string | undefined {
  const parts = conditions.flatMap(({ column: name, operator, text }) => {
    const column = columns.find((each) => each.name === name);
    const known = column && operatorsFor(column.type).find(({ id }) => id === operator);
    if (column === undefined || known === undefined || (known.takesValue && text === '')) return [];
    if (!known.takesValue) return [{ [name]: { $empty: operator === 'empty' } }];
    const read = cellOfText(column, text);
    return 'problem' in read ? [] : [{ [name]: { [operator]: read.cell } }];
  });
  return parts.length === 0 ? undefined : JSON.stringify(parts.length === 1 ? parts[0] : { $and: parts });
}

/** The conditions of a filter that the builder can show; undefined for any other filter. */
export function conditionsOf(filter: string | undefined, columns: readonly ColumnLike[]): readonly Condition[] | undefined {
  if (filter === undefined) return [];
  const whole = objectOf(filter) ?? {};
  const parts: readonly unknown[] = Array.isArray(whole['$and']) && Object.keys(whole).length === 1 ? whole['$and'] : [whole];
  const found = parts.flatMap((part) =>
    Object.entries((part ?? {}) as Readonly<Record<string, unknown>>).map((entry) => oneOf(entry, columns)),
  );
  return found.every((each) => each !== undefined) ? found : undefined;
}

function oneOf([name, value]: readonly [string, unknown], columns: readonly ColumnLike[]): Condition | undefined {
  const type = columns.find((column) => column.name === name)?.type;
  if (type === undefined) return undefined;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return { column: name, operator: '$eq', text: String(value) };
  if (typeof value !== 'object' || value === null) return undefined;
  const [[operator, given] = ['', undefined], ...others] = Object.entries(value);
  if (others.length > 0) return undefined;
  if (operator === '$empty') return { column: name, operator: given === true ? 'empty' : 'given', text: '' };
  const isKnown = operatorsFor(type).some(({ id }) => id === operator);
  const isPlain = typeof given === 'string' || typeof given === 'number' || typeof given === 'boolean';
  return isKnown && isPlain ? { column: name, operator, text: String(given) } : undefined;
}

/** A condition in words. */
export function conditionLabel({ column, operator, text }: Condition, columns: readonly ColumnLike[]): string {
  const type = columns.find(({ name }) => name === column)?.type ?? 'string';
  const known = operatorsFor(type).find(({ id }) => id === operator);
  return [column, known?.label ?? operator, ...(known?.takesValue === true ? [text] : [])].join(' ');
}
