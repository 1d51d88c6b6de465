import type { TagValue } from '../domain/text/document-tags.js';
import type { TagFilter, TagOperator } from '../domain/text/tag-filters.js';

type TextOperator = Exclude<TagOperator, 'gt' | 'gte' | 'lt' | 'lte' | 'between'>;

const textTests: Readonly<Record<TextOperator, (text: string, given: string) => string>> = {
  eq: (text, given) => `${text} = ${given}`,
  neq: (text, given) => `${text} <> ${given}`,
  contains: (text, given) => `position(${given} in ${text}) > 0`,
  not_contains: (text, given) => `position(${given} in ${text}) = 0`,
  starts_with: (text, given) => `starts_with(${text}, ${given})`,
  ends_with: (text, given) => `right(${text}, length(${given})) = ${given}`,
};

const signs: Partial<Record<TagOperator, string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' };

/**
 * The SQL condition that a document `d` matches all filters. Names and values are appended to `values` as parameters and never become
 * text of the statement. Numbers are compared as numbers if the tag is a number, everything else as text.
 */
export function tagCondition(filters: readonly TagFilter[], values: unknown[]): string {
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  return filters.map((filter) => ` and (${condition(filter, parameter)})`).join('');
}

function condition({ tagName, operator, value, valueTo }: TagFilter, parameter: (value: unknown) => string): string {
  const name = parameter(tagName);
  const text = `lower(d.tags ->> ${name}::text)`;
  const compared = (sign: string, than: TagValue): string => {
    if (typeof than !== 'number') return `(d.tags ->> ${name}::text) ${sign} ${parameter(String(than))}::text`;
    const isNumber = `json_typeof(d.tags -> ${name}::text) = 'number'`;
    return `case when ${isNumber} then (d.tags ->> ${name}::text)::float8 ${sign} ${parameter(than)}::float8 else false end`;
  };
  const sign = signs[operator];
  if (sign !== undefined) return compared(sign, value);
  if (operator === 'between') return `${compared('>=', value)} and ${compared('<=', valueTo ?? value)}`;
  return textTests[operator as TextOperator](text, `lower(${parameter(String(value))}::text)`);
}
