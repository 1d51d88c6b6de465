import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../api/session.js';
import { UsagePanel } from '../usage/usage-panel.js';
import { OrganizationFrame } from './organization-frame.js';

/** What the organization pays for, in any workspace. */
export function OrganizationUsagePage(): ReactNode {
  return <OrganizationFrame title="Usage">{(organizationId) => <Usage organizationId={organizationId} />}</OrganizationFrame>;
}

function Usage({ organizationId }: { readonly organizationId: string }): ReactNode {
  const search = useSearch({ from: '/signed-in/organization/$organizationId/usage' });
  const navigate = useNavigate({ from: '/organization/$organizationId/usage' });
  const { workspaces } = useSession();
  return (
    <UsagePanel
      place={{ organizationId }}
      lead="All runs that the organization pays for. Days are those of UTC."
      groupings={['day', 'workspace', 'workflow', 'key', 'model']}
      search={search}
      onChange={(next) => void navigate({ search: next, replace: true })}
      nameOf={(id) => workspaces.find((each) => each.id === id)?.name}
    />
  );
}
