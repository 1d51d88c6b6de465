import type { ReactNode } from 'react';
import styles from './show.module.css';

interface EmptyStateProps {
  readonly title: string;
  /** Its title is that of the whole page. */
  readonly isAlone?: boolean;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** One sentence, one action. */
export function EmptyState({ title, isAlone = false, children, actions }: EmptyStateProps): ReactNode {
  const Title = isAlone ? 'h1' : 'h2';
  return (
    <div className={styles['empty']}>
      <Title>{title}</Title>
      {children}
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </div>
  );
}
