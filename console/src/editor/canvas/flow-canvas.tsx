import {
  Background,
  ReactFlow,
  useReactFlow,
  ViewportPortal,
  type Connection,
  type EdgeChange,
  type FinalConnectionState,
  type NodeChange,
  type Viewport,
} from '@xyflow/react';
import { useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState, type ReactNode, type Ref } from 'react';
import type { Edge, WorkflowDocument } from '../../../../src/document/document.js';
import type { BlockState } from '../../canvas/canvas-block.js';
import type { PlacedBlock, Point } from '../../canvas/picture.js';
import { useAwaitedFocus } from '../../parts/use-awaited-focus.js';
import type { Palette } from '../commands/insert.js';
import type { Faults } from '../problem.js';
import { BlockActionsContext, BlockNodeView } from './block-node.js';
import { GuideLines } from './drag/guide-lines.js';
import { useDrag } from './drag/use-drag.js';
import { Elements, type BlockNode, type WireEdge } from './elements.js';
import { withChanges, type Selection } from './selection.js';
import { useBlockActions } from './use-block-actions.js';
import { meets, type Area } from './window/culling.js';
import { drawMap, drawOverview } from './window/overview.js';
import { SmallMap } from './window/small-map.js';
import { useWindow } from './window/use-window.js';
import { leastZoom } from './window/view-text.js';
import { ZoomBar } from './window/zoom-bar.js';
import { SplitContext, Wire } from './wire.js';
import './library.css';
import styles from './flow.module.css';

/** What the editor asks of the canvas. */
export interface CanvasControl {
  fit(): void;
  zoomBy(factor: number): void;
  reveal(blockId: string): void;
  focus(blockId: string): void;
  /** The middle of the window, in the plane. */
  middle(): Point;
  area(): Area;
}

interface FlowCanvasProps {
  readonly ref: Ref<CanvasControl>;
  readonly document: WorkflowDocument;
  readonly placed: readonly PlacedBlock[];
  readonly palette: Palette;
  readonly faults: ReadonlyMap<string, Faults>;
  readonly people: ReadonlyMap<string, readonly string[]>;
  /** What the test run has done with blocks, by their ids. */
  readonly states: ReadonlyMap<string, BlockState>;
  readonly selection: Selection;
  readonly isReadOnly: boolean;
  readonly children?: ReactNode;
  /** The part of the plane that is shown first; absent: all blocks, if they can be read. */
  readonly firstView: Viewport | undefined;
  /** The user has moved the window and pauses. */
  readonly onView: (view: Viewport) => void;
  readonly onSelect: (selection: Selection) => void;
  readonly onFold: (id: string) => void;
  readonly onMoved: (ids: ReadonlySet<string>, by: Point, at: Point) => void;
  readonly onConnect: (connection: Connection, instead?: Edge) => void;
  /** A wire was dropped on the ground. */
  readonly onDropped: (from: { readonly blockId: string; readonly handle: string }, at: Point) => void;
  readonly onSplit: (edgeId: string) => void;
  /** Why a connection is not possible; undefined when it is. */
  readonly refusal: (connection: Connection) => string | undefined;
}

const nodeTypes = { block: BlockNodeView };
const edgeTypes = { wire: Wire };
/** A mouse that moves so many pixels while it is pressed still clicks, and drags nothing. */
const stillClick = 3;
const farZoom = 0.4;
/** So many blocks are drawn as they are from any distance. */
const fewBlocks = 60;
const hidden = { hideAttribution: true };
const selectionKeys = ['Meta', 'Control', 'Shift'];

/** The draft on a canvas. The library gets only what is in the window; from far away a 2D canvas draws everything. */
export function FlowCanvas({
  ref,
  document: workflow,
  placed,
  palette,
  faults,
  people,
  states,
  selection,
  isReadOnly,
  children,
  firstView,
  ...on
}: FlowCanvasProps): ReactNode {
  const flow = useReactFlow<BlockNode, WireEdge>();
  const shown = useWindow({
    placed,
    firstView,
    firstBlock: [...selection.blocks].at(-1),
    onView: on.onView,
    setViewport: (next) => void flow.setViewport(next),
  });
  const { box, view, size, painter, window, zoom } = shown;
  const [elements] = useState(() => new Elements());
  const { dragged, guides, ...drag } = useDrag({
    placed,
    workflow,
    window,
    view,
    toPlane: (at) => flow.screenToFlowPosition(at),
    onMoved: on.onMoved,
  });
  const [refused, setRefused] = useState<string>();
  const isFar = zoom < farZoom && placed.length > fewBlocks;
  const overview = useRef<HTMLCanvasElement>(null);
  const map = useRef<HTMLCanvasElement>(null);
  const mapView = useRef<Viewport>({ x: 0, y: 0, zoom: 1 });
  const [first] = placed;
  const tabStop = placed.some(({ block }) => selection.blocks.has(block.id)) ? [...selection.blocks].at(-1) : first?.block.id;
  const [frame, setFrame] = useState(0);
  const { nodes, edges, isMore } = useMemo(
    () =>
      elements.of({
        placed,
        edges: workflow.edges,
        palette,
        faults,
        people,
        states,
        window,
        selected: selection.blocks,
        selectedEdges: selection.edges,
        tabStop,
        dragged,
        isReadOnly,
        isFar,
      }),
    // Another frame draws more of the same.
    [frame, elements, placed, workflow.edges, palette, faults, people, states, window, selection, tabStop, dragged, isReadOnly, isFar],
  );
  useEffect(() => {
    if (!isMore) return undefined;
    const next = requestAnimationFrame(() => setFrame(frame + 1));
    return () => cancelAnimationFrame(next);
  }, [isMore, frame]);
  useLayoutEffect(() => {
    painter.current = () => {
      if (overview.current !== null) {
        drawOverview(overview.current, { placed, edges: workflow.edges, selected: selection.blocks, dragged }, view.current);
      }
      if (map.current !== null) mapView.current = drawMap(map.current, placed, view.current, size.current);
    };
    painter.current();
  });
  const awaitedFocus = useAwaitedFocus(box, 'data-block');
  useImperativeHandle(ref, () => ({
    fit: shown.showAll,
    zoomBy: shown.zoomBy,
    reveal: shown.reveal,
    area: shown.area,
    focus(id) {
      shown.reveal(id);
      awaitedFocus.focus(id);
    },
    middle() {
      const { x, y, width, height } = shown.area();
      return { x: x + width / 2 - 110, y: y + height / 2 - 22 };
    },
  }));
  useEffect(() => {
    if (refused === undefined) return undefined;
    const timer = setTimeout(() => setRefused(undefined), 5000);
    return () => clearTimeout(timer);
  }, [refused]);
  // The library reports blocks and edges one after the other, before the page is drawn again.
  const latest = useRef(selection);
  useLayoutEffect(() => {
    latest.current = selection;
  });
  const select = (part: keyof Selection, changes: readonly (NodeChange<BlockNode> | EdgeChange<WireEdge>)[]): void => {
    const selects = changes.filter((change) => change.type === 'select');
    if (selects.length === 0) return;
    latest.current = { ...latest.current, [part]: withChanges(latest.current[part], selects) };
    on.onSelect(latest.current);
  };
  const onNodesChange = (changes: NodeChange<BlockNode>[]): void => {
    drag.onChanges(changes);
    select('blocks', changes);
  };
  const onConnectEnd = (event: MouseEvent | TouchEvent, { toNode, fromNode, fromHandle, isValid }: FinalConnectionState): void => {
    const touch = 'changedTouches' in event ? event.changedTouches[0] : event;
    if (isValid === true || fromNode === null || fromHandle?.type !== 'source') return;
    if (toNode !== null) {
      const { id: source } = fromNode;
      setRefused(on.refusal({ source, sourceHandle: fromHandle.id ?? 'source', target: toNode.id, targetHandle: 'target' }));
      return;
    }
    const at = flow.screenToFlowPosition({ x: touch?.clientX ?? 0, y: touch?.clientY ?? 0 });
    on.onDropped({ blockId: fromNode.id, handle: fromHandle.id ?? 'source' }, at);
  };
  const actions = useBlockActions({ onFold: on.onFold, isReadOnly, selection, onSelect: on.onSelect });
  return (
    <div ref={box} className={styles['flow']} role="group" aria-label="Draft" data-far={isFar || undefined}>
      <BlockActionsContext value={actions}>
        <SplitContext value={isReadOnly ? undefined : on.onSplit}>
          <ReactFlow<BlockNode, WireEdge>
            nodes={nodes}
            edges={edges}
            nodeTypes={nodeTypes}
            edgeTypes={edgeTypes}
            minZoom={leastZoom}
            maxZoom={2}
            panOnScroll
            zoomOnDoubleClick={false}
            nodesFocusable={false}
            edgesFocusable={false}
            disableKeyboardA11y
            deleteKeyCode={null}
            selectionKeyCode="Shift"
            multiSelectionKeyCode={selectionKeys}
            nodesConnectable={!isReadOnly}
            elevateNodesOnSelect={false}
            nodeDragThreshold={stillClick}
            nodeClickDistance={stillClick}
            paneClickDistance={stillClick}
            connectionRadius={24}
            proOptions={hidden}
            onPaneClick={(event) => {
              const { x, y } = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
              const hit = isFar ? placed.findLast((each) => meets(each, { x, y, width: 1, height: 1 })) : undefined;
              on.onSelect({ blocks: new Set(hit === undefined ? [] : [hit.block.id]), edges: new Set() });
            }}
            onMove={(event, next) => {
              shown.onMove(next);
              if (event !== null) shown.tellLater();
            }}
            onNodesChange={onNodesChange}
            onEdgesChange={(changes) => select('edges', changes)}
            onNodeDragStart={drag.onStart}
            onSelectionDragStart={drag.onStart}
            onNodeDragStop={(event, _, moved) => drag.onStop(event, moved)}
            onSelectionDragStop={drag.onStop}
            onConnect={on.onConnect}
            onConnectEnd={onConnectEnd}
            onReconnect={(edge, connection) =>
              on.onConnect(
                connection,
                workflow.edges.find(({ id }) => id === edge.id),
              )
            }
            isValidConnection={(connection) => on.refusal(connection as Connection) === undefined}
          >
            {!isFar && <Background gap={16} size={1} color="currentColor" />}
            {guides.length > 0 && (
              <ViewportPortal>
                <GuideLines guides={guides} thickness={1 / zoom} />
              </ViewportPortal>
            )}
          </ReactFlow>
        </SplitContext>
      </BlockActionsContext>
      {isFar && <canvas ref={overview} className={styles['overview']} aria-hidden />}
      {placed.length > 12 && <SmallMap ref={map} view={mapView} onGo={shown.centre} />}
      {refused !== undefined && (
        <p className={styles['refusal']} role="status">
          {refused}
        </p>
      )}
      {children}
      <ZoomBar zoom={zoom} zoomBy={shown.zoomBy} showAll={shown.showAll} />
    </div>
  );
}
