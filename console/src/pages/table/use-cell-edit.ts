import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { problemOf, messageOf } from '../../parts/show/problem.js';
import type { RowView, TableColumn } from '../../api/tables.js';
import type { Json } from '../../../../src/kernel/json.js';
import { accepted, begun, ended, noCellEdits, refusedCell, type CellEdits, type EditedCell } from '../../table/cell-edits.js';
import { cellOfText, textOfCell } from '../../table/cell-text.js';
import type { Place } from '../../table/selection.js';
import type { Afterwards } from './cell-editor.js';
import type { TableEdits } from './use-table-edits.js';

export interface CellEdit {
  readonly editing: EditedCell | undefined;
  readonly begin: (place: Place, row: RowView, column: TableColumn, text?: string) => void;
  readonly type: (text: string) => void;
  readonly cancel: () => void;
  readonly commit: (afterwards: Afterwards) => void;
  /** A row with the values that are being saved. */
  readonly shown: (row: RowView) => RowView;
}

interface CellEditEvents {
  readonly onEnded: (place: Place, afterwards: Afterwards) => void;
  /** A cell whose value was refused is open again. */
  readonly onReopened: (cell: EditedCell) => void;
}

/** The cell that is being edited. It is left while its value is saved, and opened again with what was typed if the value is refused. */
export function useCellEdit(edits: TableEdits, { onEnded, onReopened }: CellEditEvents): CellEdit {
  const [state, setState] = useState(noCellEdits);
  const latest = useRef(state);
  const change = (next: CellEdits): void => {
    latest.current = next;
    setState(next);
  };
  const { open, saving } = state;
  const reopened = useEffectEvent(() => {
    if (open?.problem !== undefined) onReopened(open);
  });
  useEffect(() => reopened(), [open?.rowId, open?.column.name]);

  const save = async (cell: EditedCell, value: Json): Promise<void> => {
    const { name } = cell.column;
    try {
      await edits.update(cell.rowId, { [name]: value });
      change(accepted(latest.current, cell));
    } catch (error) {
      change(refusedCell(latest.current, cell, problemOf(error, `data.${name}`) ?? messageOf(error)));
    }
  };

  return {
    editing: open,
    begin: (place, row, column, text) => {
      const before = textOfCell(column.type, row.data[column.name]);
      change(begun(latest.current, { place, rowId: row.id, column, before, text: text ?? before, problem: undefined }));
    },
    type: (text) => {
      const { open: current } = latest.current;
      if (current !== undefined) change({ ...latest.current, open: { ...current, text, problem: undefined } });
    },
    cancel: () => change(ended(latest.current)),
    commit: (afterwards) => {
      // A field that is taken away loses the focus after its cell was left.
      const { open: current } = latest.current;
      if (current === undefined) return;
      const { column, text, before, place, problem } = current;
      // A refused value stays open when the focus leaves; Enter tries again.
      if (afterwards === 'stay' && problem !== undefined) return;
      const read = cellOfText(column, text);
      if (text !== before && 'problem' in read) return change({ ...latest.current, open: { ...current, problem: read.problem } });
      const isChanged = text !== before && 'cell' in read;
      change(ended(latest.current, isChanged ? current : undefined));
      if (isChanged) void save(current, read.cell);
      onEnded(place, afterwards);
    },
    shown: (row) => {
      const values = saving.flatMap(({ rowId, column, text }) => {
        const read = rowId === row.id ? cellOfText(column, text) : undefined;
        return read !== undefined && 'cell' in read ? [[column.name, read.cell] as const] : [];
      });
      return values.length === 0 ? row : { ...row, data: { ...row.data, ...Object.fromEntries(values) } };
    },
  };
}
