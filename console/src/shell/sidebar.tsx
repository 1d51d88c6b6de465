import { Link, useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { BookOpen, Building2, ChevronsUpDown, LogOut, Plus, Search, Server, Settings2 } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { mayCreateWorkspaces, useSession } from '../api/session.js';
import { Menu } from '../parts/overlays/menu.js';
import { Key, Unseen } from '../parts/show/small-parts.js';
import { Initial } from './initial.js';
import { NewWorkspace } from './new-workspace.js';
import { places } from './places.js';
import { QuestionCount } from './question-count.js';
import { palette, sidebar } from './sidebar-state.js';
import { signOut } from './sign-out.js';
import { useShared } from './use-shared.js';
import styles from './shell.module.css';

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

export function Sidebar(): ReactNode {
  const isOpen = useShared(sidebar);
  const path = useRouterState({ select: ({ location }) => location.href });
  const place = useRef<HTMLElement>(null);
  useEffect(() => sidebar.set(false), [path]);
  useEffect(() => {
    const [main, opener] = [place.current?.parentElement?.querySelector('main'), document.activeElement];
    if (!isOpen || !main) return;
    main.inert = true;
    place.current?.querySelector('button')?.focus();
    return () => {
      main.inert = false;
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [isOpen]);
  const open = isOpen ? { 'data-open': true } : {};
  return (
    <>
      {isOpen && (
        <button type="button" className={styles['veil']} {...open} aria-label="Close navigation" onClick={() => sidebar.set(false)} />
      )}
      <nav
        ref={place}
        aria-label="Console"
        className={styles['sidebar']}
        {...open}
        onKeyDown={({ key }) => key === 'Escape' && sidebar.set(false)}
      >
        <WorkspaceSwitcher />
        <Button className={styles['find'] ?? ''} onPress={() => palette.set(true)}>
          <Search {...icon} />
          <span>Find or do</span>
          <Key isDecoration>{isApple ? '⌘K' : 'Ctrl K'}</Key>
        </Button>
        <Navigation />
        <Foot />
      </nav>
    </>
  );
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

function WorkspaceSwitcher(): ReactNode {
  const session = useSession();
  const { workspaces } = session;
  const { workspaceId } = useParams({ strict: false });
  const navigate = useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const current = workspaces.find(({ id }) => id === workspaceId);
  const name = current?.name ?? 'Workspaces';
  return (
    <>
      <Menu
        label="Workspaces"
        heading="Workspaces"
        button={
          <Button className={styles['switcher'] ?? ''}>
            <Initial name={name} />
            <span>
              <Unseen>Workspace </Unseen>
              {name}
            </span>
            <ChevronsUpDown size={14} strokeWidth={1.5} aria-hidden />
          </Button>
        }
        entries={[
          ...workspaces.map((each) => ({
            id: each.id,
            label: each.name,
            icon: <Initial name={each.name} />,
            isSelected: each.id === workspaceId,
            onChoose: () => void navigate({ to: '/workspace/$workspaceId', params: { workspaceId: each.id } }),
          })),
          ...(mayCreateWorkspaces(session)
            ? [
                {
                  id: 'new',
                  label: 'New workspace',
                  icon: (
                    <span className={styles['plus']}>
                      <Plus {...icon} />
                    </span>
                  ),
                  isApart: true,
                  onChoose: () => setIsCreating(true),
                },
              ]
            : []),
        ]}
      />
      {isCreating && <NewWorkspace onClose={() => setIsCreating(false)} />}
    </>
  );
}

function Navigation(): ReactNode {
  const { workspaceId } = useParams({ strict: false });
  if (workspaceId === undefined) return null;
  return (
    <div className={styles['nav']}>
      {places.map(({ name, to, Icon }) => (
        <Link
          key={to}
          to={to}
          params={{ workspaceId }}
          activeOptions={{ exact: to === '/workspace/$workspaceId', includeSearch: false }}
          className={styles['entry'] ?? ''}
          title={name}
        >
          <Icon {...icon} />
          <span>{name}</span>
          {name === 'Questions' && <QuestionCount workspaceId={workspaceId} />}
        </Link>
      ))}
    </div>
  );
}

function Foot(): ReactNode {
  const { user, organizations } = useSession();
  const navigate = useNavigate();
  return (
    <div className={styles['foot']}>
      <a href="/docs" className={styles['entry']} title="API reference">
        <BookOpen {...icon} />
        <span>API reference</span>
      </a>
      <Menu
        label="Account"
        heading={user.email}
        placement="top start"
        button={
          <Button className={styles['switcher'] ?? ''}>
            <Initial name={user.name} />
            <span>
              <Unseen>Account </Unseen>
              {user.name}
            </span>
            <ChevronsUpDown size={14} strokeWidth={1.5} aria-hidden />
          </Button>
        }
        entries={[
          { id: 'account', label: 'Account', icon: <Settings2 {...icon} />, onChoose: () => void navigate({ to: '/account/profile' }) },
          ...organizations
            .filter(({ role }) => role !== 'member')
            .map(({ id, name }) => ({
              id: `organization ${id}`,
              label: name,
              icon: <Building2 {...icon} />,
              onChoose: () => void navigate({ to: '/organization/$organizationId/plan', params: { organizationId: id } }),
            })),
          ...(user.isOperator
            ? [{ id: 'server', label: 'Server', icon: <Server {...icon} />, onChoose: () => void navigate({ to: '/operator/status' }) }]
            : []),
          { id: 'out', label: 'Sign out', icon: <LogOut {...icon} />, onChoose: () => void signOut() },
        ]}
      />
    </div>
  );
}
