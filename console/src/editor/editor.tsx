import { ReactFlowProvider } from '@xyflow/react';
import type { PresentPerson } from '@sluice/client';
import { useQuery } from '@tanstack/react-query';
import { LayoutGrid, Play, Plus, Redo2, Search, Undo2 } from 'lucide-react';
import { useDeferredValue, useMemo, useRef, useState, type ReactNode } from 'react';
import { isContainer } from '../../../src/document/block-roles.js';
import { findBlock } from '../../../src/document/document.js';
import { paletteQuery } from '../api/blocks.js';
import type { WorkflowDetail } from '../api/workflow.js';
import type { PlaceChange, WorkflowViewSearch } from '../pages/workflow/workflow-view-search.js';
import { placedBlocks } from '../canvas/picture.js';
import { Button, IconButton } from '../parts/controls/button.js';
import { lazyPart } from '../parts/lazy-part.js';
import { Problem } from '../parts/show/problem.js';
import { Skeleton } from '../parts/show/small-parts.js';
import { Tabs } from '../parts/show/tabs.js';
import { useAwaitedFocus } from '../parts/use-awaited-focus.js';
import { FlowCanvas, type CanvasControl } from './canvas/flow-canvas.js';
import type { Selection } from './canvas/selection.js';
import { viewIn, viewText } from './canvas/window/view-text.js';
import { copyText } from './commands/clipboard.js';
import { newId } from '../api/new-id.js';
import { Choosers } from './choosers.js';
import { Conflicts } from './conflicts.js';
import { firstSelection, isNew, present, refusalIn, useMemberNames, useSelectionInAddress } from './editor-facts.js';
import { SeenDraftContext } from './forms/use-typed.js';
import { FindBar } from './find-bar.js';
import { Outline } from './outline/outline.js';
import { BlockPanel } from './panel/block-panel.js';
import { Connections } from './panel/connections.js';
import { ProblemsPanel } from './panel/problems-panel.js';
import { othersIn } from './panel/others-in.js';
import { People } from './panel/people.js';
import { SelectionPanel } from './panel/selection-panel.js';
import { SaveState } from './panel/save-state.js';
import { WorkflowPanel } from './panel/workflow-panel.js';
import { PictureMenu } from './picture/picture-menu.js';
import { faultsOf } from './problem.js';
import { lastOutputsOf, mayRunAlone } from './runs/last-outputs.js';
import { RunOutcome } from './runs/run-outcome.js';
import { useTestRun } from './runs/use-test-run.js';
import type { DraftStore } from './store/draft-store.js';
import { useClipboard } from './use-clipboard.js';
import { nothingSelected, useCommands } from './use-commands.js';
import { useDraft, useDraftStore, usePresence, useSavedEdits } from './use-draft.js';
import { useEditorKeys } from './use-editor-keys.js';
import styles from './editor.module.css';

/** Loaded when the tab is opened. */
const RunPanel = lazyPart(async () => (await import('./runs/run-panel.js')).RunPanel);

const DataPanel = lazyPart(async () => (await import('./data/data-panel.js')).DataPanel);

const TimeSlider = lazyPart(async () => (await import('../pages/run/time-slider.js')).TimeSlider);

interface EditorProps {
  readonly workflow: WorkflowDetail;
  readonly isReadOnly: boolean;
  /** What is in view, as the address has it. */
  readonly place: WorkflowViewSearch;
  readonly onLeaveRun: () => void;
  readonly onLook: (change: PlaceChange) => void;
  /** Further tabs of the panel. */
  readonly tabs: readonly { readonly id: string; readonly label: string; readonly content: ReactNode }[];
}

/** The draft of a workflow, to build it: outline, canvas, and the selected block. */
export function Editor(props: EditorProps): ReactNode {
  const { store, people, error, again } = useDraftStore(props.workflow.id, props.isReadOnly);
  // An open draft stays open when reading it again fails.
  if (store === undefined && error !== null)
    return (
      <div className={styles['notice']}>
        <Problem error={error} onRetry={again} />
      </div>
    );
  if (store === undefined)
    return (
      <div className={styles['notice']}>
        <Skeleton width="40%" />
      </div>
    );
  return (
    <ReactFlowProvider>
      <SeenDraftContext value={store}>
        <OpenEditor {...props} store={store} people={people} />
      </SeenDraftContext>
    </ReactFlowProvider>
  );
}

function OpenEditor({
  workflow,
  isReadOnly: mayNotWrite,
  place: { block: blockId, tab, run: openedRun, at, select: selectedIds, view },
  onLeaveRun,
  onLook,
  tabs,
  store,
  people,
}: EditorProps & { readonly store: DraftStore; readonly people: readonly PresentPerson[] }): ReactNode {
  const draft = useDraft(store);
  useSavedEdits(workflow.id, draft);
  const [client] = useState(() => newId());
  const others = useMemo(() => othersIn(people, client), [people, client]);
  const { document } = draft;
  const isReadOnly = mayNotWrite || draft.saving === 'ended';
  const entries = useQuery(paletteQuery).data;
  const palette = useMemo(() => new Map(entries?.map((entry) => [entry.type, entry])), [entries]);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const placed = useMemo(() => placedBlocks(document, folded), [document, folded]);
  const [chosen, setChosen] = useState(() => firstSelection(document, blockId, selectedIds));
  const selection = useMemo(() => present(chosen, document), [chosen, document]);
  const faults = useMemo(() => faultsOf(draft.problems), [draft.problems]);
  const canvas = useRef<CanvasControl>(null);
  const panel = useRef<HTMLElement>(null);
  const { focus: focusPanel } = useAwaitedFocus(panel, 'data-panel');
  const { focus: focusFields } = useAwaitedFocus(panel, 'data-panel', 'input:enabled');
  const [isFinding, setFinding] = useState(false);
  const onSelect = (next: Selection): void => {
    setChosen(next);
    const shown = next.blocks.size === 1 ? [...next.blocks][0] : undefined;
    // The outputs of a run are read block by block; a block that was just added is filled in.
    const isNewHere = shown !== undefined && !Object.hasOwn(document.blocks, shown);
    const isKept = (tab === 'run' || tab === 'data') && !isNewHere;
    if (shown !== blockId) onLook({ block: shown, tab: isKept ? tab : shown === undefined ? undefined : 'block' });
  };
  useSelectionInAddress(selection.blocks, selectedIds, (select) => onLook({ select }));
  const commands = useCommands({ store, document, placed, palette, selection, canvas, onSelect }, !isReadOnly && isNew(document));
  const select = (id: string, isMore: boolean): void => {
    onSelect({ blocks: new Set(isMore ? [...selection.blocks, id] : [id]), edges: new Set() });
    canvas.current?.reveal(id);
  };
  const fold = (id: string): void =>
    setFolded((now) => (now.has(id) ? new Set([...now].filter((each) => each !== id)) : new Set([...now, id])));
  const last = [...selection.blocks].at(-1);
  usePresence(workflow.id, client, last);
  const runs = useTestRun({
    workflow,
    store,
    document,
    isReadOnly: mayNotWrite,
    opened: openedRun,
    at,
    onMoment: (next) => onLook({ at: next }),
    onLeave: onLeaveRun,
  });
  const runAll = (): void => {
    onLook({ tab: 'run' });
    runs.start();
  };
  const runAlone = (id: string): void => {
    onLook({ tab: 'run' });
    runs.start({ from: id, until: id });
  };
  const lastOutputs = useMemo(() => lastOutputsOf(runs.run?.blocks ?? []), [runs.run?.blocks]);
  const open = (choosing: Parameters<typeof commands.setChoosing>[0]): void => commands.setChoosing(choosing);
  useEditorKeys(
    {
      insert: () => {
        const [edge] = selection.edges;
        if (selection.blocks.size === 0 && edge !== undefined) commands.split(edge);
        else open({ kind: 'insert' });
      },
      connect: () => {
        if (last !== undefined) open({ kind: 'connect', from: last });
      },
      insertInside: () => {
        if (last !== undefined) commands.insertInside(last);
      },
      moveInto: () => {
        if (selection.blocks.size > 0) open({ kind: 'move' });
      },
      edit: () => {
        if (last === undefined) return;
        onLook({ tab: 'block' });
        focusFields(last);
      },
      goTo: () => open({ kind: 'go' }),
      find: () => setFinding(true),
      remove: commands.remove,
      duplicate: commands.duplicate,
      undo: () => store.undo(),
      redo: () => store.redo(),
      selectAll: () => onSelect({ blocks: new Set(placed.map(({ block }) => block.id)), edges: new Set() }),
      layOut: commands.layOut,
      clear: () => onSelect(nothingSelected),
      toggle: commands.toggle,
      move: (x, y) => commands.move({ x, y }),
      walk: commands.walk,
      zoomBy: (factor) => canvas.current?.zoomBy(factor),
      fit: () => canvas.current?.fit(),
      run: runAll,
    },
    isReadOnly,
  );
  useClipboard({
    copy: () => (selection.blocks.size === 0 ? undefined : copyText(document, selection.blocks)),
    cut: isReadOnly ? undefined : commands.remove,
    paste: isReadOnly ? undefined : commands.paste,
  });
  const nameOf = useMemberNames(workflow.workspaceId, people);
  const block = last === undefined || selection.blocks.size > 1 ? undefined : findBlock(document.blocks, last);
  const { activeVersion } = workflow;
  const active = useMemo(
    () => (typeof activeVersion === 'number' ? { workflowId: workflow.id, version: activeVersion } : undefined),
    [workflow.id, activeVersion],
  );
  const later = useDeferredValue(document);
  const goToEdge = (id: string | undefined): void => {
    const edge = document.edges.find((each) => each.id === id);
    if (edge === undefined) return;
    onSelect({ blocks: new Set(), edges: new Set([edge.id]) });
    canvas.current?.reveal(edge.source);
  };
  const shownTabs = [
    {
      id: 'block',
      label: 'Block',
      content:
        selection.blocks.size > 1 ? (
          <SelectionPanel
            count={selection.blocks.size}
            isReadOnly={isReadOnly}
            onAlign={commands.align}
            onDistribute={commands.distribute}
          />
        ) : block === undefined ? (
          <p className={styles['muted']}>Select a block to see its fields.</p>
        ) : (
          <BlockPanel
            block={block}
            entry={palette.get(block.type)}
            document={document}
            workspaceId={workflow.workspaceId}
            workflow={active}
            problems={draft.problems}
            isReadOnly={isReadOnly}
            lastOutputs={lastOutputs}
            onRun={mayRunAlone(runs.run, block.id) ? () => runAlone(block.id) : undefined}
            onEdit={(operations, label) => store.edit(operations, label)}
            onAddInside={isContainer(block) ? () => commands.insertInside(block.id) : undefined}
            onLeave={() => canvas.current?.focus(block.id)}
            onToggle={commands.toggle}
            onDuplicate={commands.duplicate}
            onRemove={commands.remove}
          >
            <Connections
              block={block}
              document={document}
              palette={palette}
              isReadOnly={isReadOnly}
              onGo={(id) => select(id, false)}
              onRemove={(id) => store.edit([{ op: 'remove-edge', id }], 'Remove a connection')}
              onConnect={() => open({ kind: 'connect', from: block.id })}
              onMove={commands.moveTargets.length > 0 ? () => open({ kind: 'move' }) : undefined}
            />
          </BlockPanel>
        ),
    },
    ...(mayNotWrite
      ? []
      : [
          {
            id: 'run',
            label: 'Run',
            content: <RunPanel runs={runs} document={document} block={block} onSelect={(id) => select(id, false)} onEdit={commands.run} />,
          },
        ]),
    ...(mayNotWrite && openedRun === undefined
      ? []
      : [
          {
            id: 'data',
            label: 'Data',
            content: (
              <DataPanel
                runs={runs}
                block={block}
                isReadOnly={isReadOnly}
                onEdit={(operations, label) => store.edit(operations, label)}
                onSelect={(id) => select(id, false)}
              />
            ),
          },
        ]),
    {
      id: 'problems',
      label: 'Problems',
      count: draft.problems.length,
      content: (
        <ProblemsPanel
          problems={draft.problems}
          onGo={({ blockId: id, edgeId }) => {
            if (id === undefined) return goToEdge(edgeId);
            if (id === blockId) onLook({ tab: 'block' });
            else select(id, false);
            focusPanel(id);
          }}
        />
      ),
    },
    {
      id: 'variables',
      label: 'Workflow',
      content: <WorkflowPanel document={document} isReadOnly={isReadOnly} onEdit={(operations, label) => store.edit(operations, label)} />,
    },
    ...tabs,
  ];
  const current = shownTabs.some(({ id }) => id === tab) ? (tab ?? 'block') : 'block';
  const undone = draft.undo.at(-1)?.label;
  const redone = draft.redo.at(-1)?.label;
  const goToBlock = (id: string): void => {
    select(id, false);
    canvas.current?.focus(id);
  };
  return (
    <div className={styles['editor']}>
      <RunOutcome run={runs.run} document={document} />
      <div className={styles['side']}>
        <div className={styles['side-head']}>
          <h2>Outline</h2>
          {!isReadOnly && (
            <IconButton label="Add a block" onPress={() => open({ kind: 'insert' })}>
              <Plus size={16} strokeWidth={1.5} aria-hidden />
            </IconButton>
          )}
        </div>
        <Outline document={later} folded={folded} selected={selection.blocks} faults={faults} onSelect={select} onFold={fold} />
      </div>
      <div className={styles['stage']}>
        <Conflicts store={store} draft={draft} nameOf={nameOf} />
        {isFinding && (
          <FindBar
            document={document}
            isReadOnly={isReadOnly}
            onGo={(id) => select(id, false)}
            onReplace={commands.run}
            onClose={() => setFinding(false)}
          />
        )}
        <FlowCanvas
          ref={canvas}
          document={document}
          placed={placed}
          palette={palette}
          faults={faults}
          people={others.byBlock}
          states={runs.states}
          selection={selection}
          isReadOnly={isReadOnly}
          firstView={viewIn(view)}
          onView={(next) => onLook({ view: viewText(next) })}
          onSelect={onSelect}
          onFold={fold}
          onMoved={commands.moved}
          onConnect={({ source: from, sourceHandle, target }, instead) =>
            commands.connect({ source: from, sourceHandle: sourceHandle ?? 'source', target }, instead)
          }
          onDropped={commands.dropped}
          onSplit={commands.split}
          refusal={refusalIn(document)}
        >
          {commands.refused !== undefined && (
            <p className={styles['refused']} role="alert">
              {commands.refused}
            </p>
          )}
          {placed.length === 0 && (
            <p className={styles['empty']}>
              {isReadOnly ? 'The draft has no block yet.' : 'The draft has no block yet. Press / to add a Start block.'}
            </p>
          )}
          {!mayNotWrite && (
            <div className={styles['run']}>
              <Button look="primary" isPending={runs.isStarting} onPress={runAll}>
                <Play size={14} strokeWidth={1.5} aria-hidden />
                Run
              </Button>
            </div>
          )}
          <div className={styles['bar']}>
            {!isReadOnly && (
              <>
                <IconButton label="Add a block (/)" onPress={() => open({ kind: 'insert' })}>
                  <Plus size={16} strokeWidth={1.5} aria-hidden />
                </IconButton>
                <IconButton
                  label={undone === undefined ? 'Undo' : `Undo: ${undone}`}
                  isDisabled={undone === undefined}
                  onPress={() => store.undo()}
                >
                  <Undo2 size={16} strokeWidth={1.5} aria-hidden />
                </IconButton>
                <IconButton
                  label={redone === undefined ? 'Redo' : `Redo: ${redone}`}
                  isDisabled={redone === undefined}
                  onPress={() => store.redo()}
                >
                  <Redo2 size={16} strokeWidth={1.5} aria-hidden />
                </IconButton>
                <IconButton label="Lay out (l)" onPress={commands.layOut}>
                  <LayoutGrid size={16} strokeWidth={1.5} aria-hidden />
                </IconButton>
              </>
            )}
            <IconButton label="Find" onPress={() => setFinding(true)}>
              <Search size={16} strokeWidth={1.5} aria-hidden />
            </IconButton>
            <PictureMenu placed={placed} edges={document.edges} name={workflow.name} onRefused={commands.refuse} />
            <SaveState draft={draft} isReadOnly={mayNotWrite} />
            <People names={others.names} />
          </div>
        </FlowCanvas>
      </div>
      <aside ref={panel} className={styles['panel']} aria-label="About the workflow">
        <Tabs label="About the workflow" selected={current} onSelect={(next) => onLook({ tab: next })} tabs={shownTabs} />
        {runs.run !== undefined && runs.moment !== undefined && (
          <TimeSlider events={runs.run.events} at={runs.moment} isFocused={false} onMove={runs.setMoment} />
        )}
      </aside>
      {entries !== undefined && (
        <Choosers commands={commands} document={document} placed={placed} entries={entries} palette={palette} onGo={goToBlock} />
      )}
    </div>
  );
}
