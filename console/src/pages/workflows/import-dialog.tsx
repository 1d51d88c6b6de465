import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { FileTrigger } from 'react-aria-components';
import { api } from '../../api/client.js';
import { afterWorkflowChange, type ImportedWorkflow } from '../../api/workflow.js';
import { Button } from '../../parts/controls/button.js';
import { TextField } from '../../parts/controls/text-field.js';
import { Dialog, DialogButtons } from '../../parts/overlays/dialog.js';
import { FormDialog } from '../../parts/overlays/form-dialog.js';
import { Note, problemOf } from '../../parts/show/problem.js';
import { FolderSelect } from './folder-select.js';
import { ProblemList } from './problem-list.js';
import { RefusedDocument } from './refused-document.js';
import styles from './workflows.module.css';

interface ImportDialogProps {
  readonly workspaceId: string;
  readonly folderId: string | null;
  readonly onClose: () => void;
}

/** Takes an exported document of this or another installation, or of Sim, and shows the report of the import. */
export function ImportDialog({ workspaceId, folderId: first, onClose }: ImportDialogProps): ReactNode {
  const [text, setText] = useState('');
  const [fileName, setFileName] = useState<string>();
  const [name, setName] = useState('');
  const [folderId, setFolderId] = useState(first);
  const queries = useQueryClient();
  const send = useMutation({
    mutationFn: () => api.workflows.import({ workspaceId, workflow: text, folderId, ...(name.trim() !== '' && { name }) }),
    onSuccess: () => afterWorkflowChange(queries, workspaceId),
  });
  const read = useMutation({
    mutationFn: async (file: File) => ({ name: file.name, text: await file.text() }),
    onSuccess: (file) => {
      setText(file.text);
      setFileName(file.name);
      send.reset();
    },
  });
  if (send.data !== undefined) return <ImportReport workflow={send.data.data} onClose={onClose} />;
  return (
    <FormDialog
      title="Import a workflow"
      action="Import"
      isDisabled={text.trim() === ''}
      isPending={send.isPending}
      error={send.error === null ? read.error : null}
      onSubmit={() => send.mutate()}
      onClose={onClose}
    >
      <div className={styles['file']}>
        <FileTrigger
          acceptedFileTypes={['.json', 'application/json']}
          onSelect={(files) => {
            const file = files?.[0];
            if (file !== undefined) read.mutate(file);
          }}
        >
          <Button>Choose a file</Button>
        </FileTrigger>
        <span role="status">{fileName ?? 'The JSON export of a workflow of Sluice or Sim'}</span>
      </div>
      <TextField
        label="Document"
        isLong
        value={text}
        onChange={(typed) => {
          setText(typed);
          setFileName(undefined);
        }}
        help="Or paste the JSON text here."
        spellCheck="false"
      />
      <TextField
        label="Name"
        isOptional
        value={name}
        onChange={setName}
        help="Absent: the name in the document."
        problem={problemOf(send.error, 'name')}
      />
      <FolderSelect workspaceId={workspaceId} label="Folder" value={folderId} onChange={setFolderId} />
      {send.error !== null && <RefusedDocument error={send.error} />}
    </FormDialog>
  );
}

function ImportReport({ workflow, onClose }: { readonly workflow: ImportedWorkflow; readonly onClose: () => void }): ReactNode {
  const { id, workspaceId, name, problems, warnings } = workflow;
  const navigate = useNavigate();
  return (
    <Dialog title={`“${name}” was imported`} isOpen onClose={onClose}>
      {problems.length + warnings.length === 0 ? (
        <Note>The draft has no problems and can be deployed.</Note>
      ) : (
        <div className={styles['report']}>
          <ProblemList problems={problems} warnings={warnings} />
        </div>
      )}
      <p className={styles['muted']}>Secrets are not part of an export: check the fields that need one.</p>
      <DialogButtons>
        <Button onPress={onClose}>Close</Button>
        <Button
          look="primary"
          onPress={() => void navigate({ to: '/workspace/$workspaceId/w/$workflowId', params: { workspaceId, workflowId: id } })}
        >
          Open workflow
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
