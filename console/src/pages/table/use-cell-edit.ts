import { useRef, useState } from 'react';
import { problemOf, messageOf } from '../../parts/show/problem.js';
import type { RowView, TableColumn } from '../../api/tables.js';
import { cellOfText, textOfCell } from '../../table/cell-text.js';
import type { Place } from '../../table/selection.js';
import type { Afterwards } from './cell-editor.js';
import type { TableEdits } from './use-table-edits.js';

interface Editing {
  readonly place: Place;
  readonly rowId: string;
  readonly column: TableColumn;
  readonly text: string;
  readonly problem: string | undefined;
}

export interface CellEdit {
  readonly editing: Editing | undefined;
  readonly isPending: boolean;
  readonly begin: (place: Place, row: RowView, column: TableColumn, text?: string) => void;
  readonly type: (text: string) => void;
  readonly cancel: () => void;
  readonly commit: (afterwards: Afterwards) => void;
}

/** The cell that is being edited. It stays open, with what was typed, until the server accepts it. */
export function useCellEdit(edits: TableEdits, onSaved: (place: Place, afterwards: Afterwards) => void): CellEdit {
  const [editing, setEditing] = useState<Editing>();
  const [isPending, setIsPending] = useState(false);
  const active = useRef<{ before: string; isSaving: boolean }>(undefined);

  const end = (): void => {
    active.current = undefined;
    setEditing(undefined);
  };

  const save = async (current: Editing, afterwards: Afterwards): Promise<void> => {
    const read = cellOfText(current.column, current.text);
    if ('problem' in read) return setEditing({ ...current, problem: read.problem });
    setIsPending(true);
    const { name } = current.column;
    try {
      await edits.update(current.rowId, { [name]: read.cell });
      end();
      onSaved(current.place, afterwards);
    } catch (error) {
      setEditing({ ...current, problem: problemOf(error, `data.${name}`) ?? messageOf(error) });
      if (active.current !== undefined) active.current.isSaving = false;
    } finally {
      setIsPending(false);
    }
  };

  return {
    editing,
    isPending,
    begin: (place, row, column, text) => {
      const before = textOfCell(column.type, row.data[column.name]);
      active.current = { before, isSaving: false };
      setEditing({ place, rowId: row.id, column, text: text ?? before, problem: undefined });
    },
    type: (text) => setEditing((current) => current && { ...current, text, problem: undefined }),
    cancel: end,
    commit: (afterwards) => {
      const state = active.current;
      if (editing === undefined || state === undefined || state.isSaving) return;
      if (editing.text === state.before) {
        end();
        onSaved(editing.place, afterwards);
        return;
      }
      // A refused value stays open when the focus leaves; Enter tries again.
      if (afterwards === 'stay' && editing.problem !== undefined) return;
      state.isSaving = true;
      void save(editing, afterwards).finally(() => {
        if (active.current !== undefined) active.current.isSaving = false;
      });
    },
  };
}
