import { useState, type ReactNode } from 'react';
import { api } from '../../../api/client.js';
import type { HistoryEntry } from '../../../api/draft-history.js';
import type { WorkflowDetail } from '../../../api/workflow.js';
import { TextField } from '../../../parts/controls/text-field.js';
import { FormDialog } from '../../../parts/overlays/form-dialog.js';
import { problemOf } from '../../../parts/show/problem.js';
import { useChange } from '../../workflows/use-change.js';

interface DescribeDialogProps {
  readonly workflow: WorkflowDetail;
  /** The deployment of the version. */
  readonly entry: HistoryEntry;
  readonly onClose: () => void;
}

/** Names a version and annotates it, at any time after its deployment. */
export function DescribeDialog({ workflow, entry, onClose }: DescribeDialogProps): ReactNode {
  const [name, setName] = useState(entry.labels[0] ?? '');
  const [description, setDescription] = useState(entry.description ?? '');
  const described = { name, description };
  const describe = useChange(workflow, () => api.workflows.describeVersion(workflow.id, String(entry.version), described), onClose);
  return (
    <FormDialog
      title={`Describe v${entry.version}`}
      action="Save"
      isPending={describe.isPending}
      error={describe.error}
      fields={['name', 'description']}
      onSubmit={() => describe.mutate()}
      onClose={onClose}
    >
      <TextField
        label="Name of the version"
        isOptional
        value={name}
        onChange={setName}
        problem={problemOf(describe.error, 'name')}
        autoFocus
      />
      <TextField
        label="Comment"
        isOptional
        isLong
        value={description}
        onChange={setDescription}
        problem={problemOf(describe.error, 'description')}
      />
    </FormDialog>
  );
}
