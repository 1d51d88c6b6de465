import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { usageQuery, type UsagePlace } from '../../api/usage.js';
import { Button } from '../../parts/controls/button.js';
import { Choice } from '../../parts/controls/choice.js';
import { BarChart, ShareBar } from '../../parts/show/bar-chart.js';
import { moneyText } from '../../parts/show/amounts.js';
import { DataTable } from '../../parts/show/data-table.js';
import { Problem } from '../../parts/show/problem.js';
import { Facts } from '../../parts/show/small-parts.js';
import { Section } from '../../shell/sections.js';
import { saveFile } from '../audit/save-file.js';
import { spans, usageCsv, usageRows, type Grouping, type UsageSearch } from './usage-search.js';
import styles from './usage.module.css';

interface UsagePanelProps {
  readonly place: UsagePlace;
  readonly lead: string;
  readonly groupings: readonly Grouping[];
  readonly search: UsageSearch;
  readonly onChange: (search: UsageSearch) => void;
  /** The name of what has an id. */
  readonly nameOf: (id: string) => string | undefined;
}

const words: Readonly<Record<Grouping, string>> = { day: 'Day', workflow: 'Workflow', key: 'Key', model: 'Model', workspace: 'Workspace' };
const without: Readonly<Record<Grouping, string>> = {
  day: '–',
  workflow: 'Without a workflow',
  key: 'Without a key',
  model: 'Without a model',
  workspace: 'Without a workspace',
};

/** Runs, model calls, tokens and cost, in groups: a chart of days, and a table in each case. */
export function UsagePanel({ place, lead, groupings, search, onChange, nameOf }: UsagePanelProps): ReactNode {
  const usage = useQuery(usageQuery(place, search));
  const { by, days } = search;
  const shown = (name: string | null): string => (name === null ? without[by] : (nameOf(name) ?? name));
  const rows = usage.data && usageRows(by, usage.data.groups, usage.data.startDate, usage.data.endDate);
  const most = Math.max(...(rows ?? []).map(({ cost }) => cost), 0);
  const hasCost = most > 0;
  const save = (): void => {
    const named = (rows ?? []).map((row) => ({ ...row, shown: shown(row.name) }));
    saveFile(new Blob([usageCsv(words[by], named)], { type: 'text/csv' }), `usage-by-${by}.csv`);
  };
  return (
    <Section
      title="Usage"
      lead={lead}
      actions={
        <Button onPress={save} isDisabled={rows === undefined || rows.length === 0}>
          <Download size={14} strokeWidth={1.5} aria-hidden />
          Export CSV
        </Button>
      }
    >
      <div className={styles['bar']}>
        <Choice
          label="Group by"
          value={by}
          options={groupings.map((value) => ({ value, label: words[value] }))}
          onChange={(next) => onChange({ ...search, by: next })}
        />
        <Choice
          label="Time"
          value={String(days)}
          options={spans.map((value) => ({ value: String(value), label: `${value} days` }))}
          onChange={(next) => onChange({ ...search, days: spans.find((each) => String(each) === next) ?? days })}
        />
      </div>
      {usage.error !== null && <Problem error={usage.error} onRetry={() => void usage.refetch()} />}
      {usage.data !== undefined && (
        <Facts
          facts={[
            ['Runs', usage.data.executions.toLocaleString('en')],
            ['Cost', moneyText(usage.data.cost)],
            ['Tokens', usage.data.tokens.toLocaleString('en')],
            ...(usage.data.unpricedCalls > 0 ? [['Calls without a price', usage.data.unpricedCalls.toLocaleString('en')] as const] : []),
          ]}
        />
      )}
      {by === 'day' && rows !== undefined && (
        <BarChart
          label={hasCost ? 'Cost by day' : 'Runs by day'}
          bars={rows.map(({ name, cost, executions }) => ({
            name: name ?? '',
            value: hasCost ? cost : executions,
            text: hasCost ? moneyText(cost) : `${executions} runs`,
          }))}
        />
      )}
      {usage.error === null && (
        <DataTable
          label={`Usage by ${by}`}
          rows={by === 'day' ? rows?.filter(({ executions, calls }) => executions + calls > 0) : rows}
          idOf={({ name }) => name ?? ''}
          empty="Nothing was used in this time."
          columns={[
            { name: words[by], cell: ({ name }) => shown(name) },
            { name: 'Runs', look: 'number', cell: ({ executions }) => executions.toLocaleString('en') },
            { name: 'Model calls', look: 'number', isMinor: true, cell: ({ calls }) => calls.toLocaleString('en') },
            { name: 'Tokens', look: 'number', isMinor: true, cell: ({ tokens }) => tokens.toLocaleString('en') },
            {
              name: 'Cost',
              look: 'number',
              cell: ({ cost }) => (
                <>
                  {moneyText(cost)}
                  {hasCost && <ShareBar share={cost / most} />}
                </>
              ),
            },
          ]}
        />
      )}
    </Section>
  );
}
