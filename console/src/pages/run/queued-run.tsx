import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { diagnosisQuery } from '../../api/run.js';
import { useMayWrite } from '../../api/session.js';
import { Button } from '../../parts/controls/button.js';
import { EmptyState } from '../../parts/show/empty-state.js';
import { CancelDialog } from './cancel-dialog.js';

const lookedForAgainMs = 2000;

interface QueuedRunProps {
  readonly workspaceId: string;
  readonly executionId: string;
}

/** A run that was started here and has no entry in the log: why it waits, or that it never began. */
export function QueuedRun({ workspaceId, executionId }: QueuedRunProps): ReactNode {
  const { data: found } = useQuery({
    ...diagnosisQuery(workspaceId, executionId),
    refetchInterval: ({ state }) => (state.data?.finding === 'finished' ? false : lookedForAgainMs),
  });
  const [isAsking, setIsAsking] = useState(false);
  const mayAct = useMayWrite(workspaceId);
  if (found?.finding === 'finished') {
    return (
      <EmptyState title="The run never began">
        <p>Its job is {found.status}.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={found === undefined || found.status === 'queued' ? 'The run is queued' : 'The run has begun'}
      actions={mayAct && found !== undefined && <Button onPress={() => setIsAsking(true)}>Cancel run</Button>}
    >
      <p>{found?.summary ?? 'It begins as soon as a process has room for it.'}</p>
      <p>This page shows the run as soon as it is in the log.</p>
      {isAsking && found !== undefined && <CancelDialog run={found} workspaceId={workspaceId} onClose={() => setIsAsking(false)} />}
    </EmptyState>
  );
}
