import { BetweenHorizontalStart, Copy, Play, Power, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Block, WorkflowDocument } from '../../../../src/document/document.js';
import type { DraftOperation } from '../../../../src/modules/workflows/domain/edits/operation.js';
import type { PaletteEntry } from '../../api/blocks.js';
import { lookOf } from '../../canvas/block-looks.js';
import { wordsOf } from '../../canvas/block-lines.js';
import looks from '../../canvas/canvas.module.css';
import { IconButton } from '../../parts/controls/button.js';
import { BlockForm } from '../forms/block-form.js';
import type { ActiveWorkflow } from '../forms/form-context.js';
import { nameProblem } from '../commands/names.js';
import { renameBlock } from '../commands/references.js';
import type { LastOutputs } from '../forms/values/references.js';
import type { EditorProblem } from '../problem.js';
import { NameField } from './name-field.js';
import styles from './panel.module.css';

interface BlockPanelProps {
  readonly block: Block;
  readonly entry: PaletteEntry | undefined;
  readonly document: WorkflowDocument;
  readonly workspaceId: string;
  readonly workflow: ActiveWorkflow | undefined;
  readonly problems: readonly EditorProblem[];
  readonly isReadOnly: boolean;
  /** Outputs of blocks in the run that is shown. */
  readonly lastOutputs: LastOutputs;
  /** Runs this block alone, with the values of the run that is shown; undefined when there is no such run. */
  readonly onRun: (() => void) | undefined;
  readonly onEdit: (operations: readonly DraftOperation[], label: string) => void;
  /** Adds a block to this container; undefined when it is none. */
  readonly onAddInside: (() => void) | undefined;
  /** Goes back to the block. */
  readonly onLeave: () => void;
  readonly onToggle: () => void;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
  /** What is below the fields. */
  readonly children: ReactNode;
}

/** The selected block: its name, what can be done with it, its problems and its fields. */
export function BlockPanel({
  block,
  entry,
  document,
  workspaceId,
  workflow,
  problems,
  isReadOnly,
  lastOutputs,
  onRun,
  onEdit,
  children,
  ...on
}: BlockPanelProps): ReactNode {
  const { category, Icon } = lookOf(block.type);
  const own = problems.filter(({ blockId, field }) => blockId === block.id && field === undefined);
  return (
    // Keys come from its fields; a field that takes Escape for itself keeps it.
    <section
      className={styles['block']}
      aria-label={`Block ${block.name}`}
      tabIndex={-1}
      data-panel={block.id}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) on.onLeave();
      }}
    >
      <div className={styles['head']}>
        <span className={looks['tile']} data-category={category}>
          <Icon size={14} strokeWidth={1.5} aria-hidden />
        </span>
        <div>
          <h2 dir="auto">{block.name || block.id}</h2>
          <p>{entry?.name ?? wordsOf(block.type)}</p>
        </div>
        {!isReadOnly && (
          <span className={styles['actions']}>
            {onRun !== undefined && (
              <IconButton label="Run this block only" onPress={onRun}>
                <Play size={14} strokeWidth={1.5} aria-hidden />
              </IconButton>
            )}
            {on.onAddInside !== undefined && (
              <IconButton label="Add a block inside (i)" onPress={on.onAddInside}>
                <BetweenHorizontalStart size={14} strokeWidth={1.5} aria-hidden />
              </IconButton>
            )}
            <IconButton label={block.enabled ? 'Disable' : 'Enable'} onPress={on.onToggle}>
              <Power size={14} strokeWidth={1.5} aria-hidden />
            </IconButton>
            <IconButton label="Duplicate" onPress={on.onDuplicate}>
              <Copy size={14} strokeWidth={1.5} aria-hidden />
            </IconButton>
            <IconButton label="Remove" onPress={on.onRemove}>
              <Trash2 size={14} strokeWidth={1.5} aria-hidden />
            </IconButton>
          </span>
        )}
      </div>
      {own.length > 0 && (
        <ul className={styles['problems']} aria-label="Problems of the block">
          {own.map(({ message, isWarning = false }) => (
            <li key={message} data-tone={isWarning ? 'warn' : 'bad'} dir="auto">
              {message}
            </li>
          ))}
        </ul>
      )}
      {isReadOnly ? undefined : (
        <NameField
          key={block.id}
          name={block.name}
          problemOf={(name) => nameProblem(document, block.id, name)}
          onRename={(name) => {
            const { operations, label } = renameBlock(document, block.id, name);
            onEdit(operations, label);
          }}
        />
      )}
      <BlockForm
        block={block}
        entry={entry}
        document={document}
        workspaceId={workspaceId}
        workflow={workflow}
        problems={problems}
        isReadOnly={isReadOnly}
        lastOutputs={lastOutputs}
        onEdit={onEdit}
      />
      {children}
    </section>
  );
}
