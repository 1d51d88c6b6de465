import { useMutation } from '@tanstack/react-query';
import { ArrowDownUp, Columns3Cog, Download, History, ListFilter, Upload } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { api, longTransfer } from '../../api/client.js';
import type { Table, TablePlace } from '../../api/tables.js';
import { Button } from '../../parts/controls/button.js';
import { Chip } from '../../parts/controls/chip.js';
import { Menu } from '../../parts/overlays/menu.js';
import { Problem } from '../../parts/show/problem.js';
import { conditionLabel, conditionsOf, filterText } from '../../table/conditions.js';
import { sortOf, sortText, type TableSearch } from '../../table/view-search.js';
import { saveFile } from '../audit/save-file.js';
import { AsOfDialog } from './as-of-dialog.js';
import { FilterDialog } from './filter-dialog.js';
import { ColumnsDialog } from './columns/columns-dialog.js';
import { ImportDialog } from './import-dialog.js';
import styles from './table.module.css';

interface ViewBarProps {
  readonly place: TablePlace;
  readonly table: Table;
  readonly search: TableSearch;
  readonly canWrite: boolean;
  readonly onChange: (search: TableSearch) => void;
}

/** What of the table is shown, and what can be done with all of it. */
export function ViewBar({ place, table, search, canWrite, onChange }: ViewBarProps): ReactNode {
  const [open, setOpen] = useState<'filter' | 'as-of' | 'columns' | 'import'>();
  const { columns } = table.schema;
  const conditions = conditionsOf(search.filter, columns);
  const sort = sortOf(search.sort);
  const close = (): void => setOpen(undefined);
  const change = (part: keyof TableSearch, text: string | undefined): void => {
    const { [part]: _, ...others } = search;
    onChange({ ...others, ...(text !== undefined && { [part]: text }) });
  };
  const download = useMutation({
    mutationFn: async () => {
      const { filter, asOf } = search;
      const query = { workspaceId: place.workspaceId, ...(filter && { filter }), ...(asOf && { asOf }) };
      return (await api.tableCsv.export(place.tableId, query, longTransfer)).blob();
    },
    onSuccess: (file) => saveFile(file, `${table.name}.csv`),
  });
  return (
    <>
      <div className={styles['bar']} role="search" aria-label="View of the table">
        <Button onPress={() => setOpen('filter')}>
          <ListFilter size={14} strokeWidth={1.5} aria-hidden />
          Filter
        </Button>
        <Menu
          label="Sort"
          button={
            <Button>
              <ArrowDownUp size={14} strokeWidth={1.5} aria-hidden />
              {sort === undefined ? 'Sort' : `${sort.column}, ${sort.direction === 'asc' ? 'ascending' : 'descending'}`}
            </Button>
          }
          entries={[
            { id: 'none', label: 'Order of insertion', isSelected: sort === undefined, onChoose: () => change('sort', undefined) },
            ...columns.flatMap(({ name }) =>
              (['asc', 'desc'] as const).map((direction) => ({
                id: `${direction} ${name}`,
                label: `${name}, ${direction === 'asc' ? 'ascending' : 'descending'}`,
                isSelected: sort?.column === name && sort.direction === direction,
                onChoose: () => change('sort', sortText({ column: name, direction })),
              })),
            ),
          ]}
        />
        <Button onPress={() => setOpen('as-of')}>
          <History size={14} strokeWidth={1.5} aria-hidden />
          As of
        </Button>
        <span className={styles['space']} />
        {canWrite && (
          <Button onPress={() => setOpen('columns')}>
            <Columns3Cog size={14} strokeWidth={1.5} aria-hidden />
            Columns
          </Button>
        )}
        {canWrite && (
          <Button onPress={() => setOpen('import')}>
            <Upload size={14} strokeWidth={1.5} aria-hidden />
            Import CSV
          </Button>
        )}
        <Button onPress={() => download.mutate()} isPending={download.isPending}>
          <Download size={14} strokeWidth={1.5} aria-hidden />
          Export CSV
        </Button>
      </div>
      <Chips search={search} labels={conditions?.map((each) => conditionLabel(each, columns))} onChange={change} />
      {download.error !== null && (
        <div className={styles['notice']}>
          <Problem error={download.error} />
        </div>
      )}
      {open === 'filter' && (
        <FilterDialog
          columns={columns}
          conditions={conditions ?? []}
          isOther={conditions === undefined}
          onChange={(next) => change('filter', filterText(next, columns))}
          onClose={close}
        />
      )}
      {open === 'as-of' && <AsOfDialog asOf={search.asOf} onChange={(asOf) => change('asOf', asOf)} onClose={close} />}
      {open === 'columns' && <ColumnsDialog place={place} table={table} onClose={close} />}
      {open === 'import' && <ImportDialog place={place} table={table} onClose={close} />}
    </>
  );
}

interface ChipsProps {
  readonly search: TableSearch;
  /** Undefined for a filter that the builder cannot show. */
  readonly labels: readonly string[] | undefined;
  readonly onChange: (part: keyof TableSearch, text: string | undefined) => void;
}

function Chips({ search, labels, onChange }: ChipsProps): ReactNode {
  const { filter, asOf } = search;
  if (filter === undefined && asOf === undefined) return null;
  return (
    <div className={styles['chips']} role="group" aria-label="Active filters">
      {filter !== undefined && <Chip label={labels?.join(', ') ?? `Filter ${filter}`} onRemove={() => onChange('filter', undefined)} />}
      {asOf !== undefined && (
        <Chip
          label={`As of ${new Date(asOf).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'medium' })}`}
          onRemove={() => onChange('asOf', undefined)}
        />
      )}
    </div>
  );
}
