import { lazyPart } from '../parts/lazy-part.js';
import { Dialog } from '../parts/overlays/dialog.js';

/** The dialog that creates a workspace. It is loaded when it is opened. */
export const NewWorkspace = lazyPart<{ readonly onClose: () => void }>(
  async () => (await import('./new-workspace-dialog.js')).NewWorkspaceDialog,
  ({ onClose }, failure) =>
    failure && (
      <Dialog title="New workspace" isOpen onClose={onClose}>
        {failure}
      </Dialog>
    ),
);
