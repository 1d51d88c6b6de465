import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import {
  bulkCountQuery,
  bulkRequest,
  followedJob,
  startBulk,
  type BulkAction,
  type BulkTarget,
  type ReplayMode,
} from '../../../api/bulk.js';
import { keys } from '../../../api/keys.js';
import { Choice } from '../../../parts/controls/choice.js';
import { FormDialog } from '../../../parts/overlays/form-dialog.js';
import { Skeleton } from '../../../parts/show/small-parts.js';
import { useAction } from '../../../shell/use-action.js';
import styles from './bulk.module.css';

interface BulkDialogProps {
  readonly workspaceId: string;
  readonly target: BulkTarget;
  readonly action: BulkAction;
  readonly onStarted: () => void;
  readonly onClose: () => void;
}

/** Says how many runs are concerned and what will happen to them, before anything does. */
export function BulkDialog({ workspaceId, target, action, onStarted, onClose }: BulkDialogProps): ReactNode {
  const [mode, setMode] = useState<ReplayMode>('recorded');
  const [now] = useState(() => Date.now());
  const request = bulkRequest(workspaceId, target, { action, mode, now });
  // The number does not depend on the mode.
  const count = useQuery(bulkCountQuery(bulkRequest(workspaceId, target, { action, mode: 'recorded', now })));
  const start = useAction({
    act: () => startBulk(request),
    changes: [keys.logs(workspaceId)],
    onDone: ({ id }) => {
      followedJob(workspaceId).set(id);
      onStarted();
      onClose();
    },
  });
  const found = count.data ?? 0;
  const verb = action === 'cancel' ? 'Cancel' : 'Replay';
  return (
    <>
      <FormDialog
        title={action === 'cancel' ? 'Cancel these runs?' : 'Replay these runs?'}
        action={count.data === undefined || found === 0 ? verb : `${verb} ${found.toLocaleString('en')} ${found === 1 ? 'run' : 'runs'}`}
        isDangerous={action === 'cancel'}
        isDisabled={found === 0}
        isPending={start.isPending}
        error={start.error ?? count.error}
        onSubmit={() => start.do()}
        onClose={onClose}
      >
        {count.isPending && <Skeleton width="70%" />}
        {count.data !== undefined && <p>{countText(found, target, action)}</p>}
        {action === 'replay' && (
          <Choice
            label="Kind of replay"
            value={mode}
            options={[
              { value: 'recorded', label: 'With recorded calls' },
              { value: 'live', label: 'For real' },
            ]}
            onChange={setMode}
          />
        )}
        <ul className={styles['consequences']}>
          {consequences[action === 'cancel' ? 'cancel' : mode].map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      </FormDialog>
      {start.dialog}
    </>
  );
}

const consequences = {
  cancel: [
    'Blocks that have ended keep their effects',
    'Open questions of the runs are withdrawn',
    'The runs cannot continue, only be replayed',
  ],
  recorded: ['Each run is repeated as a new run', 'Calls that left the server are not made: their recorded outcomes are used'],
  live: ['Each run is repeated as a new run', 'Calls that leave the server are made again', 'The runs count against your limits'],
} as const;

function countText(found: number, target: BulkTarget, action: BulkAction): string {
  const [which, others] = action === 'cancel' ? ['active', 'have ended'] : ['ended', 'are active'];
  const noun = found === 1 ? 'run' : 'runs';
  if ('ids' in target) return `${found.toLocaleString('en')} selected ${noun}. Runs that ${others} stay as they are.`;
  if (found === 0) return `No ${which} run matches the filters.`;
  return `${found.toLocaleString('en')} ${which} ${noun} ${found === 1 ? 'matches' : 'match'} the filters, also those below the list.`;
}
