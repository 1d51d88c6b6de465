import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Table, TableColumn, TablePlace } from '../../../api/tables.js';
import { Button, IconButton } from '../../../parts/controls/button.js';
import { Dialog, DialogButtons } from '../../../parts/overlays/dialog.js';
import { ColumnForm } from './column-form.js';
import { DeleteColumn } from './delete-column.js';
import styles from './columns.module.css';

const icon = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const;

interface ColumnsDialogProps {
  readonly place: TablePlace;
  readonly table: Table;
  readonly onClose: () => void;
}

type Open = { readonly what: 'list' } | { readonly what: 'add' } | { readonly what: 'change' | 'delete'; readonly column: TableColumn };

/** The columns of a table: added, changed and deleted one at a time, after a look at what that breaks. */
export function ColumnsDialog({ place, table, onClose }: ColumnsDialogProps): ReactNode {
  const [open, setOpen] = useState<Open>({ what: 'list' });
  const back = (): void => setOpen({ what: 'list' });
  if (open.what === 'add') return <ColumnForm place={place} table={table} onClose={back} />;
  if (open.what === 'change') return <ColumnForm place={place} table={table} column={open.column} onClose={back} />;
  if (open.what === 'delete') return <DeleteColumn place={place} table={table} column={open.column} onClose={back} />;
  const { columns } = table.schema;
  return (
    <Dialog title={`Columns of ${table.name}`} isOpen onClose={onClose}>
      <ul className={styles['columns']} aria-label="Columns">
        {columns.map((column) => (
          <li key={column.name}>
            <div>
              <p>{column.name}</p>
              <p className={styles['rules']}>{rulesOf(column)}</p>
            </div>
            <IconButton label={`Change ${column.name}`} onPress={() => setOpen({ what: 'change', column })}>
              <Pencil {...icon} />
            </IconButton>
            <IconButton
              label={`Delete ${column.name}`}
              isDisabled={columns.length === 1}
              onPress={() => setOpen({ what: 'delete', column })}
            >
              <Trash2 {...icon} />
            </IconButton>
          </li>
        ))}
      </ul>
      <DialogButtons>
        <Button onPress={() => setOpen({ what: 'add' })}>
          <Plus {...icon} />
          Add column
        </Button>
        <Button look="primary" onPress={onClose}>
          Done
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

function rulesOf({ type, required, unique, indexed }: TableColumn): string {
  return [type, required && 'required', unique && 'unique', indexed === true && 'indexed'].filter(Boolean).join(', ');
}
