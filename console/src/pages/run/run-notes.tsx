import type { Log } from '@sluice/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { diagnosisQuery } from '../../api/run.js';
import { Note } from '../../parts/show/problem.js';
import { failedSpan } from '../../run/span-rows.js';
import styles from './run.module.css';

/** What a person should know before they read the trace: why the run failed or does not go on, and what it repeats. */
export function RunNotes({ run, workspaceId }: { readonly run: Log; readonly workspaceId: string }): ReactNode {
  const { status, error: whole, origin, traceSpans } = run.executionData;
  // The inspector shows the error of a span.
  const error = failedSpan(traceSpans) === undefined ? whole : null;
  const isOpen = status === 'running' || status === 'paused';
  const diagnosis = useQuery({ ...diagnosisQuery(workspaceId, run.executionId), enabled: isOpen });
  if (error === null && origin === undefined && diagnosis.data === undefined) return null;
  return (
    <div className={styles['notes']}>
      {error !== null && (
        <p className={styles['message']} dir="auto">
          {error}
        </p>
      )}
      {diagnosis.data !== undefined && (
        <Note>
          <p>{diagnosis.data.summary}</p>
          {diagnosis.data.finding === 'waiting-for-person' && (
            <p>
              <Link to="/workspace/$workspaceId/questions" params={{ workspaceId }} search={{ view: 'all', question: run.executionId }}>
                Go to the question
              </Link>
            </p>
          )}
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
