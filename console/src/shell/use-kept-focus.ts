import { useEffect } from 'react';

/** What may take the focus of a control that is gone. */
const places = 'table, [role="grid"], form, section, aside, main';
const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/**
 * Keeps the focus of people who use the keyboard: a control of the page that is removed passes it to what surrounds it, as when a row is
 * deleted, and the last of several dialogs passes it to the control that opened the first.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let path: readonly Element[] = [];
    let hasClosed = false;
    let frame = 0;
    const onFocus = ({ target }: FocusEvent): void => {
      if (target instanceof Element && target.closest('main') !== null) path = pathFrom(target);
    };
    const onPointer = (): void => {
      path = [];
    };
    const keep = (): void => {
      const closed = hasClosed;
      [frame, hasClosed] = [0, false];
      if (document.activeElement !== document.body || document.querySelector(overlays) !== null) return;
      const [last] = path;
      if (last?.isConnected === true) {
        if (closed && last instanceof HTMLElement) last.focus();
      } else focusPlace(path.find((each) => each.isConnected)?.closest(places) ?? null);
    };
    const observer = new MutationObserver((changes) => {
      if (path.length === 0 || document.activeElement !== document.body) return;
      hasClosed ||= changes.some(({ removedNodes }) => [...removedNodes].some(isOverlay));
      // Dialogs and menus hand the focus back in the next frame.
      if (frame !== 0) return;
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(keep);
      });
    });
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', onFocus);
    document.addEventListener('pointerdown', onPointer);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('pointerdown', onPointer);
    };
  }, []);
}

/** An element and all that contain it. */
function pathFrom(target: Element): readonly Element[] {
  const path: Element[] = [];
  for (let at: Element | null = target; at !== null; at = at.parentElement) path.push(at);
  return path;
}

function isOverlay(node: Node): boolean {
  return node instanceof Element && (node.matches(overlays) || node.querySelector(overlays) !== null);
}

function focusPlace(place: Element | null): void {
  if (!(place instanceof HTMLElement)) return;
  if (!place.hasAttribute('tabindex')) {
    place.tabIndex = -1;
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  }
  place.focus({ preventScroll: true });
}
