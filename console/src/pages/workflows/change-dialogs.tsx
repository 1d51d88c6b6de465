import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { duplicate, fetchExport, type Workflow } from '../../api/workflow.js';
import { TextField } from '../../parts/controls/text-field.js';
import { Confirm } from '../../parts/overlays/dialog.js';
import { FormDialog } from '../../parts/overlays/form-dialog.js';
import { Problem, problemOf } from '../../parts/show/problem.js';
import { saveFile } from '../audit/save-file.js';
import { FolderSelect } from './folder-select.js';
import { useChange } from './use-change.js';
import styles from './workflows.module.css';

interface DialogProps {
  readonly workflow: Workflow;
  readonly onClose: () => void;
}

export function RenameDialog({ workflow, onClose }: DialogProps): ReactNode {
  const [name, setName] = useState(workflow.name);
  const [description, setDescription] = useState(workflow.description ?? '');
  const details = { name, description: description === '' ? null : description };
  const change = useChange(workflow, () => api.workflows.change(workflow.id, details), onClose);
  return (
    <FormDialog
      title={`Rename “${workflow.name}”`}
      action="Save"
      isPending={change.isPending}
      error={change.error}
      fields={['name']}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <TextField label="Name" value={name} onChange={setName} problem={problemOf(change.error, 'name')} isRequired autoFocus />
      <TextField label="Description" isOptional isLong value={description} onChange={setDescription} />
    </FormDialog>
  );
}

export function MoveDialog({ workflow, onClose }: DialogProps): ReactNode {
  const [folderId, setFolderId] = useState(workflow.folderId);
  const change = useChange(workflow, () => api.workflows.change(workflow.id, { folderId }), onClose);
  return (
    <FormDialog
      title={`Move “${workflow.name}”`}
      action="Move"
      isPending={change.isPending}
      error={change.error}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <FolderSelect workspaceId={workflow.workspaceId} label="Folder" value={folderId} onChange={setFolderId} />
    </FormDialog>
  );
}

export function DuplicateDialog({ workflow, onClose }: DialogProps): ReactNode {
  const { workspaceId } = workflow;
  const [name, setName] = useState(`${workflow.name} copy`);
  const navigate = useNavigate();
  const copy = useChange(
    workflow,
    () => duplicate(workflow, name),
    (workflowId) => {
      onClose();
      void navigate({ to: '/workspace/$workspaceId/w/$workflowId', params: { workspaceId, workflowId } });
    },
  );
  return (
    <FormDialog
      title={`Duplicate “${workflow.name}”`}
      action="Duplicate"
      isPending={copy.isPending}
      error={copy.error}
      fields={['name']}
      onSubmit={() => copy.mutate()}
      onClose={onClose}
    >
      <TextField
        label="Name of the copy"
        value={name}
        onChange={setName}
        problem={problemOf(copy.error, 'name')}
        help="The copy has the draft. It is not deployed, and its triggers get new addresses."
        isRequired
        autoFocus
      />
    </FormDialog>
  );
}

export function ExportDialog({ workflow, onClose }: DialogProps): ReactNode {
  const download = useChange(
    workflow,
    () => fetchExport(workflow.id),
    (file) => {
      saveFile(file, `${workflow.name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.json`);
      onClose();
    },
  );
  return (
    <Confirm
      title={`Export “${workflow.name}”?`}
      consequences={[
        'The file has the draft, not the active version',
        'Secrets are left out; references such as {{NAME}} stay',
        'The audit log records the export',
      ]}
      action="Download"
      isOpen
      isPending={download.isPending}
      problem={download.error !== null && <Problem error={download.error} />}
      onConfirm={() => download.mutate()}
      onClose={onClose}
    />
  );
}

/** The name has to be typed, since a workflow that was deleted does not come back. */
export function DeleteDialog({ workflow, onClose, onDeleted }: DialogProps & { readonly onDeleted?: () => void }): ReactNode {
  const [typed, setTyped] = useState('');
  const queries = useQueryClient();
  const remove = useChange(
    { workspaceId: workflow.workspaceId },
    () => api.workflows.delete(workflow.id),
    () => {
      onClose();
      onDeleted?.();
      queries.removeQueries({ queryKey: keys.workflow(workflow.id) });
    },
  );
  return (
    <FormDialog
      title={`Delete “${workflow.name}”?`}
      action="Delete workflow"
      isDangerous
      isDisabled={typed.trim() !== workflow.name.trim()}
      isPending={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate()}
      onClose={onClose}
    >
      <ul className={styles['consequences']}>
        <li>Its addresses, schedules and webhooks stop working at once</li>
        <li>Its draft and its versions are lost</li>
        <li>Its runs end; logs are kept</li>
      </ul>
      <TextField label="Name of the workflow, to confirm" value={typed} onChange={setTyped} autoComplete="off" autoFocus />
    </FormDialog>
  );
}
