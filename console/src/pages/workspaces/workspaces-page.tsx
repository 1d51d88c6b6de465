import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../api/session.js';
import { EmptyState } from '../../parts/show/empty-state.js';
import { Initial } from '../../shell/initial.js';
import { Demands } from '../../shell/demands.js';
import { Page } from '../../shell/page.js';
import styles from './workspaces.module.css';

export function WorkspacesPage(): ReactNode {
  const { workspaces, user, demands } = useSession();
  return (
    <Page title="Workspaces">
      <Demands />
      {workspaces.length === 0 && demands.length > 0 ? null : workspaces.length === 0 ? (
        <EmptyState title="You are in no workspace yet">
          <p>Ask an admin of a workspace to add {user.email}.</p>
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
    </Page>
  );
}
