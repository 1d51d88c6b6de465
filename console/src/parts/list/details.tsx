import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../controls/button.js';
import styles from './list.module.css';

interface DetailsProps {
  /** What is shown: a file, an entry. */
  readonly kind: string;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** What a list shows beside it of the row that was chosen. */
export function Details({ kind, title, onClose, children }: DetailsProps): ReactNode {
  return (
    <aside className={styles['details']} aria-label={kind}>
      <div className={styles['top']}>
        <h2 dir="auto">{title}</h2>
        <IconButton label={`Close ${kind.toLowerCase()}`} onPress={onClose}>
          <X size={14} strokeWidth={1.5} aria-hidden />
        </IconButton>
      </div>
      {children}
    </aside>
  );
}
