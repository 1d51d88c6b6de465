import { useQuery } from '@tanstack/react-query';
import { CirclePlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { workflowStatusQuery, type WorkflowDetail } from '../../api/workflow.js';
import { Time } from '../../parts/show/amount.js';
import { Pill } from '../../parts/show/status-pill.js';
import { StatePill } from '../workflows/workflows-table.js';
import styles from './workflow.module.css';

/** What runs now, and how the draft differs from it. */
export function WorkflowTitle({ workflow }: { readonly workflow: WorkflowDetail }): ReactNode {
  const { id, isDeployed, activeVersion, description, lastRunAt, runCount, updatedAt } = workflow;
  const status = useQuery(workflowStatusQuery(id));
  return (
    <div className={styles['title']}>
      <StatePill version={activeVersion} />
      {isDeployed && status.data?.needsRedeployment === true && (
        <Pill tone="warn" icon={<CirclePlus size={12} strokeWidth={2} aria-hidden />}>
          The draft differs
        </Pill>
      )}
      <span className={styles['fact']}>
        <span>Runs</span> {runCount.toLocaleString('en')}
      </span>
      <span className={styles['fact']}>
        <span>Last run</span> {lastRunAt === null ? 'never' : <Time at={lastRunAt} isFocusable />}
      </span>
      <span className={styles['fact']}>
        <span>Changed</span> <Time at={updatedAt} isFocusable />
      </span>
      {description !== null && (
        <p className={styles['description']} dir="auto" title={description}>
          {description}
        </p>
      )}
    </div>
  );
}
