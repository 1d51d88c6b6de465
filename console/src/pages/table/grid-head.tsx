import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TableColumn } from '../../api/tables.js';
import { Unseen } from '../../parts/show/small-parts.js';
import type { Sort } from '../../table/view-search.js';
import styles from './table.module.css';

interface GridHeadProps {
  readonly columns: readonly TableColumn[];
  readonly sort: Sort | undefined;
  readonly onSort: (column: string) => void;
}

/** The names of the columns. A click sorts; the keyboard sorts with the button above the grid. */
export function GridHead({ columns, sort, onSort }: GridHeadProps): ReactNode {
  return (
    <div role="rowgroup" className={styles['head']}>
      <div role="row" aria-rowindex={1} className={styles['headings']}>
        <span role="columnheader" aria-colindex={1} className={styles['number']}>
          <Unseen>Row</Unseen>
        </span>
        {columns.map(({ name, type, required, unique }, index) => {
          const direction = sort?.column === name ? sort.direction : undefined;
          return (
            <span
              key={name}
              role="columnheader"
              aria-colindex={index + 2}
              aria-sort={direction === undefined ? 'none' : direction === 'asc' ? 'ascending' : 'descending'}
              className={styles['heading']}
              data-right={type === 'number' || undefined}
              title={[type, required && 'required', unique && 'unique'].filter(Boolean).join(', ')}
              onClick={() => onSort(name)}
            >
              <span>{name}</span>
              {direction === 'asc' && <ArrowUp size={12} strokeWidth={1.5} aria-hidden />}
              {direction === 'desc' && <ArrowDown size={12} strokeWidth={1.5} aria-hidden />}
              <small>{type}</small>
            </span>
          );
        })}
      </div>
    </div>
  );
}
