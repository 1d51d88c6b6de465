import { PanelRightOpen, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TableColumn } from '../../api/tables.js';
import { Button } from '../../parts/controls/button.js';
import { rangeOf, type Selection } from '../../table/selection.js';
import styles from './table.module.css';

interface SelectionBarProps {
  readonly selection: Selection;
  readonly columns: readonly TableColumn[];
  /** The number of loaded rows. */
  readonly rows: number;
  readonly hasMore: boolean;
  /** What was done last. */
  readonly said: string;
  readonly canWrite: boolean;
  readonly onOpen: () => void;
  readonly onDelete: () => void;
}

/** What is selected, and what can be done with its rows. */
export function SelectionBar({ selection, columns, rows, hasMore, said, canWrite, onOpen, onDelete }: SelectionBarProps): ReactNode {
  const { top, bottom, left, right } = rangeOf(selection);
  const count = bottom - top + 1;
  const where =
    count === 1 && left === right
      ? `${columns[left]?.name ?? ''} of row ${top + 1}`
      : `${count} × ${right - left + 1} cells from ${columns[left]?.name ?? ''} of row ${top + 1}`;
  return (
    <div className={styles['foot']}>
      <span className={styles['where']}>{rows === 0 ? '' : where}</span>
      {rows > 0 && (
        <Button look="quiet" onPress={onOpen}>
          <PanelRightOpen size={14} strokeWidth={1.5} aria-hidden />
          Open row
        </Button>
      )}
      {rows > 0 && canWrite && (
        <Button look="quiet" onPress={onDelete}>
          <Trash2 size={14} strokeWidth={1.5} aria-hidden />
          {count === 1 ? 'Delete row' : `Delete ${count} rows`}
        </Button>
      )}
      <span role="status" className={styles['said']}>
        {said}
      </span>
      <span
        className={styles['count']}
      >{`${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}${hasMore ? ', more below' : ''}`}</span>
    </div>
  );
}
