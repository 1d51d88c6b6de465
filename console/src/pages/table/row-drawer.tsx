import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { rowQuery, type RowView, type TableColumn, type TablePlace } from '../../api/tables.js';
import { IconButton } from '../../parts/controls/button.js';
import { exactTime } from '../../parts/show/amount.js';
import { Problem } from '../../parts/show/problem.js';
import { Facts } from '../../parts/show/small-parts.js';
import { Tabs } from '../../parts/show/tabs.js';
import { textOfCell } from '../../table/cell-text.js';
import { rowName } from '../../table/row-name.js';
import { RowForm } from './row-form.js';
import { RowHistory } from './row-history.js';
import type { TableEdits } from './use-table-edits.js';
import styles from './table.module.css';

interface RowDrawerProps {
  readonly place: TablePlace;
  readonly columns: readonly TableColumn[];
  /** `new` for a row to be added. */
  readonly rowId: string;
  /** The row as the grid knows it. */
  readonly known: RowView | undefined;
  readonly asOf: string | undefined;
  readonly canWrite: boolean;
  readonly edits: TableEdits;
  readonly onClose: () => void;
}

/** All fields of a row and its history, beside the grid. */
export function RowDrawer({ place, columns, rowId, known, asOf, canWrite, edits, onClose }: RowDrawerProps): ReactNode {
  const isNew = rowId === 'new';
  const [tab, setTab] = useState('fields');
  const heading = useRef<HTMLHeadingElement>(null);
  const found = useQuery({ ...rowQuery(place.workspaceId, place.tableId, rowId, asOf), enabled: !isNew && known === undefined });
  const read = known ?? found.data;
  // A row that leaves the list, after another sort or filter, stays open with what was typed in it while it is read by itself.
  const [last, setLast] = useState(known);
  if (known !== undefined && known !== last) setLast(known);
  const row = read ?? (found.isPending && last?.id === rowId ? last : undefined);
  useEffect(() => {
    if (!isNew) heading.current?.focus();
  }, [isNew]);
  return (
    <aside
      className={styles['drawer']}
      aria-label={isNew ? 'New row' : 'Row'}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <div className={styles['top']}>
        <h2 ref={heading} tabIndex={-1}>
          {isNew ? 'New row' : (rowName(row, columns) ?? 'Row')}
        </h2>
        <IconButton label="Close row" onPress={onClose}>
          <X size={14} strokeWidth={1.5} aria-hidden />
        </IconButton>
      </div>
      {found.error !== null && (
        <div className={styles['inner']}>
          <Problem error={found.error} onRetry={() => void found.refetch()} />
        </div>
      )}
      {isNew ? (
        <div className={styles['inner']}>
          <RowForm columns={columns} row={undefined} edits={edits} />
        </div>
      ) : (
        <Tabs
          label="Parts of the row"
          selected={tab}
          onSelect={setTab}
          tabs={[
            {
              id: 'fields',
              label: 'Fields',
              content:
                row === undefined ? (
                  <p className={styles['muted']}>{found.data === null ? 'This row was deleted. Its history can bring it back.' : ''}</p>
                ) : canWrite ? (
                  <RowForm key={row.id} columns={columns} row={row} edits={edits} />
                ) : (
                  <Facts facts={columns.map(({ name, type }) => [name, textOfCell(type, row.data[name]) || '–'])} />
                ),
            },
            {
              id: 'history',
              label: 'History',
              content: <RowHistory place={place} columns={columns} rowId={rowId} canWrite={canWrite} edits={edits} />,
            },
          ]}
        />
      )}
      {row !== undefined && (
        <p className={styles['ids']}>
          Row <code>{row.id}</code>, added {exactTime(row.createdAt)}
        </p>
      )}
    </aside>
  );
}
