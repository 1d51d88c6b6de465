import { ChevronRight, Menu as MenuIcon } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { IconButton } from '../parts/controls/button.js';
import { joinClasses } from '../parts/join-classes.js';
import { sidebar } from './sidebar-state.js';
import styles from './shell.module.css';

interface PageProps {
  readonly title: string;
  /** Links to the pages above, from the outside in. */
  readonly crumbs?: readonly ReactNode[];
  readonly actions?: ReactNode;
  /** Tables and traces use the whole width and height. */
  readonly isFull?: boolean;
  readonly children: ReactNode;
}

/** The frame of each page: crumbs on the left, actions on the right. */
export function Page({ title, crumbs = [], actions, isFull = false, children }: PageProps): ReactNode {
  useEffect(() => {
    document.title = `${title} · Sluice`;
  }, [title]);
  return (
    <>
      <header className={styles['header']}>
        <span className={styles['opener']}>
          <IconButton label="Open navigation" onPress={() => sidebar.set(true)}>
            <MenuIcon size={16} strokeWidth={1.5} aria-hidden />
          </IconButton>
        </span>
        <ol className={styles['crumbs']}>
          {crumbs.map((crumb, index) => (
            <li key={index}>
              {crumb}
              <ChevronRight size={12} strokeWidth={1.5} aria-hidden />
            </li>
          ))}
          <li>
            <h1>{title}</h1>
          </li>
        </ol>
        <div className={styles['actions']}>{actions}</div>
      </header>
      <div className={joinClasses(styles[isFull ? 'full' : 'content'])}>{children}</div>
    </>
  );
}
