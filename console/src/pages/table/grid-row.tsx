import { memo, type ReactNode } from 'react';
import type { RowView, TableColumn } from '../../api/tables.js';
import { joinClasses } from '../../parts/join-classes.js';
import { textOfCell } from '../../table/cell-text.js';
import styles from './table.module.css';

interface GridRowProps {
  readonly row: RowView;
  readonly index: number;
  readonly start: number;
  readonly columns: readonly TableColumn[];
  readonly gridId: string;
  /** The first and the last column of the selection in this row. */
  readonly selectedFrom: number | undefined;
  readonly selectedTo: number | undefined;
  readonly activeColumn: number | undefined;
  readonly editor: ReactNode;
  readonly editedColumn: number | undefined;
  readonly isShown: boolean;
  readonly canWrite: boolean;
}

export const cellId = (gridId: string, row: number, column: number): string => `${gridId}-${row}-${column}`;

/** One row. Its cells say where they are, so that the grid listens to the pointer in one place. */
export const GridRow = memo(function GridRow({
  row,
  index,
  start,
  columns,
  gridId,
  selectedFrom,
  selectedTo,
  activeColumn,
  editor,
  editedColumn,
  isShown,
  canWrite,
}: GridRowProps): ReactNode {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={styles['row']}
      data-shown={isShown || undefined}
      style={{ transform: `translateY(${start}px)` }}
    >
      <span role="rowheader" aria-colindex={1} className={styles['number']} data-row={index}>
        {index + 1}
      </span>
      {columns.map((column, position) => {
        const isSelected = selectedFrom !== undefined && selectedTo !== undefined && position >= selectedFrom && position <= selectedTo;
        const text = textOfCell(column.type, row.data[column.name]);
        return (
          <span
            key={column.name}
            id={cellId(gridId, index, position)}
            role="gridcell"
            aria-colindex={position + 2}
            aria-selected={isSelected}
            aria-readonly={!canWrite || undefined}
            data-row={index}
            data-column={position}
            data-active={position === activeColumn || undefined}
            className={joinClasses(styles['cell'], styles[`of-${column.type}`])}
            dir="auto"
          >
            {position === editedColumn ? editor : text}
          </span>
        );
      })}
    </div>
  );
});
