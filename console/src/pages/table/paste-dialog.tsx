import { useMutation } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { Button } from '../../parts/controls/button.js';
import { Dialog, DialogButtons } from '../../parts/overlays/dialog.js';
import { Problem } from '../../parts/show/problem.js';
import type { Pasted } from '../../table/pasted.js';
import type { TableEdits } from './use-table-edits.js';
import styles from './table.module.css';

interface PasteDialogProps {
  readonly paste: Pasted;
  readonly edits: TableEdits;
  readonly onDone: (sentence: string) => void;
  readonly onClose: () => void;
}

const mostShown = 8;

/** Shows what pasting would change before it does. */
export function PasteDialog({ paste, edits, onDone, onClose }: PasteDialogProps): ReactNode {
  const { cells, updates, added, problems, left } = paste;
  const isInserted = useRef(false);
  const run = useMutation({
    mutationFn: async () => {
      // Rows that are refused leave the others as they are. The second attempt does not repeat what the first one did.
      if (added.length > 0 && !isInserted.current) await edits.insert(added);
      isInserted.current = true;
      if (updates.length > 0) await edits.updateAll(updates);
    },
    onSuccess: () => onDone(`Pasted: ${summaryOf(paste)}.`),
  });
  const isNothing = updates.length === 0 && added.length === 0;
  return (
    <Dialog title={isNothing ? 'Nothing to paste' : 'Paste these cells?'} isOpen onClose={onClose}>
      <p>{isNothing ? 'The cells already have these values.' : `${summaryOf(paste)}.`}</p>
      {cells.length > 0 && (
        <table className={styles['changes']}>
          <thead>
            <tr>
              <th scope="col">Cell</th>
              <th scope="col">Now</th>
              <th scope="col">Then</th>
            </tr>
          </thead>
          <tbody>
            {cells.slice(0, mostShown).map(({ rowIndex, column, before, after }) => (
              <tr key={`${rowIndex} ${column}`}>
                <td>
                  {column} of row {rowIndex + 1}
                </td>
                <td>
                  <del>{before}</del>
                </td>
                <td>
                  <ins>{after}</ins>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {cells.length > mostShown && <p className={styles['muted']}>and {cells.length - mostShown} more</p>}
      {left > 0 && (
        <p className={styles['muted']}>{`${left} ${left === 1 ? 'cell has' : 'cells have'} no place in the table and will be left out.`}</p>
      )}
      {problems.length > 0 && <Problem error={problems.slice(0, mostShown).join(' ')} />}
      {run.error !== null && <Problem error={run.error} />}
      <DialogButtons>
        <Button onPress={onClose}>Cancel</Button>
        {!isNothing && (
          <Button look="primary" autoFocus isDisabled={problems.length > 0} isPending={run.isPending} onPress={() => run.mutate()}>
            Paste
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  );
}

function summaryOf({ cells, updates, added }: Pasted): string {
  const counted = (count: number, one: string): string => `${count.toLocaleString('en')} ${count === 1 ? one : `${one}s`}`;
  return [
    ...(cells.length > 0 ? [`${counted(cells.length, 'cell')} of ${counted(updates.length, 'row')} change`] : []),
    ...(added.length > 0 ? [`${counted(added.length, 'row')} added at the end`] : []),
  ].join(', ');
}
