import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { TextField } from '../../parts/controls/text-field.js';
import { Confirm } from '../../parts/overlays/dialog.js';
import { FormDialog } from '../../parts/overlays/form-dialog.js';
import { Problem, problemOf } from '../../parts/show/problem.js';
import { FolderSelect } from './folder-select.js';
import type { FolderRow } from './folder-tree.js';

interface NewFolderDialogProps {
  readonly workspaceId: string;
  readonly parentId: string | null;
  readonly onClose: () => void;
}

export function NewFolderDialog({ workspaceId, parentId: first, onClose }: NewFolderDialogProps): ReactNode {
  const [name, setName] = useState('');
  const [parentId, setParentId] = useState(first);
  const create = useFolderChange(workspaceId, () => api.folders.create({ workspaceId, name, parentId }), onClose);
  return (
    <FormDialog
      title="New folder"
      action="Create folder"
      isPending={create.isPending}
      error={create.error}
      fields={['name']}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <TextField label="Name" value={name} onChange={setName} problem={problemOf(create.error, 'name')} isRequired autoFocus />
      <FolderSelect workspaceId={workspaceId} label="In folder" value={parentId} onChange={setParentId} />
    </FormDialog>
  );
}

interface FolderDialogProps {
  readonly workspaceId: string;
  readonly folder: FolderRow;
  readonly onClose: () => void;
}

/** @param props.within the folder and those in it: it cannot be moved there */
export function ChangeFolderDialog({
  workspaceId,
  folder,
  within,
  onClose,
}: FolderDialogProps & { readonly within: ReadonlySet<string> }): ReactNode {
  const [name, setName] = useState(folder.name);
  const [parentId, setParentId] = useState(folder.parentId);
  const change = useFolderChange(workspaceId, () => api.folders.change(folder.id, { name, parentId }), onClose);
  return (
    <FormDialog
      title={`Change the folder “${folder.name}”`}
      action="Save"
      isPending={change.isPending}
      error={change.error}
      fields={['name']}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <TextField label="Name" value={name} onChange={setName} problem={problemOf(change.error, 'name')} isRequired autoFocus />
      <FolderSelect workspaceId={workspaceId} label="In folder" value={parentId} without={within} onChange={setParentId} />
    </FormDialog>
  );
}

export function DeleteFolderDialog({
  workspaceId,
  folder,
  onClose,
  onDeleted,
}: FolderDialogProps & { readonly onDeleted: () => void }): ReactNode {
  const remove = useFolderChange(
    workspaceId,
    () => api.folders.delete(folder.id),
    () => {
      onClose();
      onDeleted();
    },
  );
  return (
    <Confirm
      title={`Delete the folder “${folder.name}”?`}
      consequences={['Its workflows and folders move to the folder around it', 'No workflow is deleted']}
      action="Delete folder"
      isDangerous
      isOpen
      isPending={remove.isPending}
      problem={remove.error !== null && <Problem error={remove.error} />}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}

function useFolderChange<Result>(
  workspaceId: string,
  change: () => Promise<Result>,
  onDone: () => void,
): UseMutationResult<Result, Error, void> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: keys.folders(workspaceId) }),
        queries.invalidateQueries({ queryKey: keys.workflows(workspaceId) }),
      ]);
      onDone();
    },
  });
}
