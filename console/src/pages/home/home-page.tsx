import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { hasRunsQuery } from '../../api/home.js';
import { Choice } from '../../parts/controls/choice.js';
import { Problem } from '../../parts/show/problem.js';
import { useNow } from '../../parts/show/amount.js';
import { Skeleton } from '../../parts/show/small-parts.js';
import { Page } from '../../shell/page.js';
import { RunStrip } from '../runs/run-strip.js';
import { Charts } from './charts.js';
import { homeRange } from './figures.js';
import { FirstSteps } from './first-steps.js';
import { Failing, Limits, Questions, Stuck } from './lists.js';
import type { HomeRange } from './home-search.js';
import styles from './home.module.css';

const path = '/signed-in/workspace/$workspaceId/';

const labels: Readonly<Record<HomeRange, string>> = { '24h': '24 hours', '7d': '7 days', '30d': '30 days' };

/** How the workflows of a workspace do, and what waits for someone. Before the first run: how to get there. */
export function HomePage(): ReactNode {
  const { workspaceId } = useParams({ from: path });
  const hasRuns = useQuery(hasRunsQuery(workspaceId));
  if (hasRuns.data === undefined) {
    return (
      <Page title="Home">
        {hasRuns.error === null ? <Skeleton width="40%" /> : <Problem error={hasRuns.error} onRetry={() => void hasRuns.refetch()} />}
      </Page>
    );
  }
  return hasRuns.data ? <Overview workspaceId={workspaceId} /> : <FirstSteps key={workspaceId} workspaceId={workspaceId} />;
}

function Overview({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const { range = '24h' } = useSearch({ from: path });
  const { fromMs } = homeRange(range, useNow());
  const navigate = useNavigate();
  const to = '/workspace/$workspaceId' as const;
  return (
    <Page
      title="Home"
      actions={
        <Choice
          label="Time"
          value={range}
          options={(Object.keys(labels) as HomeRange[]).map((value) => ({ value, label: labels[value] }))}
          onChange={(next) => void navigate({ to, params: { workspaceId }, search: next === '24h' ? {} : { range: next }, replace: true })}
        />
      }
    >
      <div className={styles['home']}>
        <section className={styles['strip']} aria-label="Outcomes">
          <RunStrip
            workspaceId={workspaceId}
            filters={{ from: new Date(fromMs).toISOString() }}
            onRange={(from, until) =>
              void navigate({ to: '/workspace/$workspaceId/logs', params: { workspaceId }, search: { from, to: until } })
            }
          />
        </section>
        <Charts workspaceId={workspaceId} range={range} />
        <div className={styles['lists']}>
          <Failing workspaceId={workspaceId} range={range} />
          <Questions workspaceId={workspaceId} />
          <Stuck workspaceId={workspaceId} />
          <Limits />
        </div>
      </div>
    </Page>
  );
}
