import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../api/session.js';
import { AuditLogView } from '../audit/audit-log-view.js';
import { VerifyLink } from '../audit/verify-link.js';
import { OrganizationFrame } from './organization-frame.js';

/** What was changed in the organization itself: members, plan, rules for signing in. */
export function OrganizationAuditPage(): ReactNode {
  const search = useSearch({ from: '/signed-in/organization/$organizationId/audit' });
  const navigate = useNavigate({ from: '/organization/$organizationId/audit' });
  const { workspaces } = useSession();
  return (
    <OrganizationFrame
      title="Audit log"
      isFull
      actions={(organizationId) => {
        const workspace = workspaces.find((each) => each.organizationId === organizationId);
        return workspace === undefined ? null : <VerifyLink workspaceId={workspace.id} />;
      }}
    >
      {(organizationId) => (
        <AuditLogView
          place={{ organizationId }}
          search={search}
          hasOrganization={false}
          onShow={(next) => void navigate({ search: next, replace: true })}
        />
      )}
    </OrganizationFrame>
  );
}
