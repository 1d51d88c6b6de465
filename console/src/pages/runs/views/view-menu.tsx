import { useMutation } from '@tanstack/react-query';
import { Bookmark, Columns3, Download, X } from 'lucide-react';
import { useState, type FormEvent, type ReactNode } from 'react';
import { exportRuns } from '../../../api/logs.js';
import { Button, IconButton } from '../../../parts/controls/button.js';
import { TextField } from '../../../parts/controls/text-field.js';
import { CheckMenu } from '../../../parts/overlays/check-menu.js';
import { Dialog, DialogButtons } from '../../../parts/overlays/dialog.js';
import { Menu } from '../../../parts/overlays/menu.js';
import { Problem } from '../../../parts/show/problem.js';
import { useShared } from '../../../shell/use-shared.js';
import { saveFile } from '../../audit/save-file.js';
import { columnsFrom, runColumns } from './run-columns.js';
import { filtersFrom, searchOf, type RunFilters } from '../run-filters.js';
import { changeViews, savedViews, shownColumns, withoutView, withView } from './saved-views.js';
import styles from '../runs.module.css';

const icon = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const;

interface ViewMenuProps {
  readonly workspaceId: string;
  readonly filters: RunFilters;
  readonly onChange: (filters: RunFilters) => void;
}

/** What this browser keeps about the list: columns, and views under a name; and the list as a file. */
export function ViewMenu({ workspaceId, filters, onChange }: ViewMenuProps): ReactNode {
  const [open, setOpen] = useState<'save' | 'export'>();
  const views = useShared(savedViews(workspaceId));
  const columns = useShared(shownColumns);
  return (
    <>
      <Menu
        label="Views"
        placement="bottom end"
        button={
          <Button>
            <Bookmark {...icon} />
            Views
          </Button>
        }
        entries={[
          ...views.map((view) => ({
            id: `view ${view.name}`,
            label: view.name,
            onChoose: () => {
              shownColumns.set(view.columns);
              onChange(filtersFrom(view.search));
            },
          })),
          { id: 'save', label: views.length === 0 ? 'Save this view…' : 'Save or remove views…', onChoose: () => setOpen('save') },
        ]}
      />
      <CheckMenu
        label="Columns"
        button={
          <IconButton label="Columns">
            <Columns3 {...icon} />
          </IconButton>
        }
        options={runColumns.filter(({ id }) => id !== 'workflow').map(({ id, name }) => ({ value: id, label: name }))}
        chosen={columns}
        onChange={(chosen) => shownColumns.set(columnsFrom(chosen))}
      />
      <IconButton label="Export" onPress={() => setOpen('export')}>
        <Download {...icon} />
      </IconButton>
      {open === 'save' && <ViewsDialog workspaceId={workspaceId} filters={filters} onClose={() => setOpen(undefined)} />}
      {open === 'export' && <ExportDialog workspaceId={workspaceId} filters={filters} onClose={() => setOpen(undefined)} />}
    </>
  );
}

type DialogProps = Omit<ViewMenuProps, 'onChange'> & { readonly onClose: () => void };

function ViewsDialog({ workspaceId, filters, onClose }: DialogProps): ReactNode {
  const views = useShared(savedViews(workspaceId));
  const [name, setName] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() === '') return;
    const view = { name: name.trim(), search: searchOf(filters), columns: shownColumns.get() };
    changeViews(workspaceId, (all) => withView(all, view));
    onClose();
  };
  return (
    <Dialog title="Save this view" isOpen onClose={onClose}>
      <form className={styles['form']} onSubmit={submit}>
        <TextField
          label="Name"
          help="Filters and columns are kept in this browser, for this workspace."
          value={name}
          onChange={setName}
          autoFocus
        />
        {views.length > 0 && (
          <ul className={styles['views']} aria-label="Saved views">
            {views.map((view) => (
              <li key={view.name}>
                <span>{view.name}</span>
                <IconButton label={`Remove ${view.name}`} onPress={() => changeViews(workspaceId, (all) => withoutView(all, view))}>
                  <X {...icon} />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isDisabled={name.trim() === ''}>
            Save
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

function ExportDialog({ workspaceId, filters, onClose }: DialogProps): ReactNode {
  const save = useMutation({
    mutationFn: async (format: 'jsonl' | 'csv') => ({ format, file: await exportRuns(workspaceId, filters, format) }),
    onSuccess: ({ format, file }) => {
      saveFile(file, `runs.${format}`);
      onClose();
    },
  });
  return (
    <Dialog title="Export these runs?" isOpen onClose={onClose}>
      <p>All runs that match the filters, not only those in view.</p>
      {save.error !== null && <Problem error={save.error} />}
      <DialogButtons>
        <Button onPress={onClose}>Cancel</Button>
        <Button isPending={save.isPending} onPress={() => save.mutate('csv')}>
          CSV
        </Button>
        <Button look="primary" isPending={save.isPending} onPress={() => save.mutate('jsonl')}>
          JSON Lines
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
