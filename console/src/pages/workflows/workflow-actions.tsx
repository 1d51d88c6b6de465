import { CloudOff, CopyPlus, Download, FolderInput, History, Pencil, Rocket, Trash2, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Workflow } from '../../api/workflow.js';
import { lazyPart } from '../../parts/lazy-part.js';
import { Dialog } from '../../parts/overlays/dialog.js';
import type { MenuEntry } from '../../parts/overlays/menu.js';
import { DeleteDialog, DuplicateDialog, ExportDialog, MoveDialog, RenameDialog } from './change-dialogs.js';
import { RollBackDialog, UndeployDialog } from './deploy-dialogs.js';

/** Loaded when it is opened. */
const DeployDialog = lazyPart<WorkflowDialogProps>(
  async () => (await import('../workflow/deploy/deploy-dialog.js')).DeployDialog,
  ({ onClose }, failure) =>
    failure && (
      <Dialog title="Deploy" isOpen onClose={onClose}>
        {failure}
      </Dialog>
    ),
);

export type WorkflowAction = 'deploy' | 'rollBack' | 'undeploy' | 'duplicate' | 'rename' | 'move' | 'export' | 'delete';

type Permission = 'read' | 'write' | 'admin' | undefined;

interface Offer {
  readonly action: WorkflowAction;
  readonly label: string;
  readonly Icon: LucideIcon;
  readonly needs: 'read' | 'write' | 'admin';
  readonly onlyDeployed?: boolean;
}

const offers: readonly Offer[] = [
  { action: 'deploy', label: 'Deploy…', Icon: Rocket, needs: 'admin' },
  { action: 'rollBack', label: 'Roll back…', Icon: History, needs: 'admin' },
  { action: 'undeploy', label: 'Undeploy…', Icon: CloudOff, needs: 'admin', onlyDeployed: true },
  { action: 'duplicate', label: 'Duplicate…', Icon: CopyPlus, needs: 'write' },
  { action: 'rename', label: 'Rename…', Icon: Pencil, needs: 'write' },
  { action: 'move', label: 'Move…', Icon: FolderInput, needs: 'write' },
  { action: 'export', label: 'Export…', Icon: Download, needs: 'read' },
  { action: 'delete', label: 'Delete…', Icon: Trash2, needs: 'write' },
];

const ranks = { read: 0, write: 1, admin: 2 } as const;

/** What a person with the permission can do with the workflow. */
export function actionEntries(
  { isDeployed }: Pick<Workflow, 'isDeployed'>,
  permission: Permission,
  onChoose: (action: WorkflowAction) => void,
): readonly MenuEntry[] {
  if (permission === undefined) return [];
  return offers
    .filter(({ needs, onlyDeployed = false }) => ranks[permission] >= ranks[needs] && (isDeployed || !onlyDeployed))
    .map(({ action, label, Icon }) => ({
      id: action,
      label,
      icon: <Icon size={16} strokeWidth={1.5} aria-hidden />,
      onChoose: () => onChoose(action),
    }));
}

export interface WorkflowDialogProps {
  readonly workflow: Workflow;
  readonly onClose: () => void;
}

interface ChosenDialogProps extends WorkflowDialogProps {
  readonly action: WorkflowAction;
  readonly onDeleted?: () => void;
  /** The version that is offered when a roll back is asked for. */
  readonly version?: number;
}

/** The dialog of an action. */
export function WorkflowDialog({ action, onDeleted, version, ...props }: ChosenDialogProps): ReactNode {
  switch (action) {
    case 'deploy':
      return <DeployDialog {...props} />;
    case 'rollBack':
      return <RollBackDialog {...props} {...(version !== undefined && { version })} />;
    case 'undeploy':
      return <UndeployDialog {...props} />;
    case 'duplicate':
      return <DuplicateDialog {...props} />;
    case 'rename':
      return <RenameDialog {...props} />;
    case 'move':
      return <MoveDialog {...props} />;
    case 'export':
      return <ExportDialog {...props} />;
    case 'delete':
      return <DeleteDialog {...props} {...(onDeleted !== undefined && { onDeleted })} />;
  }
}
