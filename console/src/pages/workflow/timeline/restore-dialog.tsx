import type { ReactNode } from 'react';
import { api } from '../../../api/client.js';
import type { HistoryEntry } from '../../../api/draft-history.js';
import { openDraft } from '../../../api/shared.js';
import type { WorkflowDetail } from '../../../api/workflow.js';
import { Confirm } from '../../../parts/overlays/dialog.js';
import { Problem } from '../../../parts/show/problem.js';
import { useChange } from '../../workflows/use-change.js';

interface RestoreDialogProps {
  readonly workflow: WorkflowDetail;
  readonly entry: HistoryEntry;
  readonly onClose: () => void;
  readonly onRestored: () => void;
}

export function RestoreDialog({ workflow, entry: { to }, onClose, onRestored }: RestoreDialogProps): ReactNode {
  const restore = useChange(
    workflow,
    async () => {
      // What the editor has not sent yet would be in conflict with the whole draft.
      await openDraft.get()?.save();
      return api.workflows.restoreDraft(workflow.id, { revision: to });
    },
    () => {
      onClose();
      onRestored();
    },
  );
  return (
    <Confirm
      title={`Restore revision ${to}?`}
      consequences={[
        'The draft becomes what it was then, as a new revision',
        'Later changes stay on this timeline, and can be restored again',
        'What is deployed does not change',
      ]}
      action="Restore"
      isOpen
      isPending={restore.isPending}
      problem={restore.error !== null && <Problem error={restore.error} />}
      onConfirm={() => restore.mutate()}
      onClose={onClose}
    />
  );
}
