import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { TextField } from '../../parts/controls/text-field.js';
import { Confirm } from '../../parts/overlays/dialog.js';
import { FormDialog } from '../../parts/overlays/form-dialog.js';
import { Problem, problemOf } from '../../parts/show/problem.js';
import { useAction } from '../../shell/use-action.js';

interface HoldDialogProps {
  readonly workspaceId: string;
  readonly executionId: string;
  readonly onClose: () => void;
}

/** Keeps the run beyond its retention time, for a reason that is recorded. */
export function HoldDialog({ workspaceId, executionId, onClose }: HoldDialogProps): ReactNode {
  const [reason, setReason] = useState('');
  const place = useAction({
    act: () => api.holds.place(executionId, { reason: reason.trim() }, { workspaceId }),
    changes: [[...keys.run(workspaceId, executionId), 'hold']],
    onDone: onClose,
  });
  return (
    <>
      <FormDialog
        title="Keep this run?"
        action="Keep run"
        isDisabled={reason.trim() === ''}
        isPending={place.isPending}
        error={place.error}
        fields={['reason']}
        onSubmit={() => place.do()}
        onClose={onClose}
      >
        <p>The run is kept regardless of its age, until an admin releases it.</p>
        <TextField
          label="Reason"
          help="It is shown to admins and recorded in the audit log."
          problem={problemOf(place.error, 'reason')}
          maxLength={500}
          value={reason}
          onChange={setReason}
          autoFocus
        />
      </FormDialog>
      {place.dialog}
    </>
  );
}

/** Lets retention delete the run again. */
export function ReleaseDialog({ workspaceId, executionId, onClose }: HoldDialogProps): ReactNode {
  const release = useAction({
    act: () => api.holds.release(executionId, { workspaceId }),
    changes: [[...keys.run(workspaceId, executionId), 'hold']],
    onDone: onClose,
  });
  return (
    <>
      <Confirm
        title="Release this run?"
        consequences={['The run is deleted when its retention time is over, which may be at once']}
        action="Release"
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
