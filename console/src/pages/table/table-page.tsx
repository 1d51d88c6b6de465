import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useSession } from '../../api/session.js';
import { rowsQuery, tableQuery, type RowView, type Table, type TableColumn } from '../../api/tables.js';
import { Button } from '../../parts/controls/button.js';
import { Confirm } from '../../parts/overlays/dialog.js';
import { exactTime } from '../../parts/show/amount.js';
import { EmptyState } from '../../parts/show/empty-state.js';
import { messageOf, Note, Problem } from '../../parts/show/problem.js';
import { ReadProblem } from '../../parts/show/read-problem.js';
import { Page } from '../../shell/page.js';
import { readDelimited } from '../../table/delimited.js';
import { pasted, type Pasted } from '../../table/pasted.js';
import { rowName } from '../../table/row-name.js';
import { at, found, held, rangeOf, span, type Selection } from '../../table/selection.js';
import { sortOf, sortText, type TableSearch } from '../../table/view-search.js';
import { Grid } from './grid.js';
import { PasteDialog } from './paste-dialog.js';
import { RowDrawer } from './row-drawer.js';
import { SelectionBar } from './selection-bar.js';
import { useTableEdits, type Cells } from './use-table-edits.js';
import { ViewBar } from './view-bar.js';
import styles from './table.module.css';

/** The rows of a table, as far as the filter of the address lets them through. */
export function TablePage(): ReactNode {
  const { workspaceId, tableId } = useParams({ from: '/signed-in/workspace/$workspaceId/tables/$tableId' });
  const table = useQuery(tableQuery(workspaceId, tableId));
  const crumbs = [
    <Link key="tables" to="/workspace/$workspaceId/tables" params={{ workspaceId }}>
      Tables
    </Link>,
  ];
  if (table.data !== undefined) return <TableView key={tableId} workspaceId={workspaceId} table={table.data} crumbs={crumbs} />;
  return (
    <Page title="Table" crumbs={crumbs}>
      <ReadProblem
        what="table"
        list={
          <Link to="/workspace/$workspaceId/tables" params={{ workspaceId }}>
            Go to the tables
          </Link>
        }
        error={table.error}
        onRetry={() => void table.refetch()}
      />
    </Page>
  );
}

interface TableViewProps {
  readonly workspaceId: string;
  readonly table: Table;
  readonly crumbs: readonly ReactNode[];
}

function TableView({ workspaceId, table, crumbs }: TableViewProps): ReactNode {
  const search = useSearch({ from: '/signed-in/workspace/$workspaceId/tables/$tableId' });
  const navigate = useNavigate({ from: '/workspace/$workspaceId/tables/$tableId' });
  const { workspaces } = useSession();
  const mayWrite = (workspaces.find(({ id }) => id === workspaceId)?.permission ?? 'read') !== 'read';
  const canWrite = mayWrite && search.asOf === undefined;
  const place = { workspaceId, tableId: table.id };
  const query = useInfiniteQuery(rowsQuery(workspaceId, table.id, search));
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  const edits = useTableEdits(place);
  const [selected, setSelection] = useState(held(at(0, 0), []));
  const [paste, setPaste] = useState<Pasted>();
  const [removal, setRemoval] = useState<readonly RowView[]>();
  const [problem, setProblem] = useState<unknown>();
  const [said, setSaid] = useState('');
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const above = (area.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    area.current?.style.setProperty('--above', `${Math.round(above)}px`);
  });
  const { columns } = table.schema;
  const selection = withinTable(found(selected, rows), rows.length, columns.length);
  const sort = sortOf(search.sort);

  const go = (next: TableSearch): void => void navigate({ search: next, replace: true });
  const look = (row: string | undefined): void => {
    const { row: _, ...view } = search;
    go({ ...view, ...(row && { row }) });
  };
  const backToGrid = (): void => area.current?.querySelector<HTMLElement>('[role="grid"]')?.focus();
  const attempt = async (action: () => Promise<string>): Promise<void> => {
    setProblem(undefined);
    try {
      setSaid(await action());
    } catch (error) {
      setProblem(error);
    }
  };
  const clear = (of: Selection): void => {
    const { top, bottom, left, right } = rangeOf(of);
    const names = columns.slice(left, right + 1).map(({ name }) => name);
    const updates = span(top, bottom).flatMap((index) => {
      const row = rows[index];
      const given = names.filter((name) => (row?.data[name] ?? null) !== null);
      return row === undefined || given.length === 0 ? [] : [{ rowId: row.id, data: emptied(given) }];
    });
    if (updates.length === 0) return;
    void attempt(async () => {
      await edits.updateAll(updates);
      return updates.length === 1 ? 'Cells of 1 row were emptied.' : `Cells of ${updates.length} rows were emptied.`;
    });
  };
  const isLoaded = query.isSuccess && !query.hasNextPage;
  const openRow = (index: number): void => look(rows[index]?.id);
  const addRow = (): void => look('new');
  const isFiltered = search.filter !== undefined;
  const isEmpty = query.isSuccess && rows.length === 0;

  return (
    <Page
      title={table.name}
      crumbs={crumbs}
      isFull
      actions={
        canWrite && (
          <Button look={search.row === 'new' ? 'normal' : 'primary'} onPress={addRow}>
            <Plus size={14} strokeWidth={1.5} aria-hidden />
            New row
          </Button>
        )
      }
    >
      <ViewBar place={place} table={table} search={search} canWrite={canWrite} onChange={go} />
      {search.asOf !== undefined && (
        <div className={styles['notice']}>
          <Note>The rows as they were at {exactTime(search.asOf)}, under the present columns. They cannot be changed.</Note>
        </div>
      )}
      {query.error !== null && (
        <div className={styles['notice']}>
          <Problem error={query.error} onRetry={() => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())} />
        </div>
      )}
      {problem !== undefined && (
        <div className={styles['notice']}>
          <Problem error={problem} />
        </div>
      )}
      <div ref={area} className={styles['split']} data-drawer={search.row === undefined ? undefined : true}>
        <div className={styles['main']} data-empty={isEmpty || undefined}>
          <Grid
            table={table}
            rows={rows}
            isLoading={query.isPending}
            hasMore={query.hasNextPage && !query.isFetchNextPageError}
            isLoadingMore={query.isFetchingNextPage}
            canWrite={canWrite}
            rowCount={isLoaded ? rows.length : isFiltered ? undefined : table.rowCount}
            sort={sort}
            shownRow={search.row}
            selection={selection}
            edits={edits}
            actions={{
              clear,
              openRow,
              addRow,
              report: setProblem,
              undo: () => void attempt(edits.undoLatest),
              paste: (text) => setPaste(pasted(readDelimited(text, '\t'), { columns, rows, selection, mayAdd: isLoaded })),
            }}
            onSelect={(next) => setSelection(held(next, rows))}
            onSort={(column) => {
              const { sort: _, ...others } = search;
              const next = sort?.column !== column ? 'asc' : sort.direction === 'asc' ? 'desc' : undefined;
              const text = sortText(next && { column, direction: next });
              go({ ...others, ...(text && { sort: text }) });
            }}
            onMore={() => void query.fetchNextPage()}
          />
          {isEmpty ? (
            <NoRows isFiltered={isFiltered} canWrite={canWrite} onClear={() => go({})} onAdd={addRow} />
          ) : (
            <SelectionBar
              selection={selection}
              columns={columns}
              rows={rows.length}
              hasMore={query.hasNextPage}
              said={said}
              canWrite={canWrite}
              onOpen={() => openRow(selection.active.row)}
              onDelete={() => {
                const { top, bottom } = rangeOf(selection);
                setRemoval(rows.slice(top, bottom + 1));
              }}
            />
          )}
        </div>
        {search.row !== undefined && (
          <RowDrawer
            key={search.row}
            place={place}
            columns={columns}
            rowId={search.row}
            known={rows.find(({ id }) => id === search.row)}
            asOf={search.asOf}
            canWrite={canWrite}
            edits={edits}
            onClose={() => {
              look(undefined);
              backToGrid();
            }}
          />
        )}
      </div>
      {paste !== undefined && (
        <PasteDialog
          paste={paste}
          edits={edits}
          onDone={(sentence) => {
            setPaste(undefined);
            setSaid(sentence);
            backToGrid();
          }}
          onClose={() => setPaste(undefined)}
        />
      )}
      {removal !== undefined && (
        <DeleteRows
          rows={removal}
          columns={columns}
          onDelete={() => edits.remove(removal.map(({ id }) => id))}
          onClose={() => {
            setRemoval(undefined);
            backToGrid();
          }}
        />
      )}
    </Page>
  );
}

/** Rows and columns may have gone since the selection was made. */
function withinTable({ active, anchor }: Selection, rows: number, columns: number): Selection {
  const inside = ({ row, column }: Selection['active']) => ({
    row: Math.max(0, Math.min(row, rows - 1)),
    column: Math.max(0, Math.min(column, columns - 1)),
  });
  return { active: inside(active), anchor: inside(anchor) };
}

function emptied(names: readonly string[]): Cells {
  return Object.fromEntries(names.map((name) => [name, null]));
}

interface NoRowsProps {
  readonly isFiltered: boolean;
  readonly canWrite: boolean;
  readonly onClear: () => void;
  readonly onAdd: () => void;
}

function NoRows({ isFiltered, canWrite, onClear, onAdd }: NoRowsProps): ReactNode {
  if (isFiltered) {
    return (
      <EmptyState title="No row matches this filter" actions={<Button onPress={onClear}>Remove the filter</Button>}>
        <p>Rows that match appear here.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="This table has no rows" actions={canWrite && <Button onPress={onAdd}>Add a row</Button>}>
      <p>Workflows, the API and CSV files put rows into it.</p>
    </EmptyState>
  );
}

interface DeleteRowsProps {
  readonly rows: readonly RowView[];
  readonly columns: readonly TableColumn[];
  readonly onDelete: () => Promise<void>;
  readonly onClose: () => void;
}

function DeleteRows({ rows, columns, onDelete, onClose }: DeleteRowsProps): ReactNode {
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string>();
  const name = rows.length === 1 ? rowName(rows[0], columns) : undefined;
  const what = rows.length === 1 ? 'this row' : `these ${rows.length} rows`;
  const remove = async (): Promise<void> => {
    setIsPending(true);
    try {
      await onDelete();
      onClose();
    } catch (reason) {
      setError(messageOf(reason));
      setIsPending(false);
    }
  };
  return (
    <Confirm
      title={name === undefined ? `Delete ${what}?` : `Delete the row “${shortened(name)}”?`}
      consequences={['Workflows no longer find what is deleted', 'Ctrl Z brings them back, as long as this page is open']}
      action={rows.length === 1 ? 'Delete row' : `Delete ${rows.length} rows`}
      isDangerous
      isOpen
      isPending={isPending}
      problem={error !== undefined && <Problem error={error} />}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  );
}

function shortened(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name;
}
