import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { TableColumn } from '../../api/tables.js';
import styles from './table.module.css';

export type Afterwards = 'stay' | 'down' | 'up' | 'right' | 'left';

interface CellEditorProps {
  readonly column: TableColumn;
  readonly row: number;
  readonly text: string;
  readonly problem: string | undefined;
  readonly onChange: (text: string) => void;
  readonly onCommit: (afterwards: Afterwards) => void;
  readonly onCancel: () => void;
}

/** The field in a cell. Enter and Tab save and move on, Escape leaves the cell as it was; what is wrong is below. */
export function CellEditor({ column, row, text, problem, onChange, onCommit, onCancel }: CellEditorProps): ReactNode {
  const field = useRef<HTMLInputElement & HTMLSelectElement>(null);
  const problemId = useId();
  // A cell that opens by itself, because its value was refused, leaves the focus where the person is by now.
  const isRefused = useRef(problem !== undefined);
  useEffect(() => {
    const { activeElement } = document;
    const isElsewhere = activeElement !== document.body && field.current?.closest('[role="grid"]')?.contains(activeElement) === false;
    if (!isRefused.current || !isElsewhere) field.current?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    const afterwards = afterwardsOf(event);
    if (event.key !== 'Escape' && afterwards === undefined) return;
    event.preventDefault();
    if (event.key === 'Escape') onCancel();
    else if (afterwards !== undefined) onCommit(afterwards);
  };
  const common = {
    ref: field,
    className: styles['editor'],
    value: text,
    'aria-label': `${column.name} of row ${row + 1}`,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem === undefined ? undefined : problemId,
    onKeyDown,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange(target.value),
    onBlur: () => onCommit('stay'),
  };
  return (
    <>
      {column.type === 'boolean' && (text === '' || text === 'true' || text === 'false') ? (
        <select {...common}>
          <option value="">empty</option>
          <option value="true">true</option>
          <option value="false">false</option>
        </select>
      ) : (
        <input {...common} inputMode={column.type === 'number' ? 'decimal' : 'text'} spellCheck={false} />
      )}
      {problem !== undefined && (
        <span id={problemId} role="alert" className={styles['refusal']}>
          {problem}
        </span>
      )}
    </>
  );
}

function afterwardsOf({ key, shiftKey }: KeyboardEvent): Afterwards | undefined {
  if (key === 'Enter') return shiftKey ? 'up' : 'down';
  if (key === 'Tab') return shiftKey ? 'left' : 'right';
  return undefined;
}
