import type { Log, ReplayExecutionRequest } from '@sluice/client';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { newId } from '../../api/new-id.js';
import { effectsQuery } from '../../api/run.js';
import { Choice } from '../../parts/controls/choice.js';
import { Select } from '../../parts/controls/select.js';
import { FormDialog } from '../../parts/overlays/form-dialog.js';
import { Pill } from '../../parts/show/status-pill.js';
import { replayPlan, type PlannedBlock } from '../../run/replay-plan.js';
import { useAction } from '../../shell/use-action.js';
import styles from './replay.module.css';
import { versionOf } from '../runs/run-facts.js';
import { useOpenStarted } from './use-open-started.js';

const fromStart = 'start';
const usualVersion = 'run';

interface ReplayDialogProps {
  readonly run: Log;
  readonly workspaceId: string;
  /** The version that is chosen first: that of the run, or the draft. */
  readonly version?: 'run' | 'draft';
  /** The block that it begins with, for a start in the middle. */
  readonly from?: string;
  readonly onClose: () => void;
}

/** Starts a run that repeats another one, after a look at what will happen. */
export function ReplayDialog({ run, workspaceId, version: wanted = usualVersion, from: begin, onClose }: ReplayDialogProps): ReactNode {
  const { traceSpans, status } = run.executionData;
  const begins = traceSpans.flatMap(beginsIn);
  // A failed run is taken up where it failed, once its calls are to be made.
  const failed = status === 'failed' ? begins.find(hasFailed)?.blockId : undefined;
  const [mode, setMode] = useState<'recorded' | 'live'>(begin === undefined ? 'recorded' : 'live');
  const [from, setFrom] = useState(begin ?? failed ?? fromStart);
  const [version, setVersion] = useState<'run' | 'draft'>(wanted);
  const [attempt] = useState(() => newId());
  const onDone = useOpenStarted(workspaceId);
  const effects = useQuery(effectsQuery(workspaceId, run.executionId));
  const isPartial = mode === 'live' && from !== fromStart;
  const replay = useAction({
    act: () => {
      const body: ReplayExecutionRequest = {
        mode,
        async: true,
        ...(isPartial && { from }),
        ...(version === 'draft' && { version }),
      };
      // What is tried again after a failure starts one run.
      const idempotencyKey = [attempt, mode, version, isPartial ? from : ''].join(':');
      return api.replay(run.workflowId, run.executionId, body, { idempotencyKey });
    },
    onDone,
  });
  const plan = replayPlan(traceSpans, effects.data ?? [], { mode, from: isPartial ? from : undefined });
  return (
    <>
      <FormDialog
        title="Replay this run?"
        action="Replay"
        isPending={replay.isPending}
        error={replay.error}
        onSubmit={() => replay.do()}
        onClose={onClose}
      >
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
            : 'The blocks run again with everything they do.'}
        </p>
        <div className={styles['pair']}>
          {mode === 'live' && (
            <Select
              label="From"
              value={from}
              options={[{ value: fromStart, label: 'The start' }, ...begins.map(({ blockId, name }) => ({ value: blockId, label: name }))]}
              onChange={setFrom}
            />
          )}
          <Select
            label="Version"
            value={version}
            options={[
              { value: usualVersion, label: `${versionOf(run)}, as in the run` },
              { value: 'draft', label: 'The draft' },
            ]}
            onChange={setVersion}
          />
        </div>
        <Plan plan={plan} />
      </FormDialog>
      {replay.dialog}
    </>
  );
}

/** What will run again, and what is taken over. */
function Plan({ plan }: { readonly plan: readonly PlannedBlock[] }): ReactNode {
  const again = plan.filter(({ isTakenOver }) => !isTakenOver);
  const calls = again.reduce((sum, block) => sum + block.calls.length, 0);
  const what = `${count(again.length, 'block runs', 'blocks run')} again${calls === 0 ? '' : `, with ${count(calls, 'call', 'calls')}`}`;
  return (
    <section aria-label="What runs again">
      <p className={styles['sum']}>{what}</p>
      <ul className={styles['plan']} tabIndex={0}>
        {plan.map(({ blockId, name, isTakenOver, calls: made }) => (
          <li key={blockId}>
            <span dir="auto">{name}</span>
            <Pill tone={isTakenOver ? 'plain' : made.length > 0 ? 'warn' : 'run'}>
              {isTakenOver ? 'taken over' : made.length > 0 ? count(made.length, 'call', 'calls') : 'runs again'}
            </Pill>
            {made.slice(0, 3).map((call, index) => (
              <code key={index} dir="auto">
                {call}
              </code>
            ))}
            {made.length > 3 && <span className={styles['more']}>and {made.length - 3} more</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function count(number: number, one: string, many: string): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

interface Span {
  readonly name: string;
  readonly status: string;
  readonly errorHandled?: boolean;
  readonly blockId?: string;
  readonly loopId?: string;
  readonly parallelId?: string;
  readonly children: readonly Span[];
}

/** The blocks from which a run can begin again: those outside of loops and parallels. */
function beginsIn(span: Span): readonly (Span & { readonly blockId: string })[] {
  const { blockId, loopId, parallelId, children } = span;
  if (loopId !== undefined || parallelId !== undefined) return [];
  return blockId === undefined ? children.flatMap(beginsIn) : [{ ...span, blockId }];
}

function hasFailed({ status, errorHandled }: Span): boolean {
  return status === 'error' && errorHandled !== true;
}
