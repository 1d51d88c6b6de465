import { ListChecks } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { BulkAction } from '../../../api/bulk.js';
import { IconButton } from '../../../parts/controls/button.js';
import { Menu } from '../../../parts/overlays/menu.js';
import type { RunFilters } from '../run-filters.js';
import { BulkDialog } from './bulk-dialog.js';

interface BulkMenuProps {
  readonly workspaceId: string;
  readonly filters: RunFilters;
}

/** What can be done with all runs that match the filters. */
export function BulkMenu({ workspaceId, filters }: BulkMenuProps): ReactNode {
  const [action, setAction] = useState<BulkAction>();
  return (
    <>
      <Menu
        label="All runs that match"
        heading="All runs that match"
        placement="bottom end"
        button={
          <IconButton label="Change all runs that match">
            <ListChecks size={14} strokeWidth={1.5} aria-hidden />
          </IconButton>
        }
        entries={[
          { id: 'replay', label: 'Replay…', onChoose: () => setAction('replay') },
          { id: 'cancel', label: 'Cancel…', onChoose: () => setAction('cancel') },
        ]}
      />
      {action !== undefined && (
        <BulkDialog
          workspaceId={workspaceId}
          target={{ filters }}
          action={action}
          onStarted={() => undefined}
          onClose={() => setAction(undefined)}
        />
      )}
    </>
  );
}
