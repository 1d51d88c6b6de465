import type { Log } from '@sluice/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Archive, ArchiveRestore, Copy, Ellipsis, PencilRuler } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { holdQuery } from '../../api/run.js';
import { usePermission } from '../../api/session.js';
import { Button, ButtonLink, IconButton } from '../../parts/controls/button.js';
import { copyText } from '../../parts/copy-text.js';
import { Menu } from '../../parts/overlays/menu.js';
import { editorPathOf } from '../runs/run-facts.js';
import { CancelDialog } from './cancel-dialog.js';
import { CompareDialog } from './compare-dialog.js';
import { HoldDialog, ReleaseDialog } from './hold-dialog.js';
import { ReplayDialog } from './replay-dialog.js';
import styles from './run.module.css';

interface RunActionsProps {
  readonly run: Log;
  readonly workspaceId: string;
}

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** What can be done with a run; changes by those who may. */
export function RunActions({ run, workspaceId }: RunActionsProps): ReactNode {
  const [open, setOpen] = useState<'cancel' | 'replay' | 'compare' | 'hold' | 'release'>();
  const permission = usePermission(workspaceId);
  const mayAct = permission !== undefined && permission !== 'read';
  const isAdmin = permission === 'admin';
  const { executionId } = run;
  const hold = useQuery({ ...holdQuery(workspaceId, executionId), enabled: isAdmin });
  const isActive = run.endedAt === null;
  const navigate = useNavigate();
  const editor = editorPathOf({ workspaceId, workflowId: run.workflowId, executionId }, mayAct);
  const close = (): void => setOpen(undefined);
  const dialog = { run, workspaceId, executionId, onClose: close };
  return (
    <>
      <Menu
        label="More"
        placement="bottom end"
        button={
          <IconButton label="More">
            <Ellipsis {...icon} />
          </IconButton>
        }
        entries={[
          { id: 'editor', label: 'Open in the editor', icon: <PencilRuler {...icon} />, onChoose: () => void navigate({ href: editor }) },
          { id: 'copy', label: 'Copy the id', icon: <Copy {...icon} />, onChoose: () => void copyText(executionId) },
          ...(hold.data === undefined
            ? []
            : [
                hold.data.held
                  ? { id: 'release', label: 'Release the hold…', icon: <ArchiveRestore {...icon} />, onChoose: () => setOpen('release') }
                  : { id: 'hold', label: 'Keep this run…', icon: <Archive {...icon} />, onChoose: () => setOpen('hold') },
              ]),
        ]}
      />
      <span className={styles['in-editor']}>
        <ButtonLink href={editor}>Open in the editor</ButtonLink>
      </span>
      <Button onPress={() => setOpen('compare')}>Compare</Button>
      {mayAct && isActive && <Button onPress={() => setOpen('cancel')}>Cancel run</Button>}
      {mayAct && !isActive && <Button onPress={() => setOpen('replay')}>Replay</Button>}
      {open === 'compare' && <CompareDialog run={run} workspaceId={workspaceId} onClose={close} />}
      {open === 'cancel' && <CancelDialog {...dialog} />}
      {open === 'replay' && <ReplayDialog {...dialog} />}
      {open === 'hold' && <HoldDialog {...dialog} />}
      {open === 'release' && <ReleaseDialog {...dialog} />}
    </>
  );
}
