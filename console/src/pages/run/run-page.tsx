import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isStarted, runQuery } from '../../api/run.js';
import { EmptyState } from '../../parts/show/empty-state.js';
import { Problem } from '../../parts/show/problem.js';
import { Skeleton } from '../../parts/show/small-parts.js';
import { Page } from '../../shell/page.js';
import { QueuedRun } from './queued-run.js';
import { RunActions } from './run-actions.js';
import { RunView } from './run-view.js';

const path = '/signed-in/workspace/$workspaceId/logs/$executionId';

/** One run: its spans over time, and all about the selected one. */
export function RunPage(): ReactNode {
  const { workspaceId, executionId } = useParams({ from: path });
  const run = useQuery(runQuery(workspaceId, executionId));
  const crumb = (
    <Link to="/workspace/$workspaceId/logs" params={{ workspaceId }}>
      Runs
    </Link>
  );
  if (run.data === undefined) {
    return (
      <Page title="Run" crumbs={[crumb]}>
        {run.error === null ? <Skeleton width="40%" /> : <Problem error={run.error} onRetry={() => void run.refetch()} />}
      </Page>
    );
  }
  if (run.data === null) {
    return (
      <Page title="Run" crumbs={[crumb]}>
        {isStarted(executionId) ? (
          <QueuedRun workspaceId={workspaceId} executionId={executionId} />
        ) : (
          <EmptyState
            title="There is no run with this id"
            actions={
              <Link to="/workspace/$workspaceId/logs" params={{ workspaceId }}>
                Go to the runs
              </Link>
            }
          >
            <p>It may be in another workspace, or kept no longer: runs are deleted when the retention of the workspace ends.</p>
          </EmptyState>
        )}
      </Page>
    );
  }
  return (
    <Page title={run.data.workflow.name} crumbs={[crumb]} isFull actions={<RunActions run={run.data} workspaceId={workspaceId} />}>
      <RunView key={executionId} run={run.data} workspaceId={workspaceId} />
    </Page>
  );
}
