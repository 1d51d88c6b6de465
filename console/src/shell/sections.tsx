import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Link } from 'react-aria-components';
import { Page } from './page.js';
import styles from './sections.module.css';

export interface SectionLink {
  readonly name: string;
  readonly href: string;
}

interface SectionsProps {
  readonly title: string;
  /** What the links have in common, for screen readers. */
  readonly label: string;
  readonly links: readonly SectionLink[];
  readonly crumbs?: readonly ReactNode[];
  readonly actions?: ReactNode;
  /** Tables use the whole width and height. */
  readonly isFull?: boolean;
  readonly children: ReactNode;
}

/** A page that is one of several with links between them. */
export function Sections({ title, label, links, crumbs = [], actions, isFull = false, children }: SectionsProps): ReactNode {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <Page title={title} crumbs={crumbs} actions={actions} isFull>
      <nav aria-label={label} className={styles['links']}>
        {links.map(({ name, href }) => (
          <Link key={href} href={href} className={styles['link'] ?? ''} {...(path === href && { 'aria-current': 'page' })}>
            {name}
          </Link>
        ))}
      </nav>
      {isFull ? children : <div className={styles['body']}>{children}</div>}
    </Page>
  );
}

interface SectionProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A titled part of a page. */
export function Section({ title, lead, actions, children }: SectionProps): ReactNode {
  return (
    <section className={styles['section']} aria-label={title}>
      <header className={styles['top']}>
        <div>
          <h2>{title}</h2>
          {lead !== undefined && <p>{lead}</p>}
        </div>
        {actions}
      </header>
      {children}
    </section>
  );
}
