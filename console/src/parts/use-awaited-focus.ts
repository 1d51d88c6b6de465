import { useRef, type RefObject } from 'react';

interface AwaitedFocus {
  /** Gives an element the focus, now or as soon as it is in the document. The box does not scroll to it. */
  focus(id: string): void;
  /** What gets the focus as soon as it is in the document. Keys that are pressed until then belong to it. */
  awaited(): string | undefined;
}

const mostFrames = 60;
const settledFrames = 2;

/** When a person last pressed something: then the focus is where they want it. */
let inputAt = 0;
for (const kind of ['keydown', 'pointerdown']) document.addEventListener(kind, () => void (inputAt = performance.now()), true);

/**
 * Moves the focus among elements of a box that has only those in sight, known by a data attribute.
 * @param inside a selector: the first such element inside gets the focus, if there is one
 */
export function useAwaitedFocus(box: RefObject<HTMLElement | null>, attribute: string, inside?: string): AwaitedFocus {
  const wanted = useRef<string>(undefined);
  const begunAt = useRef(0);
  const look = (id: string, frames: number, kept: number): void => {
    if (wanted.current !== id) return;
    const whole = box.current?.querySelector<HTMLElement>(`[${attribute}="${CSS.escape(id)}"]`) ?? null;
    const element = (inside === undefined ? null : whole?.querySelector<HTMLElement>(inside)) ?? whole;
    const isThere = (): boolean => element !== null && element === document.activeElement;
    const isLeft = kept > 0 && !isThere() && (inputAt > begunAt.current || !isTakenBack(box.current));
    if (frames === 0 || isLeft || (isThere() && kept === settledFrames)) {
      wanted.current = undefined;
      return;
    }
    if (!isThere()) element?.focus({ preventScroll: true });
    const next = isThere() ? kept + 1 : 0;
    requestAnimationFrame(() => look(id, frames - 1, next));
  };
  return {
    focus(id) {
      wanted.current = id;
      begunAt.current = performance.now();
      look(id, mostFrames, 0);
    },
    awaited: () => wanted.current,
  };
}

/** A dialog that closes holds the focus for some frames, and hands it back to where it was. */
function isTakenBack(box: HTMLElement | null): boolean {
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body) return true;
  return activeElement.closest('[role="dialog"]') !== null || box?.contains(activeElement) === true;
}
