import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { afterWorkflowChange } from '../../api/workflow.js';
import { Select } from '../../parts/controls/select.js';
import { TextField } from '../../parts/controls/text-field.js';
import { FormDialog } from '../../parts/overlays/form-dialog.js';
import { problemOf } from '../../parts/show/problem.js';
import { newId } from '../../api/new-id.js';
import { FolderSelect } from './folder-select.js';
import { documentOf, templates } from './templates.js';
import styles from './workflows.module.css';

interface NewWorkflowDialogProps {
  readonly workspaceId: string;
  readonly folderId: string | null;
  readonly onClose: () => void;
}

const empty = 'empty';

/** Asks for the name of a new workflow and for what it begins with. */
export function NewWorkflowDialog({ workspaceId, folderId: first, onClose }: NewWorkflowDialogProps): ReactNode {
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [folderId, setFolderId] = useState(first);
  const [chosen, setChosen] = useState(empty);
  const template = templates.find(({ id }) => id === chosen);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: async () => {
      if (template !== undefined) {
        const workflow = await documentOf(template);
        return api.workflows.import({ workspaceId, folderId, name, workflow, ...(description !== '' && { description }) });
      }
      const made = await api.workflows.create({ workspaceId, folderId, name, description: description === '' ? null : description });
      // Without it, the editor asks for a start.
      await addStart(made.data.id).catch(() => undefined);
      return made;
    },
    onSuccess: async ({ data: { id } }) => {
      await afterWorkflowChange(queries, workspaceId);
      await navigate({ to: '/workspace/$workspaceId/w/$workflowId', params: { workspaceId, workflowId: id } });
    },
  });
  return (
    <FormDialog
      title="New workflow"
      action="Create workflow"
      isPending={create.isPending}
      error={create.error}
      fields={['name']}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <Select
        label="Begin with"
        value={chosen}
        options={[{ value: empty, label: 'An empty workflow' }, ...templates.map(({ id, name: label }) => ({ value: id, label }))]}
        onChange={(next) => {
          const [before, after] = [chosen, next].map((each) => templates.find(({ id }) => id === each)?.name ?? '');
          setChosen(next);
          // A name that the user has chosen stays.
          if (name === before) setName(after ?? '');
        }}
      />
      {template !== undefined && <p className={styles['muted']}>{template.about}</p>}
      <TextField label="Name" value={name} onChange={setName} problem={problemOf(create.error, 'name')} isRequired autoFocus />
      <TextField label="Description" isOptional isLong value={description} onChange={setDescription} />
      <FolderSelect workspaceId={workspaceId} label="Folder" value={folderId} onChange={setFolderId} />
    </FormDialog>
  );
}

async function addStart(workflowId: string): Promise<void> {
  const id = newId();
  const block = { id, type: 'start_trigger', name: 'Start', position: { x: 0, y: 0 }, subBlocks: {} };
  await api.workflows.editDraft(workflowId, { editId: newId(), base: 1, label: 'Add Start', ops: [{ op: 'add-block', block }] });
}
