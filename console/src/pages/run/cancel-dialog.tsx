import type { Log } from '@sluice/client';
import type { ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { Confirm } from '../../parts/overlays/dialog.js';
import { Problem } from '../../parts/show/problem.js';
import { useAction } from '../../shell/use-action.js';

interface CancelDialogProps {
  readonly run: Pick<Log, 'workflowId' | 'executionId'>;
  readonly workspaceId: string;
  readonly onClose: () => void;
}

/** Ends a run that has not ended. */
export function CancelDialog({ run, workspaceId, onClose }: CancelDialogProps): ReactNode {
  const cancel = useAction({
    act: () => api.executions.cancel(run.workflowId, run.executionId),
    changes: [keys.run(workspaceId, run.executionId)],
    onDone: onClose,
  });
  return (
    <>
      <Confirm
        title="Cancel this run?"
        consequences={[
          'Blocks that have ended keep their effects',
          'Open questions of the run are withdrawn',
          'The run cannot continue, only be replayed',
        ]}
        action="Cancel run"
        isDangerous
        isOpen
        isPending={cancel.isPending}
        problem={cancel.error !== null && <Problem error={cancel.error} />}
        onConfirm={() => cancel.do()}
        onClose={onClose}
      />
      {cancel.dialog}
    </>
  );
}
