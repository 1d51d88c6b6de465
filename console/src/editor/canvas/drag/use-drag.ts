import type { BlockNode } from '../elements.js';
import type { NodeChange } from '@xyflow/react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { WorkflowDocument } from '../../../../../src/document/document.js';
import type { PlacedBlock, Point } from '../../../canvas/picture.js';
import type { Area } from '../window/culling.js';
import { movedBy, snapOf } from './dragged-blocks.js';
import { noSnap, type Guide } from './guides.js';

/** Blocks while they are dragged. One edit is made when they are dropped; Escape puts them back. */
export interface Drag {
  /** Where blocks are meanwhile. */
  readonly dragged: ReadonlyMap<string, Point>;
  readonly guides: readonly Guide[];
  readonly onStart: () => void;
  readonly onChanges: (changes: readonly NodeChange<BlockNode>[]) => void;
  readonly onStop: (event: MouseEvent | TouchEvent | React.MouseEvent, moved: readonly BlockNode[]) => void;
}

interface DragOptions {
  readonly placed: readonly PlacedBlock[];
  readonly workflow: WorkflowDocument;
  readonly window: Area;
  readonly view: RefObject<{ readonly zoom: number }>;
  /** From a point of the screen to one of the plane. */
  readonly toPlane: (at: Point) => Point;
  readonly onMoved: (ids: ReadonlySet<string>, by: Point, at: Point) => void;
}

const noDrag: ReadonlyMap<string, Point> = new Map();
/** Lines of other blocks draw a dragged one from so many pixels. */
const snapReach = 6;

export function useDrag({ placed, workflow, window, view, toPlane, onMoved }: DragOptions): Drag {
  const [dragged, setDragged] = useState(noDrag);
  const [snap, setSnap] = useState(noSnap);
  // The library calls what it was given before the last movement.
  const lastSnap = useRef(noSnap);
  const isAborted = useRef(false);
  const isDragging = dragged.size > 0;
  useEffect(() => {
    if (!isDragging) return undefined;
    const end = (): void => {
      setDragged(noDrag);
      setSnap(noSnap);
      lastSnap.current = noSnap;
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      isAborted.current = true;
      end();
    };
    // The library reports no end when the block is gone: others may remove it meanwhile.
    const onPointerUp = (): void => void setTimeout(end);
    addEventListener('keydown', onKeyDown, true);
    addEventListener('pointerup', onPointerUp);
    return () => {
      removeEventListener('keydown', onKeyDown, true);
      removeEventListener('pointerup', onPointerUp);
    };
  }, [isDragging]);
  return {
    dragged,
    guides: snap.guides,
    onStart: () => {
      isAborted.current = false;
    },
    onChanges: (changes) => {
      const positions = changes.flatMap((change) =>
        change.type === 'position' && change.dragging === true && change.position !== undefined ? [change] : [],
      );
      if (positions.length === 0 || isAborted.current) return;
      const next = snapOf(positions, placed, workflow, window, snapReach / view.current.zoom);
      setSnap(next);
      lastSnap.current = next;
      setDragged((now) => movedBy(now, workflow, placed, positions, next.by));
    },
    onStop: (event, moved) => {
      const [one] = moved;
      const from = placed.find(({ block }) => block.id === one?.id);
      setDragged(noDrag);
      setSnap(noSnap);
      const { by: snapped } = lastSnap.current;
      lastSnap.current = noSnap;
      if (isAborted.current || one === undefined || from === undefined) return;
      const by = { x: one.position.x + snapped.x - from.x, y: one.position.y + snapped.y - from.y };
      if (by.x === 0 && by.y === 0) return;
      const touch = 'changedTouches' in event ? event.changedTouches[0] : event;
      onMoved(new Set(moved.map(({ id }) => id)), by, toPlane({ x: touch?.clientX ?? 0, y: touch?.clientY ?? 0 }));
    },
  };
}
