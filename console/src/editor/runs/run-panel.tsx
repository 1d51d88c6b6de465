import { Link } from '@tanstack/react-router';
import { CircleStop, Play } from 'lucide-react';
import { useCallback, type KeyboardEvent, type ReactNode } from 'react';
import type { ShownEvent } from '@sluice/client';
import { findBlock, type Block, type WorkflowDocument } from '../../../../src/document/document.js';
import { readPart } from '../../api/run-events.js';
import { Button } from '../../parts/controls/button.js';
import { Checkbox } from '../../parts/controls/checkbox.js';
import { Duration } from '../../parts/show/amount.js';
import { JsonTree } from '../../parts/show/json-tree.js';
import type { LoadedPart } from '../../parts/show/left-out.js';
import { Problem } from '../../parts/show/problem.js';
import { Pill, StatusPill } from '../../parts/show/status-pill.js';
import { InputForm } from './input-form.js';
import type { ShownRun, TestRuns } from './use-test-run.js';
import styles from './runs.module.css';

interface RunPanelProps {
  readonly runs: TestRuns;
  readonly document: WorkflowDocument;
  /** The selected block, if it is one. */
  readonly block: Block | undefined;
  readonly onSelect: (blockId: string) => void;
}

const icon = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** Runs the draft, and shows what the latest run has done. */
export function RunPanel({ runs, document, block, onSelect }: RunPanelProps): ReactNode {
  const { run, isStarting } = runs;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    event.preventDefault();
    runs.start();
  };
  const hasRun = block !== undefined && run?.blocks.some(({ blockId }) => blockId === block.id) === true;
  return (
    // Its children are what is operated; keys come from them.
    <div className={styles['runs']} onKeyDown={onKeyDown}>
      <InputForm runs={runs} />
      <Checkbox isSelected={!runs.isOutside} onChange={(isOn) => runs.setOutside(!isOn)}>
        Without external calls
      </Checkbox>
      <div className={styles['actions']}>
        <Button isPending={isStarting} onPress={() => runs.start()}>
          <Play {...icon} />
          Run
        </Button>
        {block !== undefined && (
          <Button isDisabled={isStarting} onPress={() => runs.start({ until: block.id })}>
            Run to here
          </Button>
        )}
        {hasRun && run.isOver && (
          <Button isDisabled={isStarting} onPress={() => runs.start({ from: block.id })}>
            Run from here
          </Button>
        )}
        {run?.isOver === false && (
          <Button isPending={runs.isStopping} onPress={runs.stop}>
            <CircleStop {...icon} />
            Stop
          </Button>
        )}
      </div>
      {runs.error !== null && <Problem error={runs.error} />}
      {run !== undefined && <LatestRun runs={runs} run={run} document={document} block={block} onSelect={onSelect} />}
      {runs.dialog}
    </div>
  );
}

interface LatestRunProps extends RunPanelProps {
  readonly run: ShownRun;
}

function LatestRun({ runs, run, document, block, onSelect }: LatestRunProps): ReactNode {
  const { executionId, status, ms, isOver, error, blocks } = run;
  const { workspaceId } = runs;
  const nameOf = (id: string): string => findBlock(document.blocks, id)?.name ?? id;
  return (
    <section className={styles['latest']} aria-label="Test run">
      <div className={styles['head']}>
        <StatusPill status={status} />
        {isOver && <Duration ms={ms} />}
        <Link to="/workspace/$workspaceId/logs/$executionId" params={{ workspaceId, executionId }}>
          Open the run
        </Link>
        <Button look="quiet" onPress={runs.hide}>
          Hide
        </Button>
      </div>
      {run.problem !== null && <Problem error={run.problem} />}
      {error !== undefined && !blocks.some(({ state }) => state.tone === 'bad') && (
        <p className={styles['wrong']} dir="auto">
          {error}
        </p>
      )}
      <ol className={styles['blocks']} aria-label="Blocks of the run">
        {blocks.map(({ blockId, state, error: wrong }) => (
          <li key={blockId}>
            <button type="button" aria-pressed={blockId === block?.id} onClick={() => onSelect(blockId)}>
              <span dir="auto">{nameOf(blockId)}</span>
              <Pill tone={state.tone}>{state.word}</Pill>
              <span>{state.end}</span>
            </button>
            {wrong !== undefined && (
              <p className={styles['wrong']} dir="auto">
                {wrong}
              </p>
            )}
          </li>
        ))}
      </ol>
      <Output run={run} block={block} workspaceId={workspaceId} />
    </section>
  );
}

/** What the selected block has put out; without one, the run. */
function Output({ run, block, workspaceId }: Pick<LatestRunProps, 'run' | 'block'> & { readonly workspaceId: string }): ReactNode {
  const { executionId, blocks, event: end } = run;
  const event = block === undefined ? end : blocks.find(({ blockId }) => blockId === block.id)?.event;
  const name = block === undefined ? 'the run' : block.name;
  const value = event?.payload['output'];
  return (
    <section className={styles['output']} aria-label={`Output of ${name}`}>
      <h2 dir="auto">Output of {name}</h2>
      {event === undefined || value === undefined ? (
        <p className={styles['muted']}>{run.isOver ? 'There is no output.' : 'There is no output yet.'}</p>
      ) : (
        <Value key={event.position} event={event} value={value} executionId={executionId} workspaceId={workspaceId} />
      )}
    </section>
  );
}

interface ValueProps {
  readonly event: ShownEvent;
  readonly value: unknown;
  readonly executionId: string;
  readonly workspaceId: string;
}

/** The output in an event. Large parts are loaded when asked for. */
function Value({ event: { position }, value, executionId, workspaceId }: ValueProps): ReactNode {
  const load = useCallback(
    (path: string, offset: number, limit: number): Promise<LoadedPart> => {
      const whole = path === '' || path.startsWith('[') ? `output${path}` : `output.${path}`;
      return readPart({ executionId, workspaceId, position }, { path: whole, offset, limit });
    },
    [executionId, workspaceId, position],
  );
  return <JsonTree value={value} load={load} />;
}
