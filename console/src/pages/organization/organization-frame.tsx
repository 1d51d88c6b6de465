import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { OrganizationRole } from '../../api/organization.js';
import { useSession } from '../../api/session.js';
import { EmptyState } from '../../parts/show/empty-state.js';
import { Sections } from '../../shell/sections.js';

interface OrganizationFrameProps {
  readonly title: string;
  /** Who may see the page: owners and, as a rule, admins. */
  readonly isForOwners?: boolean;
  /** Tables use the whole width and height. */
  readonly isFull?: boolean;
  readonly actions?: (organizationId: string) => ReactNode;
  readonly children: (organizationId: string) => ReactNode;
}

/** A page of the settings of the organization in the address. */
export function OrganizationFrame({ title, isForOwners = false, isFull = false, actions, children }: OrganizationFrameProps): ReactNode {
  const { organizationId = '' } = useParams({ strict: false });
  const { organizations } = useSession();
  const organization = organizations.find(({ id }) => id === organizationId);
  const role: OrganizationRole = organization?.role ?? 'member';
  const base = `/organization/${encodeURIComponent(organizationId)}`;
  const mayOpen = role === 'owner' || (role === 'admin' && !isForOwners);
  return (
    <Sections
      title={title}
      label="Settings of the organization"
      isFull={isFull && mayOpen}
      actions={mayOpen ? actions?.(organizationId) : undefined}
      crumbs={[<span key="organization">{organization?.name ?? 'Organization'}</span>]}
      links={[
        ...(role === 'owner' ? [{ name: 'Members', href: `${base}/members` }] : []),
        { name: 'Plan', href: `${base}/plan` },
        { name: 'Usage', href: `${base}/usage` },
        { name: 'Sign-in', href: `${base}/sign-in` },
        { name: 'Audit log', href: `${base}/audit` },
      ]}
    >
      {mayOpen ? (
        children(organizationId)
      ) : (
        <EmptyState title={`Only ${isForOwners ? 'owners' : 'owners and admins'} of the organization see this page`}>
          <p>Ask an owner for the role, or to do it for you.</p>
        </EmptyState>
      )}
    </Sections>
  );
}
