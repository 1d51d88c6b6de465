import type { Log } from '@sluice/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { runQuery } from '../../api/run.js';
import { EmptyState } from '../../parts/show/empty-state.js';
import { Duration, Money, Time } from '../../parts/show/amount.js';
import { JsonTree } from '../../parts/show/json-tree.js';
import { Note, Problem } from '../../parts/show/problem.js';
import { Skeleton } from '../../parts/show/small-parts.js';
import { StatusPill } from '../../parts/show/status-pill.js';
import { alignedSpans, causeOf, type AlignedSpan } from '../../run/run-alignment.js';
import { Page } from '../../shell/page.js';
import { versionOf } from '../runs/run-facts.js';
import { CompareTable } from './compare-table.js';
import styles from './compare.module.css';

const path = '/signed-in/workspace/$workspaceId/logs/$executionId/compare/$otherId';

/** Two runs side by side: what their blocks received, gave and took. */
export function ComparePage(): ReactNode {
  const { workspaceId, executionId, otherId } = useParams({ from: path });
  const [one, other] = [useQuery(runQuery(workspaceId, executionId)), useQuery(runQuery(workspaceId, otherId))];
  const error = one.error ?? other.error;
  const crumbs = [
    <Link key="runs" to="/workspace/$workspaceId/logs" params={{ workspaceId }}>
      Runs
    </Link>,
    <Link key="run" to="/workspace/$workspaceId/logs/$executionId" params={{ workspaceId, executionId }}>
      {one.data?.workflow.name ?? 'Run'}
    </Link>,
  ];
  if (one.data === null || other.data === null) {
    return (
      <Page title="Compare" crumbs={crumbs}>
        <EmptyState
          title="One of the runs does not exist"
          actions={
            <Link to="/workspace/$workspaceId/logs" params={{ workspaceId }}>
              Go to the runs
            </Link>
          }
        >
          <p>It may be in another workspace, or kept no longer: runs are deleted when the retention of the workspace ends.</p>
        </EmptyState>
      </Page>
    );
  }
  if (one.data === undefined || other.data === undefined) {
    const retry = (): void => void Promise.all([one.refetch(), other.refetch()]);
    return (
      <Page title="Compare" crumbs={crumbs}>
        {error === null ? <Skeleton width="40%" /> : <Problem error={error} onRetry={retry} />}
      </Page>
    );
  }
  return (
    <Page title="Compare" crumbs={crumbs} isFull>
      <Comparison workspaceId={workspaceId} one={one.data} other={other.data} />
    </Page>
  );
}

interface ComparisonProps {
  readonly workspaceId: string;
  readonly one: Log;
  readonly other: Log;
}

function Comparison({ workspaceId, one, other }: ComparisonProps): ReactNode {
  const { node } = useSearch({ from: path });
  const navigate = useNavigate({ from: '/workspace/$workspaceId/logs/$executionId/compare/$otherId' });
  const rows = useMemo(() => alignedSpans(one.executionData.traceSpans, other.executionData.traceSpans), [one, other]);
  const cause = useMemo(() => causeOf(rows), [rows]);
  const selected = rows.find((row) => row.node === node) ?? cause ?? rows.find(({ differences }) => differences.length > 0) ?? rows[0];
  return (
    <>
      <div className={styles['runs']}>
        <RunHead workspaceId={workspaceId} run={one} name="A" />
        <RunHead workspaceId={workspaceId} run={other} name="B" />
      </div>
      <div className={styles['cause']}>
        <Note>{summaryOf(rows, cause)}</Note>
      </div>
      <div className={styles['split']}>
        <CompareTable rows={rows} selected={selected?.node} onSelect={(next) => void navigate({ search: { node: next }, replace: true })} />
        {selected !== undefined && <Details row={selected} />}
      </div>
    </>
  );
}

function summaryOf(rows: readonly AlignedSpan[], cause: AlignedSpan | undefined): string {
  if (cause !== undefined) return `${cause.name} received the same in both runs and gave something else: look for the cause there.`;
  const count = rows.filter(({ differences }) => differences.length > 0).length;
  if (count === 0) return 'All blocks received and gave the same in both runs.';
  const different = `${count} of ${rows.length} rows are different.`;
  if (rows[0]?.differences.includes('input')) return `The runs differ from their input on. ${different}`;
  return `${different} No block that received the same gave something else.`;
}

function RunHead({ workspaceId, run, name }: { readonly workspaceId: string; readonly run: Log; readonly name: string }): ReactNode {
  const { executionId, executionData, totalDurationMs, cost, startedAt } = run;
  return (
    <div className={styles['head']}>
      <b>{name}</b>
      <Link to="/workspace/$workspaceId/logs/$executionId" params={{ workspaceId, executionId }}>
        {executionId}
      </Link>
      <StatusPill status={executionData.status} />
      <span>{versionOf(run)}</span>
      <Time at={startedAt} />
      <Duration ms={totalDurationMs} />
      <Money usd={cost?.total} />
    </div>
  );
}

/** What a block received and gave in both runs. */
function Details({ row }: { readonly row: AlignedSpan }): ReactNode {
  const { one, other, name, type, differences } = row;
  return (
    <section className={styles['details']} aria-label="Block">
      <div className={styles['subject']}>
        <h2>{name}</h2>
        <span>{type}</span>
      </div>
      {(['input', 'output'] as const).map((part) => (
        <div key={part} className={styles['pair']}>
          <h3>
            {part === 'input' ? 'Input' : 'Output'} <span>{isDifferent(differences, part) ? 'different' : 'same'}</span>
          </h3>
          <div>
            <b>A</b>
            <Side span={one} part={part} />
          </div>
          <div>
            <b>B</b>
            <Side span={other} part={part} />
          </div>
        </div>
      ))}
    </section>
  );
}

/** An error takes the place of an output. */
function isDifferent(differences: AlignedSpan['differences'], part: 'input' | 'output'): boolean {
  return differences.includes(part) || differences.includes('only one') || (part === 'output' && differences.includes('outcome'));
}

function Side({ span, part }: { readonly span: AlignedSpan['one']; readonly part: 'input' | 'output' }): ReactNode {
  if (span === undefined) return <p>Did not run.</p>;
  if (part === 'output' && span.errorMessage !== undefined) return <p className={styles['error']}>{span.errorMessage}</p>;
  return span[part] === undefined ? <p>None.</p> : <JsonTree value={span[part]} />;
}
