import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api } from '../../../api/client.js';
import { tableChanged, type Table, type TableColumn, type TablePlace } from '../../../api/tables.js';
import { TextField } from '../../../parts/controls/text-field.js';
import { FormDialog } from '../../../parts/overlays/form-dialog.js';
import { useAction } from '../../../shell/use-action.js';
import { lossesOf } from '../../../table/column-risks.js';
import { Risks } from './risks.js';
import { useColumnFacts } from './use-column-facts.js';

interface DeleteColumnProps {
  readonly place: TablePlace;
  readonly table: Table;
  readonly column: TableColumn;
  readonly onClose: () => void;
}

/** Its cells do not come back, so the name is typed. */
export function DeleteColumn({ place, table, column, onClose }: DeleteColumnProps): ReactNode {
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const facts = useColumnFacts(place, table, column);
  const { workspaceId, tableId } = place;
  const remove = useAction({
    act: () => api.tableColumns.delete(tableId, { workspaceId, columnName: column.name }),
    onDone: () => {
      void tableChanged(queries, place);
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Delete ${column.name}?`}
      action="Delete column"
      isDangerous
      isDisabled={typed !== column.name}
      isPending={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.do()}
      onClose={onClose}
    >
      <Risks risks={lossesOf(column, facts)} uses={facts.list} workspaceId={workspaceId} />
      <TextField label={`Type ${column.name} to delete the column`} value={typed} onChange={setTyped} autoFocus />
      {remove.dialog}
    </FormDialog>
  );
}
