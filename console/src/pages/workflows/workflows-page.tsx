import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Ellipsis, Pencil, Plus, Trash2, Upload } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { usePermission } from '../../api/session.js';
import { dayFiguresQuery, foldersQuery, workflowListQuery, type ListedWorkflow } from '../../api/workflow-list.js';
import { Button, IconButton } from '../../parts/controls/button.js';
import { Choice } from '../../parts/controls/choice.js';
import { TextFilter } from '../../parts/controls/text-filter.js';
import { Menu } from '../../parts/overlays/menu.js';
import { EmptyState } from '../../parts/show/empty-state.js';
import { Problem } from '../../parts/show/problem.js';
import { Page } from '../../shell/page.js';
import { ChangeFolderDialog, DeleteFolderDialog, NewFolderDialog } from './folder-dialogs.js';
import { folderRows, withinFolder, type FolderRow } from './folder-tree.js';
import { Folders } from './folders.js';
import { ImportDialog } from './import-dialog.js';
import { NewWorkflowDialog } from './new-workflow-dialog.js';
import { WorkflowDialog, type WorkflowAction } from './workflow-actions.js';
import { found, type WorkflowSearch } from './workflow-search.js';
import { WorkflowsTable } from './workflows-table.js';
import styles from './workflows.module.css';

type Open = 'new' | 'import' | 'new folder' | 'change folder' | 'delete folder';

const path = '/signed-in/workspace/$workspaceId/w';

/** The workflows of a workspace in their folders, with everything that can be done with them. */
export function WorkflowsPage(): ReactNode {
  const { workspaceId } = useParams({ from: path });
  const search = useSearch({ from: path });
  const navigate = useNavigate({ from: '/workspace/$workspaceId/w' });
  const permission = usePermission(workspaceId);
  const mayWrite = permission === 'write' || permission === 'admin';
  const workflows = useQuery(workflowListQuery(workspaceId));
  const folders = useQuery(foldersQuery(workspaceId));
  const figures = useQuery(dayFiguresQuery(workspaceId));
  const [open, setOpen] = useState<Open>();
  const [chosen, setChosen] = useState<{ readonly workflow: ListedWorkflow; readonly action: WorkflowAction }>();

  const rows = useMemo(() => folderRows(folders.data ?? []), [folders.data]);
  const folder = rows.find(({ id }) => id === search.folder);
  const within = useMemo(() => (folder === undefined ? undefined : withinFolder(rows, folder.id)), [rows, folder]);
  const all = useMemo(() => workflows.data ?? [], [workflows.data]);
  const listed = useMemo(() => found(all, search, within), [all, search, within]);
  const look = (next: WorkflowSearch): void => void navigate({ search: next, replace: true });
  const close = (): void => setOpen(undefined);
  const isEmpty = workflows.isSuccess && all.length === 0;

  return (
    <Page
      title="Workflows"
      isFull
      actions={
        mayWrite && (
          <>
            <Button onPress={() => setOpen('import')}>
              <Upload size={14} strokeWidth={1.5} aria-hidden />
              Import
            </Button>
            <Button look="primary" onPress={() => setOpen('new')}>
              <Plus size={14} strokeWidth={1.5} aria-hidden />
              New workflow
            </Button>
          </>
        )
      }
    >
      <div className={styles['split']}>
        <Folders
          workspaceId={workspaceId}
          rows={rows}
          search={search}
          counts={useMemo(() => (workflows.data ? counts(all, rows) : undefined), [workflows.data, all, rows])}
          onNew={mayWrite ? () => setOpen('new folder') : undefined}
          onChoose={(id) => {
            const { folder: _, ...others } = search;
            look(id === undefined ? others : { ...others, folder: id });
          }}
        />
        <section className={styles['main']} aria-label={folder?.name ?? 'All workflows'}>
          <div className={styles['bar']} role="search" aria-label="Filters of workflows">
            <div className={styles['find']}>
              <TextFilter
                label="Search by name"
                placeholder="Name"
                text={search.q ?? ''}
                onChange={(q) => {
                  const { q: _, ...others } = search;
                  look(q.trim() === '' ? others : { ...others, q });
                }}
              />
            </div>
            <Choice
              label="State"
              value={search.state ?? 'all'}
              options={[
                { value: 'all', label: 'All' },
                { value: 'deployed', label: 'Deployed' },
                { value: 'draft', label: 'Draft' },
              ]}
              onChange={(state) => {
                const { state: _, ...others } = search;
                look(state === 'all' ? others : { ...others, state });
              }}
            />
            {folder !== undefined && mayWrite && <FolderMenu folder={folder} onChoose={setOpen} />}
          </div>
          {[workflows, folders, figures].map(
            ({ error, refetch }, index) =>
              error !== null && (
                <div key={index} className={styles['notice']}>
                  <Problem error={error} onRetry={() => void refetch()} />
                </div>
              ),
          )}
          {isEmpty || (workflows.isSuccess && listed.length === 0) ? (
            <Nothing
              isEmpty={isEmpty}
              mayWrite={mayWrite}
              onNew={() => setOpen('new')}
              onImport={() => setOpen('import')}
              onClear={() => look(onlyFolder(search))}
              isFolder={search.q === undefined && search.state === undefined}
            />
          ) : (
            <WorkflowsTable
              workspaceId={workspaceId}
              workflows={listed}
              isLoading={workflows.isPending}
              permission={permission}
              pathOf={(id) => (id === null || id === folder?.id ? undefined : rows.find((row) => row.id === id)?.path)}
              figuresOf={(id) => figures.data?.get(id)}
              onOpen={(workflowId) => void navigate({ to: '/workspace/$workspaceId/w/$workflowId', params: { workspaceId, workflowId } })}
              onAction={(workflow, action) => setChosen({ workflow, action })}
            />
          )}
        </section>
      </div>
      {open === 'new' && <NewWorkflowDialog workspaceId={workspaceId} folderId={folder?.id ?? null} onClose={close} />}
      {open === 'import' && <ImportDialog workspaceId={workspaceId} folderId={folder?.id ?? null} onClose={close} />}
      {open === 'new folder' && <NewFolderDialog workspaceId={workspaceId} parentId={folder?.id ?? null} onClose={close} />}
      {open === 'change folder' && folder !== undefined && within !== undefined && (
        <ChangeFolderDialog workspaceId={workspaceId} folder={folder} within={within} onClose={close} />
      )}
      {open === 'delete folder' && folder !== undefined && (
        <DeleteFolderDialog workspaceId={workspaceId} folder={folder} onClose={close} onDeleted={() => look({})} />
      )}
      {chosen !== undefined && <WorkflowDialog {...chosen} onClose={() => setChosen(undefined)} />}
    </Page>
  );
}

function onlyFolder({ folder }: WorkflowSearch): WorkflowSearch {
  return folder === undefined ? {} : { folder };
}

/** How many workflows each folder has, with those of the folders in it; null: all. */
function counts(workflows: readonly ListedWorkflow[], rows: readonly FolderRow[]): ReadonlyMap<string | null, number> {
  const own = Map.groupBy(workflows, ({ folderId }) => folderId);
  const sums = rows.map(({ id }) => {
    const within = [...withinFolder(rows, id)];
    return [id, within.reduce((sum, each) => sum + (own.get(each)?.length ?? 0), 0)] as const;
  });
  return new Map<string | null, number>([[null, workflows.length], ...sums]);
}

function FolderMenu({ folder, onChoose }: { readonly folder: FolderRow; readonly onChoose: (open: Open) => void }): ReactNode {
  return (
    <Menu
      label={`Actions of the folder ${folder.name}`}
      button={
        <IconButton label={`Actions of the folder ${folder.name}`}>
          <Ellipsis size={16} strokeWidth={1.5} aria-hidden />
        </IconButton>
      }
      entries={[
        {
          id: 'change',
          label: 'Rename or move folder…',
          icon: <Pencil size={16} strokeWidth={1.5} aria-hidden />,
          onChoose: () => onChoose('change folder'),
        },
        {
          id: 'delete',
          label: 'Delete folder…',
          icon: <Trash2 size={16} strokeWidth={1.5} aria-hidden />,
          onChoose: () => onChoose('delete folder'),
        },
      ]}
    />
  );
}

interface NothingProps {
  readonly isEmpty: boolean;
  readonly isFolder: boolean;
  readonly mayWrite: boolean;
  readonly onNew: () => void;
  readonly onImport: () => void;
  readonly onClear: () => void;
}

function Nothing({ isEmpty, isFolder, mayWrite, onNew, onImport, onClear }: NothingProps): ReactNode {
  if (isEmpty || isFolder) {
    return (
      <EmptyState
        title={isEmpty ? 'This workspace has no workflow yet' : 'This folder has no workflow yet'}
        actions={
          mayWrite && (
            <>
              <Button onPress={onNew}>Create a workflow</Button>
              <Button onPress={onImport}>Import a document</Button>
            </>
          )
        }
      >
        <p>{mayWrite ? 'Create one, or import the export of another installation or of Sim.' : 'Members who may write can create one.'}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No workflow matches these filters" actions={<Button onPress={onClear}>Remove the filters</Button>}>
      <p>The name is searched in this folder and the folders in it.</p>
    </EmptyState>
  );
}
