import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Ellipsis, Plus, Upload } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { FileTrigger } from 'react-aria-components';
import { useSession } from '../../api/session.js';
import { tablesQuery, type Table } from '../../api/tables.js';
import { Button, IconButton } from '../../parts/controls/button.js';
import { SearchField } from '../../parts/controls/text-field.js';
import { Menu } from '../../parts/overlays/menu.js';
import { Time } from '../../parts/show/amount.js';
import { EmptyState } from '../../parts/show/empty-state.js';
import { Problem } from '../../parts/show/problem.js';
import { Skeleton, Unseen } from '../../parts/show/small-parts.js';
import { Page } from '../../shell/page.js';
import { DeleteTable } from './delete-table.js';
import { NewTable } from './new-table.js';
import styles from './tables.module.css';

/** The tables of a workspace. */
export function TablesPage(): ReactNode {
  const { workspaceId } = useParams({ from: '/signed-in/workspace/$workspaceId/tables' });
  const navigate = useNavigate();
  const { workspaces } = useSession();
  const canWrite = (workspaces.find(({ id }) => id === workspaceId)?.permission ?? 'read') !== 'read';
  const tables = useQuery(tablesQuery(workspaceId));
  const [text, setText] = useState('');
  const [open, setOpen] = useState<{ readonly file?: File }>();
  const [removed, setRemoved] = useState<Table>();
  const found = tables.data?.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase())) ?? [];
  const isEmpty = tables.data?.length === 0;
  const fromFile = (
    <FileTrigger acceptedFileTypes={['.csv', 'text/csv']} onSelect={(files) => files?.[0] && setOpen({ file: files[0] })}>
      <Button>
        <Upload size={14} strokeWidth={1.5} aria-hidden />
        From CSV
      </Button>
    </FileTrigger>
  );
  return (
    <Page
      title="Tables"
      isFull
      actions={
        canWrite && (
          <>
            {!isEmpty && fromFile}
            <Button look="primary" onPress={() => setOpen({})}>
              <Plus size={14} strokeWidth={1.5} aria-hidden />
              New table
            </Button>
          </>
        )
      }
    >
      {tables.error !== null && (
        <div className={styles['notice']}>
          <Problem error={tables.error} onRetry={() => void tables.refetch()} />
        </div>
      )}
      {isEmpty && (
        <EmptyState title="This workspace has no tables" actions={canWrite && fromFile}>
          <p>Workflows and people read and write the same rows, and every change of a cell is kept.</p>
        </EmptyState>
      )}
      {!isEmpty && tables.error === null && (
        <>
          <div className={styles['bar']}>
            <SearchField label="Find a table" value={text} onChange={setText} />
          </div>
          <div className={styles['scroll']} aria-busy={tables.isPending}>
            <table className={styles['table']} aria-label="Tables">
              <thead>
                <tr>
                  <th scope="col">Name</th>
                  <th scope="col" className={styles['number']}>
                    Rows
                  </th>
                  <th scope="col" className={styles['number']}>
                    Columns
                  </th>
                  <th scope="col" className={styles['changed']}>
                    Columns changed
                  </th>
                  <th scope="col" className={styles['more']}>
                    <Unseen>Actions</Unseen>
                  </th>
                </tr>
              </thead>
              <tbody>
                {tables.isPending && Array.from({ length: 8 }, (_, index) => <LoadingRow key={index} />)}
                {found.map((table) => (
                  <tr key={table.id}>
                    <td>
                      <Link
                        to="/workspace/$workspaceId/tables/$tableId"
                        params={{ workspaceId, tableId: table.id }}
                        className={styles['link']}
                      >
                        {table.name}
                      </Link>
                      {table.description !== null && <span className={styles['muted']}> {table.description}</span>}
                    </td>
                    <td className={styles['number']}>{table.rowCount.toLocaleString('en')}</td>
                    <td className={styles['number']}>{table.schema.columns.length}</td>
                    <td className={styles['changed']}>
                      <Time at={table.updatedAt} />
                    </td>
                    <td className={styles['more']}>
                      {canWrite && (
                        <Menu
                          label={`Actions of ${table.name}`}
                          placement="bottom end"
                          button={
                            <IconButton label={`Actions of ${table.name}`}>
                              <Ellipsis size={14} strokeWidth={1.5} aria-hidden />
                            </IconButton>
                          }
                          entries={[{ id: 'delete', label: 'Delete', onChoose: () => setRemoved(table) }]}
                        />
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            {tables.isSuccess && found.length === 0 && <p className={styles['none']}>No table has “{text}” in its name.</p>}
          </div>
        </>
      )}
      {open !== undefined && (
        <NewTable
          workspaceId={workspaceId}
          {...open}
          onCreated={(tableId) => void navigate({ to: '/workspace/$workspaceId/tables/$tableId', params: { workspaceId, tableId } })}
          onClose={() => setOpen(undefined)}
        />
      )}
      {removed !== undefined && <DeleteTable workspaceId={workspaceId} table={removed} onClose={() => setRemoved(undefined)} />}
    </Page>
  );
}

function LoadingRow(): ReactNode {
  return (
    <tr>
      {['40%', '50%', '50%', '60%', '0'].map((width, index) => (
        <td key={index}>
          <Skeleton width={width} />
        </td>
      ))}
    </tr>
  );
}
