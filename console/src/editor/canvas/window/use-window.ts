import type { Viewport } from '@xyflow/react';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { PlacedBlock, Point } from '../../../canvas/picture.js';
import { boundsOf, isSameArea, roundedWindow, type Area } from './culling.js';
import { leastZoom } from './view-text.js';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The part of the plane that is shown, and what moves it. */
export interface CanvasWindow {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly view: RefObject<Viewport>;
  readonly size: RefObject<Size>;
  /** Draws what the library does not draw. It is called at each movement, without a new picture of React. */
  readonly painter: RefObject<() => void>;
  /** The part of the plane around the window, in coarse steps. */
  readonly window: Area;
  readonly zoom: number;
  readonly onMove: (next: Viewport) => void;
  /** Reports the window when it has come to rest. */
  readonly tellLater: () => void;
  readonly zoomBy: (factor: number) => void;
  readonly showAll: () => void;
  /** Moves a block into the window if it is outside. */
  readonly reveal: (id: string) => void;
  /** Puts a point of the plane into the middle. */
  readonly centre: (at: Point) => void;
  /** The part of the plane in the window. */
  readonly area: () => Area;
}

interface WindowOptions {
  readonly placed: readonly PlacedBlock[];
  /** What is shown first; absent: all blocks, if they can be read. */
  readonly firstView: Viewport | undefined;
  /** Id of a block that is in sight at first, unless `firstView` says what is. */
  readonly firstBlock: string | undefined;
  readonly onView: (view: Viewport) => void;
  readonly setViewport: (next: Viewport) => void;
}

const readableZoom = 0.6;
const margins = { x: 24, y: 48 };
const pauseMs = 400;

export function useWindow({ placed, firstView, firstBlock, onView, setViewport }: WindowOptions): CanvasWindow {
  const box = useRef<HTMLDivElement>(null);
  const size = useRef<Size>({ width: 0, height: 0 });
  const view = useRef<Viewport>({ x: 0, y: 0, zoom: 1 });
  const painter = useRef(() => {});
  const [window, setWindow] = useState<Area>({ x: -512, y: -512, width: 2560, height: 2048 });
  const [zoom, setZoom] = useState(1);
  const onMove = (next: Viewport): void => {
    view.current = next;
    const rounded = roundedWindow(next, size.current);
    setWindow((now) => (isSameArea(now, rounded) ? now : rounded));
    setZoom(next.zoom);
    painter.current();
  };
  const goTo = (next: Viewport): void => {
    setViewport(next);
    onMove(next);
  };
  const tellView = useRef(onView);
  useLayoutEffect(() => void (tellView.current = onView));
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);
  /** Many movements follow each other: only the end of the last one is reported. */
  const tellLater = (): void => {
    clearTimeout(pause.current);
    pause.current = setTimeout(() => tellView.current(view.current), pauseMs);
  };
  const fit = (least = leastZoom): void => goTo(fitted(boundsOf(placed), size.current, least));
  const reveal = (id: string | undefined): void => {
    const place = placed.find(({ block }) => block.id === id);
    if (place === undefined) return;
    const { x, y, zoom: scale } = view.current;
    const by = {
      x: shift(x + place.x * scale, place.width * scale, size.current.width),
      y: shift(y + place.y * scale, place.height * scale, size.current.height),
    };
    if (by.x !== 0 || by.y !== 0) goTo({ x: x + by.x, y: y + by.y, zoom: scale });
  };
  const showFirst = useRef(() => {
    if (firstView !== undefined) return goTo(firstView);
    fit(readableZoom);
    reveal(firstBlock);
  });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    let isFitted = false;
    const observer = new ResizeObserver(() => {
      size.current = { width: element.clientWidth, height: element.clientHeight };
      if (isFitted || element.clientWidth === 0) return onMove(view.current);
      isFitted = true;
      showFirst.current();
    });
    observer.observe(element);
    return () => observer.disconnect();
    // The first draft is fitted; later ones keep the view.
  }, []);
  return {
    box,
    view,
    size,
    painter,
    window,
    zoom,
    onMove,
    tellLater,
    zoomBy: (factor) => {
      const { x, y, zoom: now } = view.current;
      const next = Math.min(2, Math.max(leastZoom, now * factor));
      const [middleX, middleY] = [size.current.width / 2, size.current.height / 2];
      goTo({ zoom: next, x: middleX - ((middleX - x) * next) / now, y: middleY - ((middleY - y) * next) / now });
      tellLater();
    },
    showAll: () => {
      fit();
      tellLater();
    },
    reveal,
    centre: (at) => {
      const { zoom: now } = view.current;
      goTo({ zoom: now, x: size.current.width / 2 - at.x * now, y: size.current.height / 2 - at.y * now });
      tellLater();
    },
    area: () => {
      const { x, y, zoom: scale } = view.current;
      return { x: -x / scale, y: -y / scale, width: size.current.width / scale, height: size.current.height / scale };
    },
  };
}

/** The view that shows all of an area, at most as large as it is. */
function fitted({ x, y, width, height }: Area, { width: w, height: h }: Size, least: number): Viewport {
  const best = Math.min(1, (w - 2 * margins.x) / Math.max(1, width), (h - 2 * margins.y) / Math.max(1, height));
  const scale = Math.max(least, best);
  const middle = (length: number, begin: number, whole: number, margin: number): number =>
    Math.max(margin, (whole - length * scale) / 2) - begin * scale;
  return { zoom: scale, x: middle(width, x, w, margins.x), y: middle(height, y, h, margins.y) };
}

/** How far a part must go to be in a window, with some space beside it. */
function shift(start: number, length: number, whole: number): number {
  const edge = 32;
  if (start < edge) return edge - start;
  return start + length > whole - edge ? Math.max(edge - start, whole - edge - start - length) : 0;
}
