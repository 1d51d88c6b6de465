import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../api/session.js';
import { Page } from '../../shell/page.js';
import { AuditLogView } from './audit-log-view.js';
import { VerifyLink } from './verify-link.js';

/** The audit log of a workspace, or of its organization. */
export function AuditPage(): ReactNode {
  const { workspaceId } = useParams({ from: '/signed-in/workspace/$workspaceId/audit' });
  const search = useSearch({ from: '/signed-in/workspace/$workspaceId/audit' });
  const navigate = useNavigate({ from: '/workspace/$workspaceId/audit' });
  const { workspaces } = useSession();
  const organizationId = workspaces.find(({ id }) => id === workspaceId)?.organizationId ?? null;
  const isOfOrganization = search.of === 'organization' && organizationId !== null;
  return (
    <Page title="Audit log" isFull actions={<VerifyLink workspaceId={workspaceId} />}>
      <AuditLogView
        place={isOfOrganization ? { organizationId } : { workspaceId }}
        search={search}
        hasOrganization={organizationId !== null}
        onShow={(next) => void navigate({ search: next, replace: true })}
      />
    </Page>
  );
}
