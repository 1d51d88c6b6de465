import type { Json } from '../../../src/kernel/json.js';
import { isDeepEqual } from './is-deep-equal.js';
import { cellOfText, textOfCell } from './cell-text.js';
import type { ColumnType } from '../../../src/modules/tables/domain/column.js';
import type { Texts } from './delimited.js';
import { rangeOf, type Selection } from './selection.js';

interface Row {
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Target {
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[];
  readonly rows: readonly Row[];
  readonly selection: Selection;
  /** Whether what is below the last row becomes new rows: not while further rows are still unloaded. */
  readonly mayAdd: boolean;
}

export interface CellToChange {
  readonly rowIndex: number;
  readonly column: string;
  readonly before: string;
  readonly after: string;
}

/** What pasting would do. */
export interface Pasted {
  readonly cells: readonly CellToChange[];
  readonly updates: readonly { readonly rowId: string; readonly data: Readonly<Record<string, Json>> }[];
  readonly added: readonly Readonly<Record<string, Json>>[];
  readonly problems: readonly string[];
  /** The number of cells that have no place in the table. */
  readonly left: number;
}

/** Pastes texts from the upper left cell of the selection on. A single text fills the whole selection. */
export function pasted(texts: Texts, { columns, rows, selection, mayAdd }: Target): Pasted {
  const { top, bottom, left, right } = rangeOf(selection);
  const [first] = texts[0] ?? [];
  const isSingle = texts.length === 1 && texts[0]?.length === 1 && first !== undefined;
  const block = isSingle ? Array.from({ length: bottom - top + 1 }, () => Array.from({ length: right - left + 1 }, () => first)) : texts;
  const result = { cells: [] as CellToChange[], updates: [] as Pasted['updates'][number][], added: [] as Readonly<Record<string, Json>>[] };
  const problems: string[] = [];
  let homeless = 0;
  for (const [index, line] of block.entries()) {
    const rowIndex = top + index;
    const row = rows[rowIndex];
    if (row === undefined && !mayAdd) {
      homeless += line.length;
      continue;
    }
    const data: Record<string, Json> = {};
    for (const [offset, text] of line.entries()) {
      const column = columns[left + offset];
      if (column === undefined) {
        homeless += 1;
        continue;
      }
      const read = cellOfText(column, text);
      if ('problem' in read) problems.push(`Row ${rowIndex + 1}: ${read.problem}`);
      else if (!isDeepEqual(row?.data[column.name] ?? null, read.cell)) {
        data[column.name] = read.cell;
        if (row !== undefined)
          result.cells.push({ rowIndex, column: column.name, before: textOfCell(column.type, row.data[column.name]), after: text });
      }
    }
    if (Object.keys(data).length === 0) continue;
    if (row === undefined) result.added.push(data);
    else result.updates.push({ rowId: row.id, data });
  }
  return { ...result, problems, left: homeless };
}
