import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { runFiguresQuery } from '../../api/logs.js';
import { Duration, Money, useNow } from '../../parts/show/amount.js';
import { durationParts, moneyText } from '../../parts/show/amounts.js';
import { BarChart } from '../../parts/show/bar-chart.js';
import { DataTable } from '../../parts/show/data-table.js';
import { dateText } from '../../parts/show/date-text.js';
import { Note, Problem } from '../../parts/show/problem.js';
import { countedFrom, homeRange, spansOf, totalOf, type Span } from './figures.js';
import type { HomeRange } from './home-search.js';
import styles from './home.module.css';

interface ChartsProps {
  readonly workspaceId: string;
  readonly range: HomeRange;
}

/** Sums that lead to their runs, duration and cost over time, and the same as a table. */
export function Charts({ workspaceId, range }: ChartsProps): ReactNode {
  const now = useNow();
  const { toMs } = homeRange(range, now);
  const division = useMemo(() => ({ ...homeRange(range, toMs), stepMs: 0 }), [range, toMs]);
  const figures = useQuery(runFiguresQuery(workspaceId, division, undefined));
  const spans = useMemo(() => spansOf(division, figures.data?.data ?? []), [division, figures.data]);
  const { started, failed, cancelled, costUsd } = totalOf(spans);
  const isHourly = division.bucket === '1h';
  if (figures.error !== null) return <Problem error={figures.error} onRetry={() => void figures.refetch()} />;
  const fromMs = countedFrom(division, figures.isPlaceholderData ? undefined : figures.data?.since);
  const from = new Date(fromMs).toISOString();
  const part = started === 0 ? '' : ` (${((failed / started) * 100).toFixed(1)} %)`;
  return (
    <section className={styles['charts']} aria-label="Duration and cost">
      {fromMs > division.fromMs && (
        <Note>Only runs since {dateText(fromMs, { dateStyle: 'medium', timeStyle: 'short' })} are counted.</Note>
      )}
      <dl className={styles['figures']}>
        <Figure name="Runs" workspaceId={workspaceId} search={{ from }} text={started.toLocaleString('en')} />
        <Figure
          name="Failed"
          workspaceId={workspaceId}
          search={{ from, level: 'error' }}
          text={`${failed.toLocaleString('en')}${part}`}
          isBad={failed > 0}
        />
        <Figure name="Cancelled" workspaceId={workspaceId} search={{ from, status: 'cancelled' }} text={cancelled.toLocaleString('en')} />
        <Figure name="Cost" workspaceId={workspaceId} search={{ from, minCost: '0.000001' }} text={moneyText(costUsd)} />
      </dl>
      <div className={styles['pair']}>
        <BarChart
          label="95 of 100 runs took at most"
          bars={spans.map(({ atMs, p95Ms }) => ({
            name: timeOf(atMs, isHourly),
            value: p95Ms ?? 0,
            text: p95Ms === null ? 'no run' : durationText(p95Ms),
          }))}
        />
        <BarChart
          label="Cost"
          bars={spans.map((span) => ({ name: timeOf(span.atMs, isHourly), value: span.costUsd, text: moneyText(span.costUsd) }))}
        />
      </div>
      <details className={styles['details']}>
        <summary>The figures as a table</summary>
        <Figures spans={spans} isHourly={isHourly} />
      </details>
    </section>
  );
}

interface FigureProps {
  readonly name: string;
  readonly workspaceId: string;
  readonly search: Readonly<Record<string, string>>;
  readonly text: string;
  readonly isBad?: boolean;
}

function Figure({ name, workspaceId, search, text, isBad = false }: FigureProps): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-bad={isBad || undefined}>
        <Link to="/workspace/$workspaceId/logs" params={{ workspaceId }} search={search}>
          {text}
        </Link>
      </dd>
    </div>
  );
}

function Figures({ spans, isHourly }: { readonly spans: readonly Span[]; readonly isHourly: boolean }): ReactNode {
  return (
    <DataTable
      label="Runs over time"
      rows={spans.filter(({ started }) => started > 0)}
      idOf={({ atMs }) => String(atMs)}
      empty={<p>Nothing ran.</p>}
      columns={[
        { name: 'From', cell: ({ atMs }) => timeOf(atMs, isHourly) },
        { name: 'Runs', look: 'number', cell: ({ started }) => started },
        { name: 'Completed', look: 'number', cell: ({ completed }) => completed, isMinor: true },
        { name: 'Failed', look: 'number', cell: ({ failed }) => failed },
        { name: 'Cancelled', look: 'number', cell: ({ cancelled }) => cancelled, isMinor: true },
        { name: '95 of 100 took at most', look: 'number', cell: ({ p95Ms }) => <Duration ms={p95Ms} /> },
        { name: 'Cost', look: 'number', cell: ({ costUsd }) => <Money usd={costUsd} /> },
      ]}
    />
  );
}

function timeOf(atMs: number, isHourly: boolean): string {
  return new Date(atMs).toLocaleString(
    'en',
    isHourly
      ? { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
      : { day: 'numeric', month: 'short', timeZone: 'UTC' },
  );
}

function durationText(ms: number): string {
  const { value, unit } = durationParts(ms);
  return `${value} ${unit}`;
}
