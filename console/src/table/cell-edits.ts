import type { TableColumn } from '../api/tables.js';
import type { Place } from './selection.js';

/** A cell with what was typed in it. */
export interface EditedCell {
  readonly place: Place;
  readonly rowId: string;
  readonly column: TableColumn;
  /** The text when the edit began. */
  readonly before: string;
  readonly text: string;
  readonly problem: string | undefined;
}

/** Cells that were edited and are not saved. */
export interface CellEdits {
  readonly open: EditedCell | undefined;
  /** Their values were sent and are not answered. */
  readonly saving: readonly EditedCell[];
  /** They were refused while another one was open, and are opened after it. */
  readonly refused: readonly EditedCell[];
}

export const noCellEdits: CellEdits = { open: undefined, saving: [], refused: [] };

/** Opens a cell. A refused one that was open is opened again after it. */
export function begun({ open, saving, refused }: CellEdits, cell: EditedCell): CellEdits {
  const others = open?.problem === undefined ? refused : [...refused, open];
  return { open: cell, saving, refused: others.filter((each) => !isSameCell(each, cell)) };
}

/** Ends the edit of the open cell. @param saved the cell, if its value is sent */
export function ended({ saving, refused: [next, ...others] }: CellEdits, saved?: EditedCell): CellEdits {
  return { open: next, saving: saved === undefined ? saving : [...saving, saved], refused: others };
}

/** The server has a value. */
export function accepted(edits: CellEdits, cell: EditedCell): CellEdits {
  return { ...edits, saving: edits.saving.filter((each) => each !== cell) };
}

/** The server has refused a value: its cell is opened again with the text, once no other one is open. */
export function refusedCell(edits: CellEdits, cell: EditedCell, problem: string): CellEdits {
  const { open, saving, refused } = accepted(edits, cell);
  const again = { ...cell, problem };
  // A newer text of the same cell counts.
  if (saving.some((each) => isSameCell(each, cell))) return { open, saving, refused };
  if (open !== undefined && isSameCell(open, cell)) return { open: withoutRefused(open, again), saving, refused };
  return open === undefined ? { open: again, saving, refused } : { open, saving, refused: [...refused, again] };
}

/** A cell that was opened while it showed a value that is now refused: the value before that one is stored. */
function withoutRefused(open: EditedCell, { text, before, problem }: EditedCell): EditedCell {
  if (open.text === text) return { ...open, before, problem };
  return open.before === before ? open : { ...open, before };
}

function isSameCell(one: EditedCell, other: EditedCell): boolean {
  return one.rowId === other.rowId && one.column.name === other.column.name;
}
