import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { mayCreateWorkspaces, useSession } from '../../api/session.js';
import { Button } from '../../parts/controls/button.js';
import { EmptyState } from '../../parts/show/empty-state.js';
import { Initial } from '../../shell/initial.js';
import { Demands } from '../../shell/demands.js';
import { NewWorkspace } from '../../shell/new-workspace.js';
import { Page } from '../../shell/page.js';
import styles from './workspaces.module.css';

export function WorkspacesPage(): ReactNode {
  const session = useSession();
  const { workspaces, user, demands } = session;
  const [isCreating, setIsCreating] = useState(false);
  return (
    <Page
      title="Workspaces"
      actions={
        mayCreateWorkspaces(session) && (
          <Button look="primary" onPress={() => setIsCreating(true)}>
            <Plus size={14} strokeWidth={1.5} aria-hidden />
            New workspace
          </Button>
        )
      }
    >
      <Demands />
      {workspaces.length === 0 && demands.length > 0 ? null : workspaces.length === 0 ? (
        <EmptyState title="You are in no workspace yet">
          <p>
            {mayCreateWorkspaces(session) ? 'Create one, or ask' : 'Ask'} an admin of a workspace to add {user.email}.
          </p>
        </EmptyState>
      ) : (
        <ul className={styles['list']}>
          {workspaces.map(({ id, name, permission }) => (
            <li key={id}>
              <Link to="/workspace/$workspaceId" params={{ workspaceId: id }} className={styles['entry'] ?? ''}>
                <Initial name={name} />
                <span className={styles['name']}>{name}</span>
                <span className={styles['permission']}>{permission}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isCreating && <NewWorkspace onClose={() => setIsCreating(false)} />}
    </Page>
  );
}
