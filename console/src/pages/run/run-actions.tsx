import type { Log, ReplayExecutionRequest } from '@sluice/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { effectsQuery } from '../../api/run.js';
import { useSession } from '../../api/session.js';
import { Button } from '../../parts/controls/button.js';
import { Choice } from '../../parts/controls/choice.js';
import { Select } from '../../parts/controls/select.js';
import { Confirm, Dialog, DialogButtons } from '../../parts/overlays/dialog.js';
import { Problem } from '../../parts/show/problem.js';
import { CompareDialog } from './compare-dialog.js';
import styles from './run.module.css';

interface RunActionsProps {
  readonly run: Log;
  readonly workspaceId: string;
}

/** What can be done with a run; changes by those who may. */
export function RunActions({ run, workspaceId }: RunActionsProps): ReactNode {
  const [open, setOpen] = useState<'cancel' | 'replay' | 'compare'>();
  const { workspaces } = useSession();
  const permission = workspaces.find(({ id }) => id === workspaceId)?.permission;
  const mayAct = permission !== undefined && permission !== 'read';
  const isActive = run.endedAt === null;
  const close = (): void => setOpen(undefined);
  return (
    <>
      <Button onPress={() => setOpen('compare')}>Compare</Button>
      {mayAct && isActive && <Button onPress={() => setOpen('cancel')}>Cancel run</Button>}
      {mayAct && !isActive && <Button onPress={() => setOpen('replay')}>Replay</Button>}
      {open === 'compare' && <CompareDialog run={run} workspaceId={workspaceId} onClose={close} />}
      {open === 'cancel' && <CancelDialog run={run} workspaceId={workspaceId} onClose={close} />}
      {open === 'replay' && <ReplayDialog run={run} workspaceId={workspaceId} onClose={close} />}
    </>
  );
}

type DialogProps = RunActionsProps & { readonly onClose: () => void };

function CancelDialog({ run, workspaceId, onClose }: DialogProps): ReactNode {
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => api.executions.cancel(run.workflowId, run.executionId),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keys.run(workspaceId, run.executionId) });
      onClose();
    },
  });
  return (
    <Confirm
      title="Cancel this run?"
      consequences={[
        'Blocks that have ended keep their effects',
        'Open questions of the run are withdrawn',
        'The run cannot continue, only be replayed',
      ]}
      action="Cancel run"
      isDangerous
      isOpen
      isPending={cancel.isPending}
      problem={cancel.error !== null && <Problem error={cancel.error} />}
      onConfirm={() => cancel.mutate()}
      onClose={onClose}
    />
  );
}

const fromStart = 'start';

function ReplayDialog({ run, workspaceId, onClose }: DialogProps): ReactNode {
  const [mode, setMode] = useState<'recorded' | 'live'>('recorded');
  const [from, setFrom] = useState(fromStart);
  const navigate = useNavigate();
  const effects = useQuery(effectsQuery(workspaceId, run.executionId));
  const replay = useMutation({
    mutationFn: () => {
      const body: ReplayExecutionRequest = { mode, ...(mode === 'live' && from !== fromStart && { from }), async: true };
      return api.replay(run.workflowId, run.executionId, body);
    },
    onSuccess: ({ executionId }) =>
      void navigate({ to: '/workspace/$workspaceId/logs/$executionId', params: { workspaceId, executionId } }),
  });
  const blocks = new Map(run.executionData.traceSpans.flatMap(blocksIn));
  const calls = effects.data?.length ?? 0;
  return (
    <Dialog title="Replay this run?" isOpen onClose={onClose}>
      <div className={styles['options']}>
        <Choice
          label="Kind of replay"
          value={mode}
          options={[
            { value: 'recorded', label: 'With recorded calls' },
            { value: 'live', label: 'For real' },
          ]}
          onChange={setMode}
        />
        <p>
          {mode === 'recorded'
            ? 'The blocks run again. Calls that left the server are not made: their recorded outcomes are used.'
            : `The blocks run again with everything they do. This run made ${calls} ${calls === 1 ? 'call' : 'calls'} out of the server.`}
        </p>
        {mode === 'live' && (
          <Select
            label="From"
            value={from}
            options={[{ value: fromStart, label: 'The start' }, ...[...blocks].map(([value, label]) => ({ value, label }))]}
            onChange={setFrom}
          />
        )}
        {replay.error !== null && <Problem error={replay.error} />}
      </div>
      <DialogButtons>
        <Button onPress={onClose}>Back</Button>
        <Button look="primary" isPending={replay.isPending} onPress={() => replay.mutate()}>
          Replay
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

interface Span {
  readonly name: string;
  readonly blockId?: string;
  readonly loopId?: string;
  readonly parallelId?: string;
  readonly children: readonly Span[];
}

/** The blocks from which a run can begin again: those outside of loops and parallels. */
function blocksIn({ name, blockId, loopId, parallelId, children }: Span): readonly (readonly [string, string])[] {
  if (loopId !== undefined || parallelId !== undefined) return [];
  if (blockId !== undefined) return [[blockId, name]];
  return children.flatMap(blocksIn);
}
