import { ReactFlowProvider } from '@xyflow/react';
import type { PresentPerson } from '@sluice/client';
import { useQuery } from '@tanstack/react-query';
import { ImageDown, LayoutGrid, Play, Plus, Redo2, Search, Undo2 } from 'lucide-react';
import { lazy, Suspense, useDeferredValue, useMemo, useRef, useState, type ReactNode } from 'react';
import { findBlock } from '../../../src/document/document.js';
import { paletteQuery } from '../api/blocks.js';
import type { WorkflowDetail } from '../api/workflow.js';
import { placedBlocks } from '../canvas/picture.js';
import { saveFile } from '../pages/audit/save-file.js';
import { Button, IconButton } from '../parts/controls/button.js';
import { Problem } from '../parts/show/problem.js';
import { Skeleton } from '../parts/show/small-parts.js';
import { Tabs } from '../parts/show/tabs.js';
import { FlowCanvas, type CanvasControl, type Selection } from './canvas/flow-canvas.js';
import { Chooser } from './chooser.js';
import { blockChoices, connectChoices, placeChoices } from './choices.js';
import { copyText } from './commands/clipboard.js';
import { newId } from './commands/command.js';
import { sourceHandles } from './commands/handles.js';
import { Conflicts } from './conflicts.js';
import { firstSelection, isNew, othersIn, present, problemCounts, refusalIn, startsFirst, useMemberNames } from './editor-facts.js';
import { FindBar } from './find-bar.js';
import { Outline } from './outline/outline.js';
import { BlockPanel } from './panel/block-panel.js';
import { ProblemsPanel } from './panel/problems-panel.js';
import { People } from './panel/people.js';
import { SaveState } from './panel/save-state.js';
import { VariablesPanel } from './panel/variables-panel.js';
import { svgPicture } from './picture/svg-picture.js';
import { useTestRun } from './runs/use-test-run.js';
import type { DraftStore } from './store/draft-store.js';
import { useClipboard } from './use-clipboard.js';
import { nothingSelected, useCommands } from './use-commands.js';
import { useDraft, useDraftStore, usePresence, useSavedEdits } from './use-draft.js';
import { useEditorKeys } from './use-editor-keys.js';
import styles from './editor.module.css';

/** Loaded when the tab is opened. */
const RunPanel = lazy(async () => ({ default: (await import('./runs/run-panel.js')).RunPanel }));

const DataPanel = lazy(async () => ({ default: (await import('./data/data-panel.js')).DataPanel }));

interface EditorProps {
  readonly workflow: WorkflowDetail;
  readonly isReadOnly: boolean;
  /** The selected block and the open tab, as the address has them. */
  readonly block: string | undefined;
  readonly tab: string | undefined;
  /** The run that the address names: its values are shown. */
  readonly run: string | undefined;
  readonly onLeaveRun: () => void;
  readonly onLook: (block: string | undefined, tab: string | undefined) => void;
  /** Further tabs of the panel. */
  readonly tabs: readonly { readonly id: string; readonly label: string; readonly content: ReactNode }[];
}

/** The draft of a workflow, to build it: outline, canvas, and the selected block. */
export function Editor(props: EditorProps): ReactNode {
  const { store, people, error, again } = useDraftStore(props.workflow.id, props.isReadOnly);
  if (error !== null)
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
      <OpenEditor {...props} store={store} people={people} />
    </ReactFlowProvider>
  );
}

function OpenEditor({
  workflow,
  isReadOnly: mayNotWrite,
  block: blockId,
  tab,
  run: openedRun,
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
  const [chosen, setChosen] = useState(() => firstSelection(document, blockId));
  const selection = useMemo(() => present(chosen, document), [chosen, document]);
  const problems = useMemo(() => problemCounts(draft.problems), [draft.problems]);
  const canvas = useRef<CanvasControl>(null);
  const [isFinding, setFinding] = useState(false);
  const onSelect = (next: Selection): void => {
    setChosen(next);
    const shown = next.blocks.size === 1 ? [...next.blocks][0] : undefined;
    // The outputs of a run are read block by block; a block that was just added is filled in.
    const isNewHere = shown !== undefined && !Object.hasOwn(document.blocks, shown);
    if (shown !== blockId) onLook(shown, (tab === 'run' || tab === 'data') && !isNewHere ? tab : shown === undefined ? undefined : 'block');
  };
  const commands = useCommands({ store, document, placed, palette, selection, canvas, onSelect }, !isReadOnly && isNew(document));
  const select = (id: string, isMore: boolean): void => {
    onSelect({ blocks: new Set(isMore ? [...selection.blocks, id] : [id]), edges: new Set() });
    canvas.current?.reveal(id);
  };
  const fold = (id: string): void =>
    setFolded((now) => (now.has(id) ? new Set([...now].filter((each) => each !== id)) : new Set([...now, id])));
  const last = [...selection.blocks].at(-1);
  usePresence(workflow.id, client, last);
  const runs = useTestRun({ workflow, store, document, isReadOnly: mayNotWrite, opened: openedRun, onLeave: onLeaveRun });
  const runAll = (): void => {
    onLook(blockId, 'run');
    runs.start();
  };
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
  const nameOf = useMemberNames(workflow.workspaceId);
  const block = last === undefined || selection.blocks.size > 1 ? undefined : findBlock(document.blocks, last);
  const later = useDeferredValue(document);
  const errors = draft.problems.filter(({ isWarning }) => isWarning !== true).length;
  const shownTabs = [
    {
      id: 'block',
      label: 'Block',
      content:
        block === undefined ? (
          <p className={styles['muted']}>
            {selection.blocks.size > 1 ? `${selection.blocks.size} blocks are selected.` : 'Select a block to see its fields.'}
          </p>
        ) : (
          <BlockPanel
            block={block}
            entry={palette.get(block.type)}
            document={document}
            workspaceId={workflow.workspaceId}
            problems={draft.problems}
            isReadOnly={isReadOnly}
            onEdit={(operations, label) => store.edit(operations, label)}
            onToggle={commands.toggle}
            onDuplicate={commands.duplicate}
            onRemove={commands.remove}
          />
        ),
    },
    ...(mayNotWrite
      ? []
      : [
          {
            id: 'run',
            label: 'Run',
            content: (
              <Suspense fallback={<Skeleton width="60%" />}>
                <RunPanel runs={runs} document={document} block={block} onSelect={(id) => select(id, false)} onEdit={commands.run} />
              </Suspense>
            ),
          },
        ]),
    ...(mayNotWrite && openedRun === undefined
      ? []
      : [
          {
            id: 'data',
            label: 'Data',
            content: (
              <Suspense fallback={<Skeleton width="60%" />}>
                <DataPanel
                  runs={runs}
                  block={block}
                  isReadOnly={isReadOnly}
                  onEdit={(operations, label) => store.edit(operations, label)}
                  onSelect={(id) => select(id, false)}
                />
              </Suspense>
            ),
          },
        ]),
    {
      id: 'problems',
      label: 'Problems',
      count: errors,
      content: <ProblemsPanel problems={draft.problems} onGo={(problem) => goTo(problem.blockId, document.edges, problem.edgeId)} />,
    },
    {
      id: 'variables',
      label: 'Variables',
      content: <VariablesPanel document={document} isReadOnly={isReadOnly} onEdit={(operations, label) => store.edit(operations, label)} />,
    },
    ...tabs,
  ];
  const goTo = (id: string | undefined, edges: typeof document.edges, edgeId?: string): void => {
    if (id !== undefined) return select(id, false);
    const edge = edges.find((each) => each.id === edgeId);
    if (edge === undefined) return;
    onSelect({ blocks: new Set(), edges: new Set([edge.id]) });
    canvas.current?.reveal(edge.source);
  };
  const current = shownTabs.some(({ id }) => id === tab) ? (tab ?? 'block') : 'block';
  const undone = draft.undo.at(-1)?.label;
  const redone = draft.redo.at(-1)?.label;
  const source = commands.choosing?.kind === 'connect' ? findBlock(document.blocks, commands.choosing.from) : undefined;
  return (
    <div className={styles['editor']}>
      <div className={styles['side']}>
        <div className={styles['side-head']}>
          <h2>Outline</h2>
          {!isReadOnly && (
            <IconButton label="Add a block" onPress={() => open({ kind: 'insert' })}>
              <Plus size={16} strokeWidth={1.5} aria-hidden />
            </IconButton>
          )}
        </div>
        <Outline document={later} folded={folded} selected={selection.blocks} problems={problems} onSelect={select} onFold={fold} />
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
          problems={problems}
          people={others.byBlock}
          states={runs.states}
          selection={selection}
          isReadOnly={isReadOnly}
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
            <IconButton
              label="Save as a picture"
              isDisabled={placed.length === 0}
              onPress={() => saveFile(new Blob([svgPicture(placed, document.edges)], { type: 'image/svg+xml' }), `${workflow.name}.svg`)}
            >
              <ImageDown size={16} strokeWidth={1.5} aria-hidden />
            </IconButton>
            <SaveState draft={draft} isReadOnly={mayNotWrite} />
            <People names={others.names} />
          </div>
        </FlowCanvas>
      </div>
      <aside className={styles['panel']} aria-label="About the workflow">
        <Tabs label="About the workflow" selected={current} onSelect={(next) => onLook(blockId, next)} tabs={shownTabs} />
      </aside>
      {commands.choosing?.kind === 'insert' && entries !== undefined && (
        <Chooser
          title="Add a block"
          placeholder={placed.length === 0 ? 'Choose how runs start…' : 'Find a block by its name or by what it does…'}
          none="No block of this server has this name."
          sections={
            placed.length === 0 ? startsFirst(blockChoices(entries, false)) : blockChoices(entries, commands.choosing.place !== undefined)
          }
          onChoose={(type) => {
            const entry = palette.get(type);
            if (entry !== undefined) commands.insert(entry, commands.choosing?.kind === 'insert' ? commands.choosing.place : undefined);
          }}
          onClose={() => open(undefined)}
        />
      )}
      {source !== undefined && (
        <Chooser
          title={`Connect ${source.name}`}
          placeholder="Find the block that comes next…"
          none="No block can come next: the others lead here, or are in another container."
          sections={connectChoices(document, source.id, palette)}
          onChoose={(choice) => {
            const [index = '', ...target] = choice.split(':');
            const handle = sourceHandles(source, palette.get(source.type))[Number(index)];
            if (handle !== undefined) commands.connect({ source: source.id, sourceHandle: handle.id, target: target.join(':') });
          }}
          onClose={() => open(undefined)}
        />
      )}
      {commands.choosing?.kind === 'go' && (
        <Chooser
          title="Go to a block"
          placeholder="Find a block of this workflow…"
          none="No block has this name."
          sections={placeChoices(document)}
          onChoose={(id) => {
            select(id, false);
            canvas.current?.focus(id);
          }}
          onClose={() => open(undefined)}
        />
      )}
    </div>
  );
}
