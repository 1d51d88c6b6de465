import { useState, type DragEvent, type ReactNode } from 'react';
import { joinClasses } from '../join-classes.js';
import styles from './upload.module.css';

interface DropAreaProps {
  readonly isDisabled: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

/** Takes files that are dropped on it. A button beside it does the same for those who drop nothing. */
export function DropArea({ isDisabled, onFiles, children }: DropAreaProps): ReactNode {
  const [isTarget, setIsTarget] = useState(false);
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
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
    </div>
  );
}
