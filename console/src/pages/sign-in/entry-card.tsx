import { useEffect, type ReactNode } from 'react';
import { Mark } from '../../parts/mark.js';
import styles from './sign-in.module.css';

/** The frame of the pages for people who are not signed in. */
export function EntryCard({
  title,
  intro,
  children,
}: {
  readonly title: string;
  readonly intro?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  useEffect(() => {
    document.title = `${title} · Sluice`;
  }, [title]);
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <div className={styles['mark']}>
          <Mark /> Sluice
        </div>
        <div className={styles['head']}>
          <h1>{title}</h1>
          {intro !== undefined && <p>{intro}</p>}
        </div>
        {children}
      </div>
    </main>
  );
}
