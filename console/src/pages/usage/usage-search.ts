export const groupings = ['day', 'workflow', 'key', 'model', 'workspace'] as const;
export type Grouping = (typeof groupings)[number];

export const spans = [7, 30, 90] as const;

/** What the address of a page of usage says. */
export interface UsageSearch {
  readonly by: Grouping;
  readonly days: (typeof spans)[number];
}

export function usageSearchFrom({ by, days }: Readonly<Record<string, unknown>>): UsageSearch {
  return {
    by: groupings.find((each) => each === by) ?? 'day',
    days: spans.find((each) => String(each) === String(days)) ?? 30,
  };
}

export interface UsageRow {
  readonly name: string | null;
  readonly executions: number;
  readonly calls: number;
  readonly tokens: number;
  readonly cost: number;
}

type Group = Readonly<Record<string, string | number | null>>;

const nameOf: Readonly<Record<Grouping, string>> = {
  day: 'day',
  workflow: 'workflowId',
  key: 'keyId',
  model: 'model',
  workspace: 'workspaceId',
};

const amount = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** The groups of the answer. Days without usage are rows too, so that a chart shows the pauses. */
export function usageRows(by: Grouping, groups: readonly Group[], startDate: string, endDate: string): readonly UsageRow[] {
  const rows = groups.map((group): UsageRow => {
    const name = group[nameOf[by]];
    const { executions, calls, tokens, cost } = group;
    return {
      name: typeof name === 'string' ? name : null,
      executions: amount(executions),
      calls: amount(calls),
      tokens: amount(tokens),
      cost: amount(cost),
    };
  });
  if (by !== 'day') return rows;
  const known = new Map(rows.map((row) => [row.name, row]));
  return daysBetween(startDate, endDate).map((name) => known.get(name) ?? { name, executions: 0, calls: 0, tokens: 0, cost: 0 });
}

function daysBetween(startDate: string, endDate: string): readonly string[] {
  const days: string[] = [];
  const last = endDate.slice(0, 10);
  for (let at = new Date(`${startDate.slice(0, 10)}T00:00:00.000Z`); ; at = new Date(at.getTime() + 86_400_000)) {
    const day = at.toISOString().slice(0, 10);
    if (day > last) return days;
    days.push(day);
  }
}

/** A file for spreadsheets. Texts that a spreadsheet would calculate begin with an apostrophe. */
export function usageCsv(head: string, rows: readonly (UsageRow & { readonly shown: string })[]): string {
  const quoted = (text: string): string => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  const lines = rows.map(({ shown, executions, calls, tokens, cost }) => [quoted(shown), executions, calls, tokens, cost].join(','));
  return [[head, 'Runs', 'Model calls', 'Tokens', 'Cost in USD'].map(quoted).join(','), ...lines, ''].join('\r\n');
}
