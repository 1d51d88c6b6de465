import type { ReactNode } from 'react';
import styles from './show.module.css';

interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** One sentence, one action. */
export function EmptyState({ title, children, actions }: EmptyStateProps): ReactNode {
  return (
    <div className={styles['empty']}>
      <h2>{title}</h2>
      {children}
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </div>
  );
}
