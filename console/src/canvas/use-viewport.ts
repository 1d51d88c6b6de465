import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Which part of the picture is in the window: a point of the picture is shown at `x + scale * point`. */
export interface Viewport {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Rectangle extends Size {
  readonly x: number;
  readonly y: number;
}

export interface ViewportControl {
  readonly view: Viewport;
  readonly window: Size;
  readonly fit: () => void;
  readonly zoomBy: (factor: number) => void;
  readonly moveBy: (x: number, y: number) => void;
  /** Moves as little as needed to have it in the window. */
  readonly reveal: (area: Rectangle) => void;
}

const leastScale = 0.1;
/** A large workflow begins with its beginning rather than too small to read. */
const readableScale = 0.55;
const mostScale = 2;
const edge = 24;

const within = (scale: number): number => Math.min(mostScale, Math.max(leastScale, scale));

/** Pans with wheel and drag, zooms with the wheel while Ctrl or ⌘ is pressed, and around the middle by buttons. */
export function useViewport(element: RefObject<HTMLElement | null>, picture: Size): ViewportControl {
  const [view, setView] = useState<Viewport>({ x: 0, y: 0, scale: 1 });
  const [window, setWindow] = useState<Size>({ width: 0, height: 0 });
  const isFitted = useRef(false);
  const fitInto = useCallback(
    ({ width, height }: Size, least = leastScale): void => {
      const scale = Math.max(least, within(Math.min(1, width / picture.width, height / picture.height)));
      const middle = (window: number, length: number): number => Math.max(0, (window - length * scale) / 2);
      setView({ scale, x: middle(width, picture.width), y: middle(height, picture.height) });
    },
    [picture.width, picture.height],
  );
  useLayoutEffect(() => {
    const box = element.current;
    if (box === null) return;
    isFitted.current = false;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = box;
      setWindow({ width, height });
      if (isFitted.current || width === 0) return;
      isFitted.current = true;
      fitInto({ width, height }, readableScale);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [element, fitInto]);
  useGestures(element, setView);
  return {
    view,
    window,
    fit: () => fitInto(window),
    zoomBy: (factor) => setView((now) => zoomed(now, factor, { x: window.width / 2, y: window.height / 2 })),
    moveBy: (x, y) => setView((now) => ({ ...now, x: now.x + x, y: now.y + y })),
    reveal: (area) => setView((now) => revealed(now, window, area)),
  };
}

function zoomed(view: Viewport, factor: number, at: { readonly x: number; readonly y: number }): Viewport {
  const scale = within(view.scale * factor);
  const ratio = scale / view.scale;
  return { scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio };
}

function revealed(view: Viewport, { width, height }: Size, area: Rectangle): Viewport {
  const shift = (start: number, length: number, window: number): number => {
    if (start < edge) return edge - start;
    return Math.min(0, window - edge - start - length);
  };
  return {
    ...view,
    x: view.x + shift(view.x + area.x * view.scale, area.width * view.scale, width),
    y: view.y + shift(view.y + area.y * view.scale, area.height * view.scale, height),
  };
}

function useGestures(element: RefObject<HTMLElement | null>, change: (next: (now: Viewport) => Viewport) => void): void {
  useEffect(() => {
    const box = element.current;
    if (box === null) return;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const { left, top } = box.getBoundingClientRect();
      if (event.ctrlKey || event.metaKey) {
        const factor = Math.exp(-event.deltaY / 300);
        change((now) => zoomed(now, factor, { x: event.clientX - left, y: event.clientY - top }));
      } else {
        change((now) => ({ ...now, x: now.x - event.deltaX, y: now.y - event.deltaY }));
      }
    };
    const onDown = (down: PointerEvent): void => {
      if (down.button > 1 || (down.target as Element).closest('[data-controls]') !== null) return;
      let [x, y] = [down.clientX, down.clientY];
      const onMove = (event: PointerEvent): void => {
        const [byX, byY] = [event.clientX - x, event.clientY - y];
        [x, y] = [event.clientX, event.clientY];
        change((now) => ({ ...now, x: now.x + byX, y: now.y + byY }));
      };
      const onUp = (): void => {
        globalThis.removeEventListener('pointermove', onMove);
        globalThis.removeEventListener('pointerup', onUp);
        globalThis.removeEventListener('pointercancel', onUp);
      };
      globalThis.addEventListener('pointermove', onMove);
      globalThis.addEventListener('pointerup', onUp);
      globalThis.addEventListener('pointercancel', onUp);
    };
    box.addEventListener('wheel', onWheel, { passive: false });
    box.addEventListener('pointerdown', onDown);
    return () => {
      box.removeEventListener('wheel', onWheel);
      box.removeEventListener('pointerdown', onDown);
    };
  }, [element, change]);
}
