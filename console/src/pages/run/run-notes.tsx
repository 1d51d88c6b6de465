import type { Log } from '@sluice/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { diagnosisQuery, holdQuery } from '../../api/run.js';
import { usePermission } from '../../api/session.js';
import { Note } from '../../parts/show/problem.js';
import { failedSpan } from '../../run/span-rows.js';
import { Remedies } from './remedies.js';
import styles from './run.module.css';

/** What a person should know before they read the trace: why the run failed or does not go on, what it repeats, and whether it is kept. */
export function RunNotes({ run, workspaceId }: { readonly run: Log; readonly workspaceId: string }): ReactNode {
  const { status, error: whole, origin, traceSpans } = run.executionData;
  const permission = usePermission(workspaceId);
  // The inspector shows the error of a span.
  const error = failedSpan(traceSpans) === undefined ? whole : null;
  const isOpen = status === 'running' || status === 'paused';
  // A run that failed outside of its blocks may be quarantined.
  const isAsked = isOpen || (status === 'failed' && error !== null);
  const { data: diagnosis } = useQuery({ ...diagnosisQuery(workspaceId, run.executionId), enabled: isAsked });
  const hold = useQuery({ ...holdQuery(workspaceId, run.executionId), enabled: permission === 'admin' });
  const isTold = diagnosis !== undefined && diagnosis.finding !== 'finished';
  const kept = hold.data?.held === true ? hold.data.reason : undefined;
  if (error === null && origin === undefined && !isTold && kept === undefined) return null;
  return (
    <div className={styles['notes']}>
      {error !== null && (
        <p className={styles['message']} dir="auto">
          {error}
        </p>
      )}
      {isTold && (
        <Note>
          {diagnosis.summary !== error && <p>{diagnosis.summary}</p>}
          <Remedies
            run={run}
            workspaceId={workspaceId}
            remedies={diagnosis.remedies}
            isQuarantined={diagnosis.finding === 'quarantined'}
            mayAct={permission !== undefined && permission !== 'read'}
          />
        </Note>
      )}
      {kept !== undefined && (
        <Note>
          <p dir="auto">This run is kept regardless of its age: {kept}</p>
        </Note>
      )}
      {origin !== undefined && (
        <Note>
          This run repeats{' '}
          <Link to="/workspace/$workspaceId/logs/$executionId" params={{ workspaceId, executionId: origin.executionId }}>
            another run
          </Link>
          .
        </Note>
      )}
    </div>
  );
}
