import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { deleteFile, downloadAddress, type StoredFile } from '../../api/files.js';
import { keys } from '../../api/keys.js';
import { useMayWrite } from '../../api/session.js';
import { Button, ButtonLink } from '../../parts/controls/button.js';
import { Details } from '../../parts/list/details.js';
import list from '../../parts/list/list.module.css';
import { Confirm } from '../../parts/overlays/dialog.js';
import { exactTime } from '../../parts/show/amount.js';
import { bytesText } from '../../parts/show/amounts.js';
import { Problem } from '../../parts/show/problem.js';
import { Facts } from '../../parts/show/small-parts.js';
import { FilePreview } from './file-preview.js';
import styles from './files.module.css';
import { useUploaderOf } from './use-uploader-of.js';

interface FileDetailsProps {
  readonly file: StoredFile;
  readonly workspaceId: string;
  readonly onClose: () => void;
}

/** One file: what it looks like, what is known of it, and what can be done with it. */
export function FileDetails({ file, workspaceId, onClose }: FileDetailsProps): ReactNode {
  const [isAsking, setIsAsking] = useState(false);
  const mayWrite = useMayWrite(workspaceId);
  const uploaderOf = useUploaderOf(workspaceId);
  return (
    <Details kind="File" title={file.name} onClose={onClose}>
      <div className={list['buttons']}>
        <ButtonLink href={downloadAddress(workspaceId, file.id)} download={file.name}>
          <Download size={14} strokeWidth={1.5} aria-hidden />
          Download
        </ButtonLink>
        {mayWrite && (
          <Button onPress={() => setIsAsking(true)}>
            <Trash2 size={14} strokeWidth={1.5} aria-hidden />
            Delete
          </Button>
        )}
      </div>
      <div className={styles['preview']}>
        <FilePreview file={file} workspaceId={workspaceId} />
      </div>
      <Facts
        facts={[
          ['Size', `${bytesText(file.size)} (${file.size.toLocaleString('en')} bytes)`],
          ['Type', <code key="type">{file.type}</code>],
          ['Uploaded', exactTime(file.uploadedAt)],
          ['By', uploaderOf(file)],
          ['Key', <code key="key">{file.key}</code>],
          ['Id', <code key="id">{file.id}</code>],
        ]}
      />
      {isAsking && <DeleteDialog file={file} workspaceId={workspaceId} onClose={() => setIsAsking(false)} onDeleted={onClose} />}
    </Details>
  );
}

type DeleteDialogProps = FileDetailsProps & { readonly onDeleted: () => void };

function DeleteDialog({ file, workspaceId, onClose, onDeleted }: DeleteDialogProps): ReactNode {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteFile(workspaceId, file.id),
    onSuccess: async () => {
      onDeleted();
      await Promise.all([
        queries.invalidateQueries({ queryKey: keys.files(workspaceId) }),
        queries.invalidateQueries({ queryKey: keys.storage }),
      ]);
    },
  });
  return (
    <Confirm
      title={`Delete ${file.name}?`}
      consequences={['Workflows that name the file can no longer read it', 'Its name is free afterwards', 'It cannot be restored here']}
      action="Delete file"
      isDangerous
      isOpen
      isPending={remove.isPending}
      problem={remove.error !== null && <Problem error={remove.error} />}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
