import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api } from '../../../api/client.js';
import { tableChanged, type Table, type TableColumn, type TablePlace } from '../../../api/tables.js';
import { Checkbox } from '../../../parts/controls/checkbox.js';
import { Select } from '../../../parts/controls/select.js';
import { TextField } from '../../../parts/controls/text-field.js';
import { FormDialog } from '../../../parts/overlays/form-dialog.js';
import { problemOf } from '../../../parts/show/problem.js';
import { useAction } from '../../../shell/use-action.js';
import { risksOf } from '../../../table/column-risks.js';
import { Risks } from './risks.js';
import { useColumnFacts } from './use-column-facts.js';
import styles from './columns.module.css';

interface ColumnFormProps {
  readonly place: TablePlace;
  readonly table: Table;
  /** The column that is changed; absent for a new one. */
  readonly column?: TableColumn;
  readonly onClose: () => void;
}

const types = ['string', 'number', 'boolean', 'date', 'json'] as const;
const fresh: TableColumn = { name: '', type: 'string', required: false, unique: false };

/** A new column, or a change of one with what it breaks. */
export function ColumnForm({ place, table, column, onClose }: ColumnFormProps): ReactNode {
  const queries = useQueryClient();
  const before = column ?? fresh;
  const [name, setName] = useState(before.name);
  const [type, setType] = useState(before.type);
  const [required, setRequired] = useState(before.required);
  const [unique, setUnique] = useState(before.unique);
  const [indexed, setIndexed] = useState(before.indexed === true);
  const facts = useColumnFacts(place, table, column);
  const { workspaceId, tableId } = place;
  const rules = { type, required, unique, ...(type !== 'json' && { indexed }) };
  const save = useAction({
    act: () =>
      column === undefined
        ? api.tableColumns.add(tableId, { workspaceId, column: { name, ...rules } })
        : api.tableColumns.change(tableId, { workspaceId, columnName: column.name, updates: changed(column, { name, ...rules }) }),
    onDone: () => {
      void tableChanged(queries, place);
      onClose();
    },
  });
  const problemAt = (field: string): string | undefined =>
    problemOf(save.error, `column.${field}`) ?? problemOf(save.error, `updates.${field}`) ?? problemOf(save.error, field);
  const isSame = column !== undefined && Object.keys(changed(column, { name, ...rules })).length === 0;
  const after = { name, type, required, unique };
  const risks = column === undefined ? newRisks(after, table.rowCount) : risksOf(column, after, facts);
  return (
    <FormDialog
      title={column === undefined ? 'Add a column' : `Change ${column.name}`}
      action={column === undefined ? 'Add column' : 'Change column'}
      isDisabled={name.trim() === '' || isSame}
      isPending={save.isPending}
      error={save.error}
      fields={['column.name', 'updates.name', 'name']}
      onSubmit={() => save.do()}
      onClose={onClose}
    >
      <TextField
        label="Name"
        help="Letters, digits and underscores"
        problem={problemAt('name')}
        value={name}
        onChange={setName}
        autoFocus
      />
      <Select label="Type" value={type} options={types.map((value) => ({ value, label: value }))} onChange={setType} />
      <div className={styles['checks']}>
        <Checkbox isSelected={required} onChange={setRequired}>
          Required
        </Checkbox>
        <Checkbox isSelected={unique} onChange={setUnique}>
          Unique
        </Checkbox>
        {type !== 'json' && (
          <Checkbox isSelected={indexed} onChange={setIndexed}>
            Indexed for filters and sorts
          </Checkbox>
        )}
      </div>
      <Risks risks={risks} uses={risks.length > 0 ? facts.list : []} workspaceId={workspaceId} />
      {save.dialog}
    </FormDialog>
  );
}

type Wanted = Omit<TableColumn, 'indexed'> & { readonly indexed?: boolean };

/** The fields that differ. */
function changed(before: TableColumn, after: Wanted): Partial<Wanted> {
  const was: Readonly<Record<string, unknown>> = { ...before, indexed: before.indexed === true };
  return Object.fromEntries(Object.entries(after).filter(([field, value]) => was[field] !== value)) as Partial<Wanted>;
}

function newRisks({ required }: { readonly required: boolean }, rows: number): readonly string[] {
  return required && rows > 0
    ? ['The rows of the table have no value for it yet, so a required column is refused. Add it, fill it, then require it.']
    : [];
}
