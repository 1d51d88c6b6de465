import {
  applyNodeChanges,
  Background,
  ReactFlow,
  useReactFlow,
  type Connection,
  type EdgeChange,
  type FinalConnectionState,
  type NodeChange,
  type Viewport,
} from '@xyflow/react';
import { Maximize, Minus, Plus } from 'lucide-react';
import { useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState, type ReactNode, type Ref } from 'react';
import type { Edge, WorkflowDocument } from '../../../../src/document/document.js';
import type { BlockState } from '../../canvas/canvas-block.js';
import type { PlacedBlock, Point } from '../../canvas/picture.js';
import { IconButton } from '../../parts/controls/button.js';
import type { Palette } from '../commands/insert.js';
import { withContents } from '../commands/remove.js';
import { BlockActionsContext, BlockNodeView } from './block-node.js';
import { boundsOf, isSameArea, meets, roundedWindow, type Area } from './culling.js';
import { Elements, type BlockNode, type WireEdge } from './elements.js';
import { drawMap, drawOverview } from './overview.js';
import { SplitContext, Wire } from './wire.js';
import './library.css';
import styles from './flow.module.css';

/** What is selected on the canvas. */
export interface Selection {
  readonly blocks: ReadonlySet<string>;
  readonly edges: ReadonlySet<string>;
}

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
  readonly problems: ReadonlyMap<string, number>;
  readonly people: ReadonlyMap<string, readonly string[]>;
  /** What the test run has done with blocks, by their ids. */
  readonly states: ReadonlyMap<string, BlockState>;
  readonly selection: Selection;
  readonly isReadOnly: boolean;
  readonly children?: ReactNode;
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
const farZoom = 0.4;
/** So many blocks are drawn as they are from any distance. */
const fewBlocks = 60;
const readableZoom = 0.45;
const margins = { x: 24, y: 48 };
const noDrag: ReadonlyMap<string, Point> = new Map();
const hidden = { hideAttribution: true };
const selectionKeys = ['Meta', 'Control', 'Shift'];

/** The draft on a canvas. The library gets only what is in the window; from far away a 2D canvas draws everything. */
export function FlowCanvas({
  ref,
  document: workflow,
  placed,
  palette,
  problems,
  people,
  states,
  selection,
  isReadOnly,
  children,
  ...on
}: FlowCanvasProps): ReactNode {
  const flow = useReactFlow<BlockNode, WireEdge>();
  const box = useRef<HTMLDivElement>(null);
  const size = useRef({ width: 0, height: 0 });
  const [elements] = useState(() => new Elements());
  const [window, setWindow] = useState<Area>({ x: -512, y: -512, width: 2560, height: 2048 });
  const [zoom, setZoom] = useState(1);
  const [dragged, setDragged] = useState(noDrag);
  const [refused, setRefused] = useState<string>();
  const isFar = zoom < farZoom && placed.length > fewBlocks;
  const view = useRef<Viewport>({ x: 0, y: 0, zoom: 1 });
  const overview = useRef<HTMLCanvasElement>(null);
  const map = useRef<HTMLCanvasElement>(null);
  const mapView = useRef<Viewport>({ x: 0, y: 0, zoom: 1 });
  const [first] = placed;
  const tabStop = placed.some(({ block }) => selection.blocks.has(block.id)) ? [...selection.blocks].at(-1) : first?.block.id;
  const { nodes, edges } = useMemo(
    () =>
      elements.of({
        placed,
        edges: workflow.edges,
        palette,
        problems,
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
    [elements, placed, workflow.edges, palette, problems, people, states, window, selection, tabStop, dragged, isReadOnly, isFar],
  );
  const paint = (): void => {
    if (overview.current !== null) {
      drawOverview(overview.current, { placed, edges: workflow.edges, selected: selection.blocks, dragged }, view.current);
    }
    if (map.current !== null) mapView.current = drawMap(map.current, placed, view.current, size.current);
  };
  const onMove = (next: Viewport): void => {
    view.current = next;
    const rounded = roundedWindow(next, size.current);
    setWindow((now) => (isSameArea(now, rounded) ? now : rounded));
    setZoom(next.zoom);
    paint();
  };
  useLayoutEffect(paint);
  const goTo = (next: Viewport): void => {
    void flow.setViewport(next);
    onMove(next);
  };
  const fit = (least = 0.02): void => {
    const { x, y, width, height } = boundsOf(placed);
    const { width: w, height: h } = size.current;
    const best = Math.min(1, (w - 2 * margins.x) / Math.max(1, width), (h - 2 * margins.y) / Math.max(1, height));
    const scale = Math.max(least, best);
    const middle = (length: number, begin: number, whole: number, margin: number): number =>
      Math.max(margin, (whole - length * scale) / 2) - begin * scale;
    goTo({ zoom: scale, x: middle(width, x, w, margins.x), y: middle(height, y, h, margins.y) });
  };
  const fitFirst = useRef(fit);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    let isFitted = false;
    const observer = new ResizeObserver(() => {
      size.current = { width: element.clientWidth, height: element.clientHeight };
      if (isFitted || element.clientWidth === 0) return onMove(view.current);
      isFitted = true;
      fitFirst.current(readableZoom);
    });
    observer.observe(element);
    return () => observer.disconnect();
    // The first draft is fitted; later ones keep the view.
  }, []);
  const reveal = (id: string): void => {
    const area = placed.find(({ block }) => block.id === id);
    if (area === undefined) return;
    const { x, y, zoom: scale } = view.current;
    const shift = (start: number, length: number, whole: number): number => {
      const edge = 32;
      if (start < edge) return edge - start;
      return start + length > whole - edge ? Math.max(edge - start, whole - edge - start - length) : 0;
    };
    const by = {
      x: shift(x + area.x * scale, area.width * scale, size.current.width),
      y: shift(y + area.y * scale, area.height * scale, size.current.height),
    };
    if (by.x !== 0 || by.y !== 0) goTo({ x: x + by.x, y: y + by.y, zoom: scale });
  };
  const zoomBy = (factor: number): void => {
    const { x, y, zoom: now } = view.current;
    const next = Math.min(2, Math.max(0.02, now * factor));
    const [middleX, middleY] = [size.current.width / 2, size.current.height / 2];
    goTo({ zoom: next, x: middleX - ((middleX - x) * next) / now, y: middleY - ((middleY - y) * next) / now });
  };
  const area = (): Area => {
    const { x, y, zoom: scale } = view.current;
    return { x: -x / scale, y: -y / scale, width: size.current.width / scale, height: size.current.height / scale };
  };
  useImperativeHandle(ref, () => ({
    fit,
    zoomBy,
    reveal,
    area,
    focus(id) {
      reveal(id);
      // The block may only come into the document with the next picture.
      requestAnimationFrame(() =>
        box.current?.querySelector<HTMLElement>(`[data-block="${CSS.escape(id)}"]`)?.focus({ preventScroll: true }),
      );
    },
    middle() {
      const shown = area();
      return { x: shown.x + shown.width / 2 - 110, y: shown.y + shown.height / 2 - 22 };
    },
  }));
  useEffect(() => {
    if (refused === undefined) return undefined;
    const timer = setTimeout(() => setRefused(undefined), 5000);
    return () => clearTimeout(timer);
  }, [refused]);
  const onNodesChange = (changes: NodeChange<BlockNode>[]): void => {
    const positions = changes.flatMap((change) =>
      change.type === 'position' && change.dragging === true && change.position !== undefined ? [change] : [],
    );
    if (positions.length > 0) setDragged((now) => movedBy(now, workflow, placed, positions));
    const selects = changes.filter((change) => change.type === 'select');
    if (selects.length > 0) {
      const after = applyNodeChanges(selects, nodes);
      const [shown, chosen] = [new Set(nodes.map(({ id }) => id)), after.filter(({ selected }) => selected === true).map(({ id }) => id)];
      on.onSelect({ ...selection, blocks: new Set([...[...selection.blocks].filter((id) => !shown.has(id)), ...chosen]) });
    }
  };
  const onEdgesChange = (changes: EdgeChange<WireEdge>[]): void => {
    const chosen = new Set(selection.edges);
    for (const change of changes) {
      if (change.type !== 'select') continue;
      if (change.selected) chosen.add(change.id);
      else chosen.delete(change.id);
    }
    on.onSelect({ ...selection, edges: chosen });
  };
  const onDragStop = (event: MouseEvent | TouchEvent | React.MouseEvent, _: BlockNode | undefined, moved: readonly BlockNode[]): void => {
    const [one] = moved;
    const from = placed.find(({ block }) => block.id === one?.id);
    setDragged(noDrag);
    if (one === undefined || from === undefined) return;
    const by = { x: one.position.x - from.x, y: one.position.y - from.y };
    if (by.x === 0 && by.y === 0) return;
    const touch = 'changedTouches' in event ? event.changedTouches[0] : event;
    const at = flow.screenToFlowPosition({ x: touch?.clientX ?? 0, y: touch?.clientY ?? 0 });
    on.onMoved(new Set(moved.map(({ id }) => id)), by, at);
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
  const actions = useActions({ onFold: on.onFold, isReadOnly, selection, onSelect: on.onSelect });
  return (
    <div ref={box} className={styles['flow']} role="group" aria-label="Draft" data-far={isFar || undefined}>
      <BlockActionsContext value={actions}>
        <SplitContext value={isReadOnly ? undefined : on.onSplit}>
          <ReactFlow<BlockNode, WireEdge>
            nodes={nodes}
            edges={edges}
            nodeTypes={nodeTypes}
            edgeTypes={edgeTypes}
            minZoom={0.02}
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
            nodeDragThreshold={3}
            connectionRadius={24}
            proOptions={hidden}
            onPaneClick={(event) => {
              const { x, y } = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
              const hit = isFar ? placed.findLast((each) => meets(each, { x, y, width: 1, height: 1 })) : undefined;
              on.onSelect({ blocks: new Set(hit === undefined ? [] : [hit.block.id]), edges: new Set() });
            }}
            onMove={(_, next) => onMove(next)}
            onNodesChange={onNodesChange}
            onEdgesChange={onEdgesChange}
            onNodeDragStop={onDragStop}
            onSelectionDragStop={(event, moved) => onDragStop(event, undefined, moved)}
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
          </ReactFlow>
        </SplitContext>
      </BlockActionsContext>
      {isFar && <canvas ref={overview} className={styles['overview']} aria-hidden />}
      {placed.length > 12 && (
        <canvas
          ref={map}
          className={styles['map']}
          aria-hidden
          onPointerDown={({ nativeEvent: { offsetX, offsetY } }) => {
            const { x, y, zoom: scale } = mapView.current;
            const [planeX, planeY] = [(offsetX - x) / scale, (offsetY - y) / scale];
            const now = view.current.zoom;
            goTo({ zoom: now, x: size.current.width / 2 - planeX * now, y: size.current.height / 2 - planeY * now });
          }}
        />
      )}
      {refused !== undefined && (
        <p className={styles['refusal']} role="status">
          {refused}
        </p>
      )}
      {children}
      <div className={styles['bar']} data-side="right">
        <IconButton label="Zoom out" onPress={() => zoomBy(0.8)}>
          <Minus size={14} strokeWidth={1.5} aria-hidden />
        </IconButton>
        <span className={styles['scale']}>{Math.round(zoom * 100)} %</span>
        <IconButton label="Zoom in" onPress={() => zoomBy(1.25)}>
          <Plus size={14} strokeWidth={1.5} aria-hidden />
        </IconButton>
        <IconButton label="Show all" onPress={() => fit()}>
          <Maximize size={14} strokeWidth={1.5} aria-hidden />
        </IconButton>
      </div>
    </div>
  );
}

/** Actions that are the same object while their meaning is: blocks are not drawn again for another selection. */
function useActions(props: {
  readonly onFold: (id: string) => void;
  readonly isReadOnly: boolean;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
}): React.ContextType<typeof BlockActionsContext> {
  const latest = useRef(props);
  useLayoutEffect(() => void (latest.current = props));
  const { isReadOnly } = props;
  return useMemo(
    () => ({
      isReadOnly,
      onFold: (id) => latest.current.onFold(id),
      onPress(id, isMore) {
        const { selection, onSelect } = latest.current;
        onSelect({ blocks: new Set(isMore ? [...selection.blocks, id] : [id]), edges: new Set() });
      },
    }),
    [isReadOnly],
  );
}

/** Dragged blocks at their new places, with everything that is inside of them. */
function movedBy(
  now: ReadonlyMap<string, Point>,
  workflow: WorkflowDocument,
  placed: readonly PlacedBlock[],
  changes: readonly { readonly id: string; readonly position?: Point }[],
): ReadonlyMap<string, Point> {
  const known = new Map(placed.map((each) => [each.block.id, each]));
  const next = new Map(now);
  const own = new Set(changes.map(({ id }) => id));
  for (const { id, position } of changes) {
    const from = known.get(id);
    if (from === undefined || position === undefined) continue;
    next.set(id, position);
    if (!from.isFrame) continue;
    for (const inner of withContents(workflow, [id]).slice(1)) {
      const place = known.get(inner.id);
      if (place === undefined || own.has(inner.id)) continue;
      next.set(inner.id, { x: place.x + position.x - from.x, y: place.y + position.y - from.y });
    }
  }
  return next;
}
