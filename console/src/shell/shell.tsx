import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { newBuild } from '../api/shared.js';
import { Button } from '../parts/controls/button.js';
import { Skeleton } from '../parts/show/small-parts.js';
import { CommandPalette } from './command-palette.js';
import { KeyList } from './key-list.js';
import { Sidebar } from './sidebar.js';
import { SignInAgain } from './sign-in-again.js';
import { StillSignedIn } from './still-signed-in.js';
import { useKeptFocus } from './use-kept-focus.js';
import { useKeys } from './use-keys.js';
import { useOnline } from './use-online.js';
import { useShared } from './use-shared.js';
import styles from './shell.module.css';

/** The place of the shell while the session is read. */
export function ShellSkeleton(): ReactNode {
  return (
    <div className={styles['shell']} aria-busy>
      <div className={styles['sidebar']}>
        {Array.from({ length: 8 }, (_, index) => (
          <Skeleton key={index} width="100%" />
        ))}
      </div>
      <div className={styles['header']} />
    </div>
  );
}

/** What surrounds all pages of people who are signed in. */
export function Shell(): ReactNode {
  useKeys();
  useKeptFocus();
  const isOnline = useOnline();
  const isOld = useShared(newBuild);
  return (
    <div className={styles['shell']}>
      <a href="#main" className={styles['skip']}>
        Skip to content
      </a>
      <Sidebar />
      <main id="main" className={styles['main']} tabIndex={-1}>
        {!isOnline && (
          <p className={styles['offline']} role="status">
            No connection. What you see may be out of date.
          </p>
        )}
        {isOld && (
          <p className={styles['newer']} role="status">
            A new version is ready.
            <Button look="quiet" onPress={() => location.reload()}>
              Reload
            </Button>
          </p>
        )}
        <Outlet />
      </main>
      <CommandPalette />
      <KeyList />
      <SignInAgain />
      <StillSignedIn />
    </div>
  );
}
