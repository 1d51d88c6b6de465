import { useEffect, type RefObject } from 'react';
import type { RowView, TableColumn } from '../../api/tables.js';
import { textOfCell } from '../../table/cell-text.js';
import { writeTabbed } from '../../table/delimited.js';
import { rangeOf, span, type Selection } from '../../table/selection.js';

interface Clipboard {
  readonly grid: RefObject<HTMLElement | null>;
  readonly rows: readonly RowView[];
  readonly columns: readonly TableColumn[];
  readonly selection: Selection;
  /** Absent for those who may not write. */
  readonly onPaste: ((text: string) => void) | undefined;
}

/** Copies the selected cells and takes what is pasted, while the grid has the focus. */
export function useClipboard({ grid, rows, columns, selection, onPaste }: Clipboard): void {
  useEffect(() => {
    const onCopy = (event: ClipboardEvent): void => {
      if (document.activeElement !== grid.current || rows.length === 0) return;
      const { top, bottom, left, right } = rangeOf(selection);
      const texts = span(top, bottom).map((row) =>
        span(left, right).map((index) => {
          const column = columns[index];
          return column === undefined ? '' : textOfCell(column.type, rows[row]?.data[column.name]);
        }),
      );
      event.clipboardData?.setData('text/plain', writeTabbed(texts));
      event.preventDefault();
    };
    const onPasted = (event: ClipboardEvent): void => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (document.activeElement !== grid.current || onPaste === undefined || text === '') return;
      event.preventDefault();
      onPaste(text);
    };
    document.addEventListener('copy', onCopy);
    document.addEventListener('paste', onPasted);
    return () => {
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('paste', onPasted);
    };
  }, [grid, rows, columns, selection, onPaste]);
}
