import type { TagFilter, TagOperator } from '../domain/tag-filters.js';

const signs: Partial<Record<TagOperator, string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' };

/**
 * The condition in SQL that a document `d` passes all filters. Names and values become parameters behind those of `values`; nothing of
 * them becomes text of the statement. Numbers are compared as numbers where the tag is one, everything else as text.
 */
export function tagCondition(filters: readonly TagFilter[], values: unknown[]): string {
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  return filters.map((filter) => ` and (${condition(filter, parameter)})`).join('');
}

function condition({ tagName, operator, value, valueTo }: TagFilter, parameter: (value: unknown) => string): string {
  const name = parameter(tagName);
  const text = `(d.tags ->> ${name}::text)`;
  const given = `${parameter(String(value))}::text`;
  switch (operator) {
    case 'eq':
      return `lower(${text}) = lower(${given})`;
    case 'neq':
      return `lower(${text}) <> lower(${given})`;
    case 'contains':
      return `position(lower(${given}) in lower(${text})) > 0`;
    case 'not_contains':
      return `position(lower(${given}) in lower(${text})) = 0`;
    case 'starts_with':
      return `starts_with(lower(${text}), lower(${given}))`;
    case 'ends_with':
      return `right(lower(${text}), length(${given})) = lower(${given})`;
    case 'between':
      return `${compared(tagName, '>=', value)} and ${compared(tagName, '<=', valueTo ?? value)}`;
    default:
      return compared(tagName, signs[operator] ?? '=', value);
  }

  function compared(tag: string, sign: string, than: string | number | boolean): string {
    const place = parameter(tag);
    if (typeof than !== 'number') return `(d.tags ->> ${place}::text) ${sign} ${parameter(String(than))}::text`;
    const isNumber = `json_typeof(d.tags -> ${place}::text) = 'number'`;
    return `case when ${isNumber} then (d.tags ->> ${place}::text)::float8 ${sign} ${parameter(than)}::float8 else false end`;
  }
}
