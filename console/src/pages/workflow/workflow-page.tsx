import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Ellipsis, ListTree, Rocket } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { usePermission } from '../../api/session.js';
import { workflowQuery, type WorkflowDetail } from '../../api/workflow.js';
import { Button, ButtonLink, IconButton } from '../../parts/controls/button.js';
import { Menu } from '../../parts/overlays/menu.js';
import { Problem } from '../../parts/show/problem.js';
import { isMissing, Missing } from '../../parts/show/read-problem.js';
import { Skeleton } from '../../parts/show/small-parts.js';
import { Page } from '../../shell/page.js';
import { actionEntries, WorkflowDialog, type WorkflowAction } from '../workflows/workflow-actions.js';
import { WorkflowTitle } from './workflow-title.js';
import { WorkflowView } from './workflow-view.js';

const path = '/signed-in/workspace/$workspaceId/w/$workflowId';

/** One workflow: its draft and its versions to look at, and everything that can be done with it. */
export function WorkflowPage(): ReactNode {
  const { workspaceId, workflowId } = useParams({ from: path });
  const workflow = useQuery(workflowQuery(workflowId));
  const crumb = (
    <Link to="/workspace/$workspaceId/w" params={{ workspaceId }}>
      Workflows
    </Link>
  );
  if (workflow.data !== undefined && workflow.data.workspaceId === workspaceId) {
    return <KnownWorkflow key={workflowId} workflow={workflow.data} crumb={crumb} />;
  }
  return (
    <Page title="Workflow" crumbs={[crumb]}>
      {workflow.data !== undefined || isMissing(workflow.error) ? (
        <Missing
          what="workflow"
          list={
            <Link to="/workspace/$workspaceId/w" params={{ workspaceId }}>
              Go to the workflows
            </Link>
          }
        >
          Its runs are still among the runs.
        </Missing>
      ) : workflow.error === null ? (
        <Skeleton width="40%" />
      ) : (
        <Problem error={workflow.error} onRetry={() => void workflow.refetch()} />
      )}
    </Page>
  );
}

interface Chosen {
  readonly action: WorkflowAction;
  readonly version?: number;
}

function KnownWorkflow({ workflow, crumb }: { readonly workflow: WorkflowDetail; readonly crumb: ReactNode }): ReactNode {
  const { id, workspaceId, name } = workflow;
  const search = useSearch({ from: path });
  const navigate = useNavigate({ from: '/workspace/$workspaceId/w/$workflowId' });
  const permission = usePermission(workspaceId);
  const [chosen, setChosen] = useState<Chosen>();
  const entries = actionEntries(workflow, permission, (action) => setChosen({ action })).filter((entry) => entry.id !== 'deploy');
  return (
    <Page
      title={name}
      crumbs={[crumb]}
      isFull
      actions={
        <>
          <ButtonLink href={`/workspace/${workspaceId}/logs?workflow=${id}`}>
            <ListTree size={14} strokeWidth={1.5} aria-hidden />
            Runs
          </ButtonLink>
          {entries.length > 0 && (
            <Menu
              label={`Actions of ${name}`}
              placement="bottom end"
              button={
                <IconButton label={`Actions of ${name}`}>
                  <Ellipsis size={16} strokeWidth={1.5} aria-hidden />
                </IconButton>
              }
              entries={entries}
            />
          )}
          {permission === 'admin' && (
            <Button look="primary" onPress={() => setChosen({ action: 'deploy' })}>
              <Rocket size={14} strokeWidth={1.5} aria-hidden />
              Deploy
            </Button>
          )}
        </>
      }
    >
      <WorkflowTitle workflow={workflow} />
      <WorkflowView
        workflow={workflow}
        search={search}
        onLook={(next) => void navigate({ search: next, replace: true })}
        onLeaveRun={() => void navigate({ search: ({ run: _, at: __, ...rest }) => rest, replace: true })}
        onRollBack={(version) => setChosen({ action: 'rollBack', version })}
      />
      {chosen !== undefined && (
        <WorkflowDialog
          {...chosen}
          workflow={workflow}
          onClose={() => setChosen(undefined)}
          onDeleted={() => void navigate({ to: '/workspace/$workspaceId/w', params: { workspaceId } })}
        />
      )}
    </Page>
  );
}
