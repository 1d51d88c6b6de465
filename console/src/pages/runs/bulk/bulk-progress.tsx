import type { BulkJob } from '@sluice/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleSlash, LoaderCircle, X } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { bulkJobQuery, followedJob, stopBulk } from '../../../api/bulk.js';
import { keys } from '../../../api/keys.js';
import { Button, IconButton } from '../../../parts/controls/button.js';
import { Problem } from '../../../parts/show/problem.js';
import { useAction } from '../../../shell/use-action.js';
import styles from './bulk.module.css';

interface BulkProgressProps {
  readonly workspaceId: string;
  readonly jobId: string;
}

const looks = { running: LoaderCircle, completed: CircleCheck, stopped: CircleSlash } as const;

/** How far a job is, what it left as it was and why, and the button that stops it. */
export function BulkProgress({ workspaceId, jobId }: BulkProgressProps): ReactNode {
  const queries = useQueryClient();
  const query = bulkJobQuery(workspaceId, jobId);
  const { data: job, error, refetch } = useQuery(query);
  const stop = useAction({ act: () => stopBulk(jobId), onDone: (stopped) => queries.setQueryData(query.queryKey, stopped) });
  const close = (): void => followedJob(workspaceId).set(undefined);
  const hasEnded = job !== undefined && job.status !== 'running';
  useEffect(() => {
    if (hasEnded) void queries.invalidateQueries({ queryKey: keys.logs(workspaceId) });
  }, [hasEnded, queries, workspaceId]);
  if (error !== null) {
    return (
      <div className={styles['job']}>
        <Problem error={error} onRetry={() => void refetch()} />
        <Hide onHide={close} />
      </div>
    );
  }
  if (job === undefined) return null;
  const Icon = looks[job.status];
  return (
    <section className={styles['job']} aria-label="Bulk job" data-state={job.status}>
      <div className={styles['line']}>
        <Icon size={16} strokeWidth={1.5} aria-hidden />
        <span role="status">{jobText(job)}</span>
        {!hasEnded && <progress className={styles['progress']} aria-label="Progress" max={Math.max(1, job.found)} value={job.done} />}
        <span className={styles['end']}>
          {!hasEnded && (
            <Button isPending={stop.isPending} onPress={() => stop.do()}>
              Stop
            </Button>
          )}
          {hasEnded && <Hide onHide={close} />}
        </span>
      </div>
      {job.waitsFor !== null && <p className={styles['why']}>{job.waitsFor}</p>}
      {job.refusals.map(({ code, message, count }) => (
        <p key={code} className={styles['why']} dir="auto">
          {count === 1 ? '1 run was left as it was: ' : `${count} runs were left as they were: `}
          {message}
        </p>
      ))}
      {stop.error !== null && <Problem error={stop.error} />}
      {stop.dialog}
    </section>
  );
}

function Hide({ onHide }: { readonly onHide: () => void }): ReactNode {
  return (
    <IconButton label="Hide" onPress={onHide}>
      <X size={14} strokeWidth={1.5} aria-hidden />
    </IconButton>
  );
}

function jobText({ action, status, found, done, succeeded }: BulkJob): string {
  const [running, ended] = action === 'cancel' ? ['Cancelling', 'cancelled'] : ['Replaying', 'replayed'];
  if (status === 'running') return `${running} runs: ${done} of ${found}`;
  const text = `${succeeded} of ${found} ${found === 1 ? 'run was' : 'runs were'} ${ended}`;
  return status === 'stopped' ? `Stopped. ${text}` : text;
}
