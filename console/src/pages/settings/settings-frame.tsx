import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../api/session.js';
import { EmptyState } from '../../parts/show/empty-state.js';
import { Sections } from '../../shell/sections.js';

interface SettingsFrameProps {
  readonly title: string;
  /** Pages that admins alone may open say so to others. */
  readonly isForAdmins?: boolean;
  readonly children: (workspaceId: string) => ReactNode;
}

/** A page of the settings of the workspace in the address. */
export function SettingsFrame({ title, isForAdmins = true, children }: SettingsFrameProps): ReactNode {
  const { workspaceId = '' } = useParams({ strict: false });
  const isAdmin = useIsAdmin(workspaceId);
  const base = `/workspace/${encodeURIComponent(workspaceId)}/settings`;
  const forAdmins = [
    { name: 'Members', href: `${base}/members` },
    { name: 'API keys', href: `${base}/keys` },
    { name: 'Environment', href: `${base}/environment` },
  ];
  return (
    <Sections
      title={title}
      label="Settings of the workspace"
      links={[{ name: 'General', href: `${base}/general` }, ...(isAdmin ? forAdmins : []), { name: 'Usage', href: `${base}/usage` }]}
      crumbs={[<span key="settings">Settings</span>]}
    >
      {isForAdmins && !isAdmin ? (
        <EmptyState title="Only admins of the workspace see this page">
          <p>Ask an admin for the permission, or to do it for you.</p>
        </EmptyState>
      ) : (
        children(workspaceId)
      )}
    </Sections>
  );
}

/** Whether the person manages the workspace. */
export function useIsAdmin(workspaceId: string): boolean {
  return useSession().workspaces.find(({ id }) => id === workspaceId)?.permission === 'admin';
}
