import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { questionCountQuery } from '../api/questions.js';
import { Unseen } from '../parts/show/small-parts.js';
import styles from './shell.module.css';

/** How many questions wait for the person. */
export function QuestionCount({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const { data } = useQuery(questionCountQuery(workspaceId));
  if (data === undefined || data === null) return null;
  return (
    <span className={styles['number']}>
      {data}
      <Unseen> for you</Unseen>
    </span>
  );
}
