import { useState, type DragEvent, type ReactNode } from 'react';
import { droppedFiles } from '../../uploads/readable.js';
import { joinClasses } from '../join-classes.js';
import list from '../list/list.module.css';
import { Problem } from '../show/problem.js';
import styles from './upload.module.css';

interface DropAreaProps {
  readonly isDisabled: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

/** Takes files that are dropped on it. A button beside it does the same for those who drop nothing. */
export function DropArea({ isDisabled, onFiles, children }: DropAreaProps): ReactNode {
  const [isTarget, setIsTarget] = useState(false);
  const [folders, setFolders] = useState<readonly string[]>([]);
  const hasFiles = ({ dataTransfer }: DragEvent): boolean => !isDisabled && dataTransfer.types.includes('Files');
  return (
    <div
      className={joinClasses(styles['area'], isTarget && styles['target'])}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsTarget(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsTarget(false);
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsTarget(false);
        const dropped = droppedFiles(event.dataTransfer.items);
        setFolders(dropped.folders);
        onFiles(dropped.files);
      }}
    >
      {folders.length > 0 && (
        <div className={list['above']}>
          <Problem error={`Folders cannot be uploaded: ${folders.join(', ')}. Drop the files in them.`} />
        </div>
      )}
      {children}
    </div>
  );
}
