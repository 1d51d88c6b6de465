/** A cell by its indexes. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/** A range of cells: from its anchor to the active cell, which has the focus. */
export interface Selection {
  readonly active: Place;
  readonly anchor: Place;
}

/** A selection, with the ids of the rows at its ends. */
export interface HeldSelection extends Selection {
  readonly activeId: string | undefined;
  readonly anchorId: string | undefined;
}

type Rows = readonly { readonly id: string }[];

/** How far one can move. */
export interface Extent {
  readonly rows: number;
  readonly columns: number;
  /** The number of rows in sight. */
  readonly page: number;
}

export interface Stroke {
  readonly key: string;
  readonly shiftKey: boolean;
  /** With Ctrl or the command key: to the end in that direction. */
  readonly isFar: boolean;
}

export interface Range {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export const at = (row: number, column: number): Selection => ({ active: { row, column }, anchor: { row, column } });

export function held(selection: Selection, rows: Rows): HeldSelection {
  return { ...selection, activeId: rows[selection.active.row]?.id, anchorId: rows[selection.anchor.row]?.id };
}

/** The selection of the same rows, wherever they are now. The place of a row that is no longer listed counts. */
export function found({ active, anchor, activeId, anchorId }: HeldSelection, rows: Rows): Selection {
  const indexOf = (index: number, id: string | undefined): number => {
    if (id === undefined || rows[index]?.id === id) return index;
    const now = rows.findIndex((row) => row.id === id);
    return now === -1 ? index : now;
  };
  return { active: { ...active, row: indexOf(active.row, activeId) }, anchor: { ...anchor, row: indexOf(anchor.row, anchorId) } };
}

export function rangeOf({ active, anchor }: Selection): Range {
  return {
    top: Math.min(active.row, anchor.row),
    bottom: Math.max(active.row, anchor.row),
    left: Math.min(active.column, anchor.column),
    right: Math.max(active.column, anchor.column),
  };
}

export function isIn({ top, bottom, left, right }: Range, { row, column }: Place): boolean {
  return row >= top && row <= bottom && column >= left && column <= right;
}

/** The indexes from one to another, both included. */
export function span(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** The selection after a key; undefined for keys that do not move. Tab moves within the row and leaves the grid at its ends. */
export function moved({ active, anchor }: Selection, { key, shiftKey, isFar }: Stroke, extent: Extent): Selection | undefined {
  if (extent.rows === 0 || extent.columns === 0) return undefined;
  if (key === 'Tab') {
    const column = active.column + (shiftKey ? -1 : 1);
    return column < 0 || column >= extent.columns ? undefined : at(active.row, column);
  }
  const target = targetOf(active, { key, isFar }, extent);
  if (target === undefined) return undefined;
  const next = { row: within(target.row, extent.rows), column: within(target.column, extent.columns) };
  return { active: next, anchor: shiftKey ? anchor : next };
}

function targetOf({ row, column }: Place, { key, isFar }: Omit<Stroke, 'shiftKey'>, { rows, columns, page }: Extent): Place | undefined {
  switch (key) {
    case 'ArrowUp':
      return { row: isFar ? 0 : row - 1, column };
    case 'ArrowDown':
      return { row: isFar ? rows - 1 : row + 1, column };
    case 'ArrowLeft':
      return { row, column: isFar ? 0 : column - 1 };
    case 'ArrowRight':
      return { row, column: isFar ? columns - 1 : column + 1 };
    case 'Home':
      return { row: isFar ? 0 : row, column: 0 };
    case 'End':
      return { row: isFar ? rows - 1 : row, column: columns - 1 };
    case 'PageUp':
      return { row: row - page, column };
    case 'PageDown':
      return { row: row + page, column };
    default:
      return undefined;
  }
}

function within(index: number, count: number): number {
  return Math.max(0, Math.min(count - 1, index));
}
