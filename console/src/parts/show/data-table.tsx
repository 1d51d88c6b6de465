import type { ReactNode } from 'react';
import { Button } from '../controls/button.js';
import { joinClasses } from '../join-classes.js';
import { Skeleton, Unseen } from './small-parts.js';
import styles from './data-table.module.css';

export interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers and times are on the right; buttons are too, and their head is for screen readers alone. */
  readonly look?: 'number' | 'actions';
  /** Left out where the window is narrow. */
  readonly isMinor?: boolean;
}

interface DataTableProps<Row> {
  readonly label: string;
  /** The first column names the row. */
  readonly columns: readonly Column<Row>[];
  /** Absent while they are loaded. */
  readonly rows: readonly Row[] | undefined;
  readonly idOf: (row: Row) => string;
  /** In the place of rows. */
  readonly empty?: ReactNode;
  readonly more?: { readonly label: string; readonly isLoading: boolean; readonly onMore: () => void } | undefined;
}

const loadingRows = 5;

/** A table of things with the same columns: their names first, what can be done with them last. */
export function DataTable<Row>({ label, columns, rows, idOf, empty, more }: DataTableProps<Row>): ReactNode {
  if (rows?.length === 0 && empty !== undefined) return <div className={styles['none']}>{empty}</div>;
  return (
    <div className={styles['frame']}>
      <table className={styles['table']} aria-label={label} aria-busy={rows === undefined}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={classOf(column)}>
                {column.look === 'actions' ? <Unseen>{column.name}</Unseen> : column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined &&
            Array.from({ length: loadingRows }, (_, index) => (
              <tr key={index}>
                {columns.map((column) => (
                  <td key={column.name} className={classOf(column)}>
                    <Skeleton width="60%" />
                  </td>
                ))}
              </tr>
            ))}
          {rows?.map((row) => (
            <tr key={idOf(row)}>
              {columns.map((column) => (
                <td key={column.name} className={classOf(column)} data-head={column.name}>
                  {column.look === 'actions' ? <div className={styles['buttons']}>{column.cell(row)}</div> : column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {more !== undefined && (
        <div className={styles['more']}>
          <Button onPress={more.onMore} isPending={more.isLoading}>
            {more.label}
          </Button>
        </div>
      )}
    </div>
  );
}

function classOf<Row>({ look, isMinor = false }: Column<Row>): string {
  return joinClasses(look !== undefined && styles[look], isMinor && styles['minor']);
}
