import { Ban, RotateCcw, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { followedJob, type BulkAction } from '../../../api/bulk.js';
import { Button, IconButton } from '../../../parts/controls/button.js';
import { useShared } from '../../../shell/use-shared.js';
import { BulkDialog } from './bulk-dialog.js';
import { BulkProgress } from './bulk-progress.js';
import styles from './bulk.module.css';

const icon = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const;

interface BulkBarProps {
  readonly workspaceId: string;
  readonly selected: ReadonlySet<string>;
  readonly onClear: () => void;
}

/** What can be done with the selected runs, and how far the last such job is. */
export function BulkBar({ workspaceId, selected, onClear }: BulkBarProps): ReactNode {
  const [action, setAction] = useState<BulkAction>();
  const jobId = useShared(followedJob(workspaceId));
  const count = selected.size;
  return (
    <>
      {count > 0 && (
        <div className={styles['bar']} role="toolbar" aria-label="Selected runs">
          <span className={styles['count']} role="status">
            {count} selected
          </span>
          <Button onPress={() => setAction('replay')}>
            <RotateCcw {...icon} />
            Replay
          </Button>
          <Button onPress={() => setAction('cancel')}>
            <Ban {...icon} />
            Cancel runs
          </Button>
          <IconButton label="Clear the selection" onPress={onClear}>
            <X {...icon} />
          </IconButton>
        </div>
      )}
      {jobId !== undefined && <BulkProgress key={jobId} workspaceId={workspaceId} jobId={jobId} />}
      {action !== undefined && (
        <BulkDialog
          workspaceId={workspaceId}
          target={{ ids: [...selected] }}
          action={action}
          onStarted={onClear}
          onClose={() => setAction(undefined)}
        />
      )}
    </>
  );
}
