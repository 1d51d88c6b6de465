import { useState, type ReactNode } from 'react';
import { usePermission } from '../../api/session.js';
import { Button } from '../../parts/controls/button.js';
import { EmptyState } from '../../parts/show/empty-state.js';
import { Page } from '../../shell/page.js';
import { ImportDialog } from '../workflows/import-dialog.js';
import { NewWorkflowDialog } from '../workflows/new-workflow-dialog.js';
import { Example } from './example.js';
import styles from './home.module.css';

/** What a person can begin with in a workspace in which nothing has run. */
export function FirstSteps({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const permission = usePermission(workspaceId);
  const [open, setOpen] = useState<'import' | 'new'>();
  if (permission !== 'admin' && permission !== 'write') {
    return (
      <Page title="Home">
        <EmptyState title="No workflow has run yet">
          <p>When the first one runs, its outcome, duration and cost appear here.</p>
        </EmptyState>
      </Page>
    );
  }
  const close = (): void => setOpen(undefined);
  return (
    <Page title="Home">
      <div className={styles['first']}>
        <h2>Begin with a workflow</h2>
        {permission === 'admin' && (
          <section aria-label="Run the example">
            <Example workspaceId={workspaceId} />
          </section>
        )}
        <section aria-label="Import a document">
          <div>
            <h3>Import a document</h3>
            <p>The JSON export of a workflow of Sluice or Sim. A report says what is missing before it can run.</p>
          </div>
          <Button onPress={() => setOpen('import')}>Import</Button>
        </section>
        <section aria-label="Create a workflow">
          <div>
            <h3>Create a workflow</h3>
            <p>Begin with a Start block in the editor.</p>
          </div>
          <Button onPress={() => setOpen('new')}>Create workflow</Button>
        </section>
      </div>
      {open === 'import' && <ImportDialog workspaceId={workspaceId} folderId={null} onClose={close} />}
      {open === 'new' && <NewWorkflowDialog workspaceId={workspaceId} folderId={null} onClose={close} />}
    </Page>
  );
}
