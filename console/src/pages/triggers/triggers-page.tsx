import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { triggersQuery } from '../../api/triggers.js';
import { workflowsQuery } from '../../api/workflows.js';
import { DataTable } from '../../parts/show/data-table.js';
import { Problem } from '../../parts/show/problem.js';
import { Section } from '../../shell/sections.js';
import { TriggerPill } from './trigger-looks.js';
import { TriggersFrame } from './triggers-frame.js';

/** What starts runs of the workspace without a call: webhooks, schedules and polls. */
export function TriggersPage(): ReactNode {
  return <TriggersFrame title="Triggers">{(workspaceId) => <Triggers workspaceId={workspaceId} />}</TriggersFrame>;
}

function Triggers({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const triggers = useQuery(triggersQuery(workspaceId));
  const workflows = useQuery(workflowsQuery(workspaceId));
  const names = new Map(workflows.data?.map(({ id, name }) => [id, name]));
  return (
    <Section title="Triggers" lead="Blocks of deployed workflows that start runs: webhooks, schedules and events of other services.">
      {triggers.error !== null ? (
        <Problem error={triggers.error} onRetry={() => void triggers.refetch()} />
      ) : (
        <DataTable
          label="Triggers"
          rows={triggers.data}
          idOf={({ id }) => id}
          empty="No trigger yet. Deploy a workflow with a webhook or a schedule block."
          columns={[
            {
              name: 'Block',
              cell: ({ id, blockName }) => (
                <Link to="/workspace/$workspaceId/triggers/$triggerId" params={{ workspaceId, triggerId: id }}>
                  {blockName}
                </Link>
              ),
            },
            { name: 'Workflow', cell: ({ workflowId }) => names.get(workflowId) ?? '–' },
            { name: 'Kind', isMinor: true, cell: ({ kind, provider }) => (kind === provider ? kind : `${kind}, ${provider}`) },
            { name: 'State', cell: ({ status }) => <TriggerPill status={status} /> },
          ]}
        />
      )}
    </Section>
  );
}
