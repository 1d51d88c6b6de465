import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import type { RowView, Table } from '../../api/tables.js';
import { Skeleton, Unseen } from '../../parts/show/small-parts.js';
import { at, moved, rangeOf, type Place, type Selection } from '../../table/selection.js';
import type { Sort } from '../../table/view-search.js';
import { CellEditor, type Afterwards } from './cell-editor.js';
import { GridHead } from './grid-head.js';
import { cellId, GridRow } from './grid-row.js';
import { useCellEdit } from './use-cell-edit.js';
import { useClipboard } from './use-clipboard.js';
import type { TableEdits } from './use-table-edits.js';
import styles from './table.module.css';

/** What the keys of the grid lead to. */
export interface GridActions {
  readonly clear: (selection: Selection) => void;
  readonly undo: () => void;
  readonly paste: (text: string) => void;
  readonly openRow: (row: number) => void;
  readonly addRow: () => void;
  /** Says what went wrong where there is no cell to say it at. */
  readonly report: (problem: Error) => void;
}

interface GridProps {
  readonly table: Table;
  readonly rows: readonly RowView[];
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly canWrite: boolean;
  /** The number of all rows, where it is known. */
  readonly rowCount: number | undefined;
  readonly sort: Sort | undefined;
  readonly shownRow: string | undefined;
  readonly selection: Selection;
  readonly edits: TableEdits;
  readonly actions: GridActions;
  readonly onSelect: (selection: Selection) => void;
  readonly onSort: (column: string) => void;
  readonly onMore: () => void;
}

const rowsBeforeEnd = 60;
const widths = { string: 200, number: 120, boolean: 96, date: 176, json: 240 } as const;
const numberWidth = 56;
const steps: Readonly<Record<Afterwards, readonly [rows: number, columns: number]>> = {
  stay: [0, 0],
  down: [1, 0],
  up: [-1, 0],
  right: [0, 1],
  left: [0, -1],
};

/**
 * The cells as in a spreadsheet. The grid itself has the focus and names the active cell, so that it is one stop of the keyboard and
 * rows can leave the document when they are out of sight.
 */
export function Grid(props: GridProps): ReactNode {
  const { table, rows, isLoading, hasMore, isLoadingMore, canWrite, rowCount, sort, shownRow, selection, edits, actions } = props;
  const { columns } = table.schema;
  const { onSelect, onSort, onMore } = props;
  const grid = useRef<HTMLDivElement>(null);
  const gridId = useId();
  const height = matchMedia('(pointer: coarse)').matches ? 36 : 32;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => grid.current,
    estimateSize: () => height,
    overscan: 6,
    scrollPaddingStart: height + 4,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoadingMore && last >= rows.length - rowsBeforeEnd) onMore();
  });

  const select = (next: Selection): void => {
    onSelect(next);
    virtual.scrollToIndex(next.active.row);
    scrollToColumn(grid.current, next.active.column, columns);
  };
  const edit = useCellEdit(edits, {
    onEnded: ({ row, column }, afterwards) => {
      if (afterwards === 'stay') return;
      const [down, right] = steps[afterwards];
      select(at(clamp(row + down, rows.length), clamp(column + right, columns.length)));
      grid.current?.focus();
    },
    onReopened: ({ rowId, place }) => {
      const row = rows.findIndex(({ id }) => id === rowId);
      if (row !== -1) select(at(row, place.column));
    },
  });
  const isEditing = edit.editing !== undefined;
  const { editing } = edit;
  const lost = editing === undefined || isLoading || rows.some(({ id }) => id === editing.rowId) ? undefined : editing;
  const reportLost = useEffectEvent(() => {
    if (lost === undefined) return;
    const { column, text, before, problem } = lost;
    edit.cancel();
    const reason = problem === undefined ? '.' : `: ${problem}`;
    if (text !== before) actions.report(new Error(`“${text}” was not saved as ${column.name} of a row that is no longer shown${reason}`));
  });
  useEffect(() => reportLost(), [lost?.rowId, lost?.column.name]);
  const begin = ({ row, column }: Place, text?: string): void => {
    const [target, of] = [rows[row], columns[column]];
    if (canWrite && target !== undefined && of !== undefined) edit.begin({ row, column }, edit.shown(target), of, text);
  };
  useClipboard({ grid, rows, columns, selection, onPaste: canWrite ? actions.paste : undefined });

  const { active } = selection;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== grid.current || event.altKey) return;
    const isFar = event.ctrlKey || event.metaKey;
    const page = Math.max(1, Math.floor((grid.current?.clientHeight ?? 0) / height) - 2);
    const next = moved(
      selection,
      { key: event.key, shiftKey: event.shiftKey, isFar },
      { rows: rows.length, columns: columns.length, page },
    );
    if (next === undefined && !act(event, isFar)) return;
    event.preventDefault();
    if (next !== undefined) select(next);
  };
  const act = ({ key, shiftKey }: KeyboardEvent, isFar: boolean): boolean => {
    if (isFar) return key.toLowerCase() === 'z' && canWrite ? done(actions.undo) : false;
    if (key === ' ') return done(() => actions.openRow(active.row));
    if (key === 'Enter' && !canWrite) return done(() => actions.openRow(active.row));
    if (!canWrite) return false;
    if (key === 'Enter' && shiftKey) return done(actions.addRow);
    if (key === 'Enter' || key === 'F2') return done(() => begin(active));
    if (key === 'Delete' || key === 'Backspace') return done(() => actions.clear(selection));
    return isCharacter(key) ? done(() => begin(active, columns[active.column]?.type === 'boolean' ? undefined : key)) : false;
  };

  const placeOf = (event: MouseEvent): Place | undefined => {
    const { row, column } = (event.target as Element).closest<HTMLElement>('[data-row]')?.dataset ?? {};
    return row === undefined ? undefined : { row: Number(row), column: column === undefined ? -1 : Number(column) };
  };
  const onPointer = (event: PointerEvent, isDragging: boolean): void => {
    const place = placeOf(event);
    if (place === undefined || (event.target as Element).closest('input, select') !== null) return;
    if (place.column === -1) onSelect({ anchor: { row: place.row, column: columns.length - 1 }, active: { row: place.row, column: 0 } });
    else onSelect({ active: place, anchor: isDragging || event.shiftKey ? selection.anchor : place });
  };
  const range = rangeOf(selection);
  const style = {
    '--columns': [numberWidth, ...columns.map(({ type }) => widths[type])].map((width) => `${width}px`).join(' '),
    '--width': `${columns.reduce((sum, { type }) => sum + widths[type], numberWidth)}px`,
  } as CSSProperties;
  return (
    <div
      ref={grid}
      role="grid"
      aria-label={table.name}
      aria-rowcount={rowCount === undefined ? -1 : rowCount + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable
      aria-readonly={!canWrite}
      aria-busy={isLoading}
      aria-activedescendant={rows.length > 0 ? cellId(gridId, active.row, active.column) : undefined}
      tabIndex={0}
      className={styles['grid']}
      style={style}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => onPointer(event, false)}
      onPointerOver={(event) => {
        if (event.buttons === 1 && event.pointerType === 'mouse') onPointer(event, true);
      }}
      onDoubleClick={(event) => {
        const place = placeOf(event);
        const isCell = place !== undefined && place.column !== -1 && (event.target as Element).closest('input, select') === null;
        if (isCell) begin(place);
      }}
    >
      <GridHead columns={columns} sort={sort} onSort={onSort} />
      <div role="rowgroup" className={styles['rows']} style={{ height: isLoading ? undefined : virtual.getTotalSize() }}>
        {isLoading && Array.from({ length: 14 }, (_, index) => <LoadingRow key={index} cells={Math.min(6, columns.length)} />)}
        {items.map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const isInRange = index >= range.top && index <= range.bottom;
          const isEdited = edit.editing?.rowId === row.id;
          return (
            <GridRow
              key={row.id}
              row={edit.shown(row)}
              index={index}
              start={start}
              columns={columns}
              gridId={gridId}
              selectedFrom={isInRange ? range.left : undefined}
              selectedTo={isInRange ? range.right : undefined}
              activeColumn={index === active.row ? active.column : undefined}
              isShown={row.id === shownRow}
              canWrite={canWrite}
              editedColumn={isEdited ? edit.editing.place.column : undefined}
              editor={
                isEdited && (
                  <CellEditor
                    key={edit.editing.column.name}
                    column={edit.editing.column}
                    row={index}
                    text={edit.editing.text}
                    problem={edit.editing.problem}
                    onChange={edit.type}
                    onCommit={edit.commit}
                    onCancel={() => {
                      edit.cancel();
                      grid.current?.focus();
                    }}
                  />
                )
              }
            />
          );
        })}
      </div>
      <Unseen>{isEditing ? 'Editing' : ''}</Unseen>
    </div>
  );
}

/** The names of other keys are longer. */
function isCharacter(key: string): boolean {
  return key.length === 1 || (key.length === 2 && key.codePointAt(0) !== key.charCodeAt(0));
}

function done(action: () => void): true {
  action();
  return true;
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(count - 1, index));
}

/** Brings a column into sight, beside the numbers of the rows. */
function scrollToColumn(grid: HTMLElement | null, column: number, columns: Table['schema']['columns']): void {
  const width = (index: number): number => widths[columns[index]?.type ?? 'string'];
  const left = columns.slice(0, column).reduce((sum, _, index) => sum + width(index), 0);
  const inSight = (grid?.clientWidth ?? 0) - numberWidth;
  if (grid === null) return;
  if (left < grid.scrollLeft) grid.scrollLeft = left;
  else if (left + width(column) > grid.scrollLeft + inSight) grid.scrollLeft = left + width(column) - inSight;
}

function LoadingRow({ cells }: { readonly cells: number }): ReactNode {
  return (
    <div className={styles['loading']} aria-hidden>
      {Array.from({ length: cells + 1 }, (_, index) => (
        <span key={index} className={styles['cell']}>
          <Skeleton width={index === 0 ? '50%' : '70%'} />
        </span>
      ))}
    </div>
  );
}
