import type { ReactNode } from 'react';
import { useSession } from '../../api/session.js';
import { EmptyState } from '../../parts/show/empty-state.js';
import { Sections } from '../../shell/sections.js';

const links = [
  { name: 'Status', href: '/operator/status' },
  { name: 'Exports', href: '/operator/exports' },
  { name: 'Users', href: '/operator/users' },
  { name: 'Organizations', href: '/operator/organizations' },
  { name: 'Audit key', href: '/operator/audit-key' },
];

/** A page of those who operate the server. */
export function OperatorFrame({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  const { user } = useSession();
  return (
    <Sections title={title} label="Server" links={links} crumbs={[<span key="server">Server</span>]}>
      {user.isOperator ? (
        children
      ) : (
        <EmptyState title="Only operators of the server see this page">
          <p>Ask an operator for the role, or to do it for you.</p>
        </EmptyState>
      )}
    </Sections>
  );
}
