import type { Log } from '@sluice/client';
import type { ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { Confirm } from '../../parts/overlays/dialog.js';
import { Problem } from '../../parts/show/problem.js';
import { useAction } from '../../shell/use-action.js';
import { useOpenStarted } from './use-open-started.js';

interface ReleaseQuarantineDialogProps {
  readonly run: Log;
  readonly workspaceId: string;
  readonly onClose: () => void;
}

/** Lets a quarantined run go on where it stopped, as a new run. */
export function ReleaseQuarantineDialog({ run, workspaceId, onClose }: ReleaseQuarantineDialogProps): ReactNode {
  const onDone = useOpenStarted(workspaceId);
  const release = useAction({
    act: () => api.executions.release(run.workflowId, run.executionId),
    changes: [keys.run(workspaceId, run.executionId)],
    onDone,
  });
  return (
    <>
      <Confirm
        title="Continue this run?"
        consequences={[
          'It continues as a new run, where this one stopped',
          'Blocks that have ended do not run again',
          'If it ends a process again, it is quarantined again',
        ]}
        action="Continue run"
        isOpen
        isPending={release.isPending}
        problem={release.error !== null && <Problem error={release.error} />}
        onConfirm={() => release.do()}
        onClose={onClose}
      />
      {release.dialog}
    </>
  );
}
