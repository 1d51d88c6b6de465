import { lazy, Suspense, useMemo, type ComponentProps, type ReactNode } from 'react';
import { isContainer } from '../../../../src/document/block-roles.js';
import type { Block } from '../../../../src/document/document.js';
import type { WorkflowDetail } from '../../api/workflow.js';
import type { Tabs } from '../../parts/show/tabs.js';
import { Skeleton } from '../../parts/show/small-parts.js';
import type { Palette } from '../commands/insert.js';
import { lastOutputsOf, mayRunAlone } from '../runs/last-outputs.js';
import type { TestRuns } from '../runs/use-test-run.js';
import type { DraftSnapshot, DraftStore } from '../store/draft-store.js';
import type { Commands } from '../use-commands.js';
import { BlockPanel } from './block-panel.js';
import { ProblemsPanel } from './problems-panel.js';
import { SelectionPanel } from './selection-panel.js';
import { WorkflowPanel } from './workflow-panel.js';
import styles from '../editor.module.css';

/** Loaded when the tab is opened. */
const RunPanel = lazy(async () => ({ default: (await import('../runs/run-panel.js')).RunPanel }));

const DataPanel = lazy(async () => ({ default: (await import('../data/data-panel.js')).DataPanel }));

type Tab = ComponentProps<typeof Tabs>['tabs'][number];

interface PanelProps {
  readonly workflow: WorkflowDetail;
  readonly store: DraftStore;
  readonly draft: DraftSnapshot;
  readonly palette: Palette;
  readonly commands: Commands;
  readonly runs: TestRuns;
  /** The one that is selected; undefined when there is none, and when there are several. */
  readonly block: Block | undefined;
  /** How many blocks are selected. */
  readonly count: number;
  readonly isReadOnly: boolean;
  readonly mayNotWrite: boolean;
  /** Whether the address names a run. */
  readonly hasRun: boolean;
  readonly onSelect: (blockId: string) => void;
  readonly onProblem: ComponentProps<typeof ProblemsPanel>['onGo'];
  /** Runs one block. */
  readonly onRun: (blockId: string) => void;
  /** Back to the block on the canvas. */
  readonly onLeave: (blockId: string) => void;
}

/** The tabs about what is selected, its runs, and the draft as a whole. */
export function editorTabs(props: PanelProps): readonly Tab[] {
  const { draft, store, runs, block, isReadOnly, mayNotWrite, hasRun, commands, onSelect, onProblem } = props;
  const { document, problems } = draft;
  const onEdit: ComponentProps<typeof WorkflowPanel>['onEdit'] = (operations, label) => store.edit(operations, label);
  return [
    { id: 'block', label: 'Block', content: <SelectedPanel {...props} /> },
    mayNotWrite
      ? undefined
      : late('run', 'Run', <RunPanel runs={runs} document={document} block={block} onSelect={onSelect} onEdit={commands.run} />),
    mayNotWrite && !hasRun
      ? undefined
      : late('data', 'Data', <DataPanel runs={runs} block={block} isReadOnly={isReadOnly} onEdit={onEdit} onSelect={onSelect} />),
    {
      id: 'problems',
      label: 'Problems',
      count: problems.filter(({ isWarning }) => isWarning !== true).length,
      content: <ProblemsPanel problems={problems} onGo={onProblem} />,
    },
    { id: 'variables', label: 'Workflow', content: <WorkflowPanel document={document} isReadOnly={isReadOnly} onEdit={onEdit} /> },
  ].filter((tab) => tab !== undefined);
}

function late(id: string, label: string, content: ReactNode): Tab {
  return { id, label, content: <Suspense fallback={<Skeleton width="60%" />}>{content}</Suspense> };
}

function SelectedPanel(props: PanelProps): ReactNode {
  const { workflow, store, draft, palette, commands, runs, block, count, isReadOnly, onRun, onLeave } = props;
  const lastOutputs = useMemo(() => lastOutputsOf(runs.run?.blocks ?? []), [runs.run?.blocks]);
  const { id, activeVersion, workspaceId } = workflow;
  const active = useMemo(
    () => (typeof activeVersion === 'number' ? { workflowId: id, version: activeVersion } : undefined),
    [id, activeVersion],
  );
  if (count > 1)
    return <SelectionPanel count={count} isReadOnly={isReadOnly} onAlign={commands.align} onDistribute={commands.distribute} />;
  if (block === undefined) return <p className={styles['muted']}>Select a block to see its fields.</p>;
  return (
    <BlockPanel
      block={block}
      entry={palette.get(block.type)}
      document={draft.document}
      workspaceId={workspaceId}
      workflow={active}
      problems={draft.problems}
      isReadOnly={isReadOnly}
      lastOutputs={lastOutputs}
      onRun={mayRunAlone(runs.run, block.id) ? () => onRun(block.id) : undefined}
      onEdit={(operations, label) => store.edit(operations, label)}
      onAddInside={isContainer(block) ? () => commands.insertInside(block.id) : undefined}
      onLeave={() => onLeave(block.id)}
      onToggle={commands.toggle}
      onDuplicate={commands.duplicate}
      onRemove={commands.remove}
    />
  );
}
