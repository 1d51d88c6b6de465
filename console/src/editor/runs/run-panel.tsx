import { Link } from '@tanstack/react-router';
import { CircleStop, Play, RotateCw, X } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import type { KeyboardEvent, ReactNode } from 'react';
import { findBlock, type Block, type WorkflowDocument } from '../../../../src/document/document.js';
import { executedQuery } from '../../api/run.js';
import { Button, IconButton } from '../../parts/controls/button.js';
import { Checkbox } from '../../parts/controls/checkbox.js';
import controls from '../../parts/controls/controls.module.css';
import { joinClasses } from '../../parts/join-classes.js';
import { Duration, Money } from '../../parts/show/amount.js';
import { Problem } from '../../parts/show/problem.js';
import { Pill, StatusPill } from '../../parts/show/status-pill.js';
import type { Command } from '../commands/command.js';
import { EventValue } from './event-value.js';
import { InputForm } from './input-form.js';
import { InputSources } from './input-sources.js';
import type { ShownRun, TestRuns } from './use-test-run.js';
import styles from './runs.module.css';

interface RunPanelProps {
  readonly runs: TestRuns;
  readonly document: WorkflowDocument;
  /** The selected block, if it is one. */
  readonly block: Block | undefined;
  readonly onSelect: (blockId: string) => void;
  readonly onEdit: (command: Command) => void;
}

const icon = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** Runs the draft, and shows what the latest run has done. */
export function RunPanel({ runs, document, block, onSelect, onEdit }: RunPanelProps): ReactNode {
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
      <InputSources runs={runs} document={document} onEdit={onEdit} />
      <Checkbox isSelected={!runs.isOutside} onChange={(isOn) => runs.setOutside(!isOn)}>
        Without external calls
      </Checkbox>
      {runs.usesPins !== undefined && (
        <Checkbox isSelected={runs.usesPins} onChange={runs.setUsesPins}>
          With pinned outputs
        </Checkbox>
      )}
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
      {runs.isMissing && runs.isOpened && (
        <p className={styles['muted']}>The run of this address is not kept any more, or is one of another workflow.</p>
      )}
      {run !== undefined && <LatestRun runs={runs} run={run} document={document} block={block} onSelect={onSelect} />}
      {runs.dialog}
    </div>
  );
}

interface LatestRunProps extends Omit<RunPanelProps, 'onEdit'> {
  readonly run: ShownRun;
}

function LatestRun({ runs, run, document, block, onSelect }: LatestRunProps): ReactNode {
  const { executionId, status, ms, isOver, error, blocks } = run;
  const { workspaceId } = runs;
  const isGone = (id: string): boolean => findBlock(document.blocks, id) === undefined;
  const executed = useQuery({ ...executedQuery(workspaceId, executionId), enabled: blocks.some(({ blockId }) => isGone(blockId)) }).data;
  const nameOf = (id: string): string => (findBlock(document.blocks, id) ?? (executed && findBlock(executed.blocks, id)))?.name ?? id;
  return (
    <section className={styles['latest']} aria-label={runs.isOpened ? 'Opened run' : 'Test run'}>
      <div className={styles['head']}>
        <StatusPill status={status} />
        {isOver && <Duration ms={ms} />}
        <Money usd={run.costUsd} />
        <Link to="/workspace/$workspaceId/logs/$executionId" params={{ workspaceId, executionId }}>
          Open the run
        </Link>
        {runs.moment === undefined && (
          <Button look="quiet" onPress={() => runs.setMoment(1)}>
            Step through
          </Button>
        )}
        <IconButton label="Hide" onPress={runs.hide}>
          <X {...icon} />
        </IconButton>
      </div>
      {blocks.some(({ blockId, state }) => state.word === 'waiting' && findBlock(document.blocks, blockId)?.type !== 'wait') && (
        <Link
          to="/workspace/$workspaceId/questions"
          params={{ workspaceId }}
          search={{ view: 'all', question: executionId }}
          className={joinClasses(controls['button'], controls['primary'])}
        >
          Answer the question
        </Link>
      )}
      {isOver && (
        <div className={styles['again']}>
          <Button isDisabled={runs.isStarting} onPress={runs.again}>
            <RotateCw {...icon} />
            Fix and run again
          </Button>
          <p className={styles['muted']}>
            Takes the input of this run. Blocks that are unchanged and get the same values keep their results.
          </p>
        </div>
      )}
      {run.problem !== null && <Problem error={run.problem} />}
      {error !== undefined && !blocks.some(({ state }) => state.tone === 'bad') && (
        <p className={styles['wrong']} dir="auto">
          {error}
        </p>
      )}
      <ol className={styles['blocks']} aria-label="Blocks of the run">
        {blocks.map(({ blockId, state, error: wrong }) => (
          <li key={blockId}>
            <button type="button" aria-pressed={blockId === block?.id} disabled={isGone(blockId)} onClick={() => onSelect(blockId)}>
              <span dir="auto">
                {nameOf(blockId)}
                {isGone(blockId) && <small>not in the draft</small>}
              </span>
              <Pill tone={state.tone}>{state.word}</Pill>
              <span>
                {state.end}
                {state.spent !== undefined && <small>{state.spent}</small>}
              </span>
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
  const {
    executionId,
    blocks,
    stateThen: { event: end, isOver },
  } = run;
  const event = block === undefined ? end : blocks.find(({ blockId }) => blockId === block.id)?.event;
  const name = block === undefined ? 'the run' : block.name;
  return (
    <section className={styles['output']} aria-label={`Output of ${name}`}>
      <h2 dir="auto">Output of {name}</h2>
      {event?.payload['output'] === undefined ? (
        <p className={styles['muted']}>{isOver ? 'There is no output.' : 'There is no output yet.'}</p>
      ) : (
        <EventValue event={event} member="output" executionId={executionId} workspaceId={workspaceId} />
      )}
    </section>
  );
}
