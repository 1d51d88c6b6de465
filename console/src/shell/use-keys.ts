import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { singleLetters } from './appearance.js';
import { places } from './places.js';
import { keyList, palette } from './sidebar-state.js';

const patienceMs = 1500;

/** The shortcuts that every page has. Single letters count outside of fields and dialogs only. */
export function useKeys(): void {
  const navigate = useNavigate();
  const { workspaceId } = useParams({ strict: false });
  const goAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const go = (letter: string): boolean => {
      const place = places.find((each) => each.letter === letter);
      if (place === undefined || workspaceId === undefined) return false;
      void navigate({ to: place.to, params: { workspaceId } });
      return true;
    };
    const onKey = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        palette.set(!palette.get());
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || singleLetters.get() === 'off' || isBusy(event)) return;
      const isGoing = performance.now() - goAt.current < patienceMs;
      goAt.current = Number.NEGATIVE_INFINITY;
      if (isGoing && go(event.key)) return event.preventDefault();
      if (event.key === 'g') goAt.current = performance.now();
      if (event.key === '?') keyList.set(true);
      if (event.key === '/') focusSearch(event);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate, workspaceId]);
}

/** Lists of the page itself are always there; those that are open lie above it. */
const open = '[role="dialog"], [role="menu"], [role="listbox"]:not(main [role="listbox"])';

/** Whether the key belongs to a field, a menu or a dialog. */
export function isBusy(event: KeyboardEvent): boolean {
  const { target } = event;
  if (isCovered(event)) return true;
  return target instanceof HTMLElement && target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]') !== null;
}

/** Whether a key belongs to what lies above the page. */
export function isCovered({ defaultPrevented }: KeyboardEvent): boolean {
  return defaultPrevented || document.querySelector(open) !== null;
}

function focusSearch(event: KeyboardEvent): void {
  const field = document.querySelector<HTMLInputElement>('[data-search]');
  if (field === null) return;
  event.preventDefault();
  field.focus();
}
