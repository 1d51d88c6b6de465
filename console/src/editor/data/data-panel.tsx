import type { ReactNode } from 'react';
import { isNote, isTrigger } from '../../../../src/document/block-roles.js';
import type { Block } from '../../../../src/document/document.js';
import type { DraftOperation } from '../../../../src/modules/workflows/domain/edits/operation.js';
import { JsonTree } from '../../parts/show/json-tree.js';
import { Pill } from '../../parts/show/status-pill.js';
import { EventValue } from '../runs/event-value.js';
import type { ShownRun, TestRuns } from '../runs/use-test-run.js';
import { BlockEffects } from './block-effects.js';
import { PinButtons } from './pin-buttons.js';
import { referenceTo } from './reference-to.js';
import { WhyNot } from './why-not.js';
import styles from './data.module.css';

interface DataPanelProps {
  readonly runs: TestRuns;
  /** The selected block, if it is one. */
  readonly block: Block | undefined;
  readonly isReadOnly: boolean;
  readonly onEdit: (operations: readonly DraftOperation[], label: string) => void;
  readonly onSelect: (blockId: string) => void;
}

/** What the selected block was given and has put out in the run that is shown, and its pinned output. */
export function DataPanel({ runs, block, isReadOnly, onEdit, onSelect }: DataPanelProps): ReactNode {
  const { run, workspaceId } = runs;
  if (block === undefined) return <p className={styles['muted']}>Select a block to see its input and its output.</p>;
  const done = run?.blocks.find(({ blockId }) => blockId === block.id);
  const output = done?.event?.type === 'execution.block-completed' ? done.event : undefined;
  const mayPin = !isReadOnly && !isTrigger(block) && !isNote(block);
  return (
    <section className={styles['data']} aria-label={`Data of ${block.name}`}>
      <div className={styles['head']}>
        <h2 dir="auto">{block.name || block.id}</h2>
        {done !== undefined && <Pill tone={done.state.tone}>{done.state.word}</Pill>}
        {done !== undefined && <span>{[done.state.end, done.state.spent].filter((part) => part !== undefined).join(', ')}</span>}
      </div>
      {run === undefined && block.pin === undefined && (
        <p className={styles['muted']}>Run the draft to see the input and the output of this block.</p>
      )}
      {done?.error !== undefined && (
        <p className={styles['wrong']} dir="auto">
          {done.error}
        </p>
      )}
      {run !== undefined && done === undefined && !isNote(block) && (
        <WhyNot run={run} workspaceId={workspaceId} block={block} onSelect={onSelect} />
      )}
      {run !== undefined && done?.event !== undefined && <Values run={run} workspaceId={workspaceId} block={block} event={done.event} />}
      {run !== undefined && done !== undefined && (
        <BlockEffects key={`${run.executionId} ${run.isOver}`} run={run} workspaceId={workspaceId} blockId={block.id} />
      )}
      {block.pin !== undefined && (
        <section className={styles['part']} aria-label="Pinned output">
          <h3>Pinned output</h3>
          <p className={styles['muted']}>Test runs take it over and do not run the block. Deployed versions run it.</p>
          <JsonTree value={block.pin.output} referenceTo={(path) => referenceTo(block, path)} />
        </section>
      )}
      {mayPin && (
        <PinButtons
          key={block.id}
          block={block}
          written={runs.writtenPins.get(block.id)}
          onWrite={(written) => runs.writePin(block.id, written)}
          place={output && run && { event: output, executionId: run.executionId, workspaceId }}
          onEdit={onEdit}
        />
      )}
    </section>
  );
}

interface ValuesProps {
  readonly run: ShownRun;
  readonly workspaceId: string;
  readonly block: Block;
  readonly event: NonNullable<ShownRun['event']>;
}

function Values({ run: { executionId }, workspaceId, block, event }: ValuesProps): ReactNode {
  const { input, output } = event.payload;
  return (
    <>
      <section className={styles['part']} aria-label="Input">
        <h3>Input</h3>
        {input === undefined || input === null ? (
          <p className={styles['muted']}>The block has no input.</p>
        ) : (
          <EventValue event={event} member="input" executionId={executionId} workspaceId={workspaceId} />
        )}
      </section>
      <section className={styles['part']} aria-label="Output">
        <h3>Output</h3>
        {output === undefined || output === null ? (
          <p className={styles['muted']}>There is no output.</p>
        ) : (
          <EventValue
            event={event}
            member="output"
            executionId={executionId}
            workspaceId={workspaceId}
            referenceTo={(path) => referenceTo(block, path)}
          />
        )}
      </section>
    </>
  );
}
