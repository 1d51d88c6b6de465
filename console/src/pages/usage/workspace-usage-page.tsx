import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { apiKeysQuery, workspaceKeys } from '../../api/api-keys.js';
import { workflowsQuery } from '../../api/workflows.js';
import { SettingsFrame, useIsAdmin } from '../settings/settings-frame.js';
import { UsagePanel } from './usage-panel.js';

/** What the runs of a workspace used, whichever account pays. */
export function WorkspaceUsagePage(): ReactNode {
  return (
    <SettingsFrame title="Usage" isForAdmins={false}>
      {(workspaceId) => <WorkspaceUsage workspaceId={workspaceId} />}
    </SettingsFrame>
  );
}

function WorkspaceUsage({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const search = useSearch({ from: '/signed-in/workspace/$workspaceId/settings/usage' });
  const navigate = useNavigate({ from: '/workspace/$workspaceId/settings/usage' });
  const isAdmin = useIsAdmin(workspaceId);
  const workflows = useQuery(workflowsQuery(workspaceId));
  const apiKeys = useQuery({ ...apiKeysQuery(workspaceKeys(workspaceId)), enabled: isAdmin && search.by === 'key' });
  const names = new Map([...(workflows.data ?? []), ...(apiKeys.data ?? [])].map(({ id, name }) => [id, name]));
  return (
    <UsagePanel
      place={{ workspaceId }}
      lead="Runs in this workspace, whichever account pays for them. Days are those of UTC."
      groupings={['day', 'workflow', 'key', 'model']}
      search={search}
      onChange={(next) => void navigate({ search: next, replace: true })}
      nameOf={(id) => names.get(id)}
    />
  );
}
