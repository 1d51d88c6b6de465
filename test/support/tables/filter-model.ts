import type { Json, JsonObject } from '#kernel/json.js';

/* A second, simple implementation of filters and sorts. It shares no code with the server. */

type Types = Readonly<Record<string, string>>;

const isMissing = (cell: Json | undefined): cell is null | undefined => cell === undefined || cell === null;
const moment = (text: Json): number => Date.parse(text as string);

/** Whether a row matches a filter. */
export function finds(filter: JsonObject, row: JsonObject, types: Types): boolean {
  return Object.entries(filter).every(([key, value]) => {
    const parts = value as JsonObject[];
    if (key === '$and') return parts.every((part) => finds(part, row, types));
    if (key === '$or') return parts.length === 0 || parts.some((part) => finds(part, row, types));
    const tests = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [['$eq', value] as const];
    return tests.every(([operator, wanted]) => holds(operator, wanted as Json, row[key], types[key] ?? ''));
  });
}

function holds(operator: string, wanted: Json, cell: Json | undefined, type: string): boolean {
  const same = (one: Json): boolean => {
    if (one === null) return isMissing(cell);
    if (isMissing(cell)) return false;
    return type === 'date' ? moment(one) === moment(cell) : JSON.stringify(one) === JSON.stringify(cell);
  };
  const list = wanted as Json[];
  const piece = (): string => (wanted as string).toLowerCase();
  const text = isMissing(cell) ? undefined : (cell as string | number | boolean).toString();
  const order = isMissing(cell) ? Number.NaN : type === 'date' ? moment(cell) - moment(wanted) : (cell as number) - (wanted as number);
  const like = (pattern: string, ignoresCase: boolean): boolean => {
    if (text === undefined) return false;
    const fold = (s: string): string => (ignoresCase ? s.toLowerCase() : s);
    return matches(fold(text), fold(pattern));
  };
  switch (operator) {
    case '$eq':
      return same(wanted);
    case '$ne':
      return !same(wanted);
    case '$in':
      return list.length === 0 || list.some(same);
    case '$nin':
      return !list.some(same);
    case '$gt':
      return order > 0;
    case '$gte':
      return order >= 0;
    case '$lt':
      return order < 0;
    case '$lte':
      return order <= 0;
    case '$contains':
      return text?.toLowerCase().includes(piece()) ?? false;
    case '$ncontains':
      return !text?.toLowerCase().includes(piece());
    case '$startsWith':
      return text?.toLowerCase().startsWith(piece()) ?? false;
    case '$endsWith':
      return text?.toLowerCase().endsWith(piece()) ?? false;
    case '$like':
      return like(wanted as string, false);
    case '$ilike':
      return like(wanted as string, true);
    case '$nlike':
      return !like(wanted as string, false);
    case '$nilike':
      return !like(wanted as string, true);
    case '$empty':
      return (isMissing(cell) || cell === '') === wanted;
    case '$isNull':
      return isMissing(cell) === wanted;
    case '$isNotNull':
      return isMissing(cell) !== wanted;
    default:
      throw new Error(`The model does not know ${operator}`);
  }
}

/** `*` stands for any text. */
function matches(text: string, pattern: string): boolean {
  if (pattern === '') return text === '';
  if (pattern.startsWith('*'))
    return Array.from({ length: text.length + 1 }, (_, n) => text.slice(n)).some((rest) => matches(rest, pattern.slice(1)));
  return text !== '' && text.startsWith(pattern.charAt(0)) && matches(text.slice(1), pattern.slice(1));
}

/** Sorts rows that are given in the order of insertion. */
export function sorted<Row extends { readonly data: JsonObject }>(rows: readonly Row[], sort: JsonObject, types: Types): readonly Row[] {
  const keys = Object.entries(sort);
  const straight = keys[0]?.[1] === 'desc' ? rows.toReversed() : rows;
  return straight.toSorted((a, b) => {
    for (const [name, direction] of keys) {
      const order = compare(a.data[name], b.data[name], { type: types[name] ?? '', isDown: direction === 'desc' });
      if (order !== 0) return order;
    }
    return 0;
  });
}

function compare(a: Json | undefined, b: Json | undefined, { type, isDown }: { type: string; isDown: boolean }): number {
  const sign = isDown ? -1 : 1;
  const isOrdered = type === 'number' || type === 'date';
  if (isMissing(a) || isMissing(b)) return (Number(isMissing(a)) - Number(isMissing(b))) * (isOrdered ? 1 : sign);
  if (type === 'number') return sign * ((a as number) - (b as number));
  if (type === 'date') return sign * (moment(a) - moment(b));
  const [left, right] = [a, b].map((cell) => (cell as string | boolean).toString().toLowerCase()) as [string, string];
  if (left === right) return 0;
  return left < right ? -sign : sign;
}
