import { parser } from '@prometheus-io/lezer-promql';

interface Matcher {
  readonly label: string;
  readonly operator: string;
  readonly value: string;
}

/** What an expression asks of the series that it reads. */
export interface Expression {
  readonly selectors: readonly { readonly metric: string; readonly matchers: readonly Matcher[] }[];
  /** Labels that results are told apart or joined by. */
  readonly grouping: readonly string[];
}

/** Reads PromQL with the grammar of Prometheus. @throws for what that does not accept */
export function readExpression(text: string): Expression {
  const selectors: { metric: string; matchers: Matcher[] }[] = [];
  const grouping: string[] = [];
  parser.parse(text).iterate({
    enter: ({ name, type, from, to, node }) => {
      const source = text.slice(from, to);
      if (type.isError) throw new Error(`No PromQL at ${from}: ${text}`);
      if (name === 'Identifier') selectors.push({ metric: source, matchers: [] });
      if (name === 'UnquotedLabelMatcher') selectors.at(-1)?.matchers.push(matcherOf(source));
      if (name === 'LabelName' && node.parent?.name === 'GroupingLabels') grouping.push(source);
    },
  });
  return { selectors, grouping };
}

function matcherOf(source: string): Matcher {
  const [, label = '', operator = '', value = ''] = /^(\w+)\s*(=~|!~|!=|=)\s*"(.*)"$/.exec(source) ?? [];
  return { label, operator, value };
}
