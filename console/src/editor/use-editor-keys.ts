import { useEffect, useEffectEvent } from 'react';
import { singleLetters } from '../shell/appearance.js';
import { isBusy, isCovered } from '../shell/use-keys.js';

/** What keys do in the editor. */
export interface KeyActions {
  readonly insert: () => void;
  readonly connect: () => void;
  readonly insertInside: () => void;
  readonly moveInto: () => void;
  readonly edit: () => void;
  readonly goTo: () => void;
  readonly find: () => void;
  readonly remove: () => void;
  readonly duplicate: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly selectAll: () => void;
  readonly layOut: () => void;
  readonly clear: () => void;
  readonly toggle: () => void;
  readonly move: (x: number, y: number) => void;
  readonly walk: (direction: 'left' | 'right' | 'up' | 'down') => void;
  readonly zoomBy: (factor: number) => void;
  readonly fit: () => void;
  readonly run: () => void;
}

const arrows = { ArrowLeft: ['left', -1, 0], ArrowRight: ['right', 1, 0], ArrowUp: ['up', 0, -1], ArrowDown: ['down', 0, 1] } as const;
const patienceMs = 1500;

/** The shortcuts of the editor. Those that change something are for people who may write. */
export function useEditorKeys(actions: KeyActions, isReadOnly: boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent, isGoing: boolean) => {
    const isBelow = isRun(event) ? isCovered(event) : isBusy(event);
    const act = isBelow ? undefined : actionOf(event, actions, isReadOnly, isGoing);
    if (act === undefined) return;
    // A field makes an edit of what was typed in it when it is left.
    if (isBusy(event) && event.target instanceof HTMLElement) event.target.blur();
    event.preventDefault();
    event.stopPropagation();
    act();
  });
  useEffect(() => {
    let goAt = Number.NEGATIVE_INFINITY;
    const listener = (event: KeyboardEvent): void => {
      const isGoing = performance.now() - goAt < patienceMs;
      goAt = event.key === 'g' && !event.ctrlKey && !event.metaKey ? performance.now() : Number.NEGATIVE_INFINITY;
      onKey(event, isGoing);
    };
    // Before the shortcuts of all pages, which use some of the same keys.
    document.addEventListener('keydown', listener, true);
    return () => document.removeEventListener('keydown', listener, true);
  }, []);
}

/** The one key that fields leave to the editor. */
function isRun({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

function actionOf(event: KeyboardEvent, actions: KeyActions, isReadOnly: boolean, isGoing: boolean): (() => void) | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  const target = event.target instanceof HTMLElement ? event.target : undefined;
  const isOnBlock = target?.dataset['block'] !== undefined;
  const isOnSelected = target?.getAttribute(isOnBlock ? 'aria-pressed' : 'aria-selected') === 'true';
  if (ctrlKey || metaKey) return altKey ? undefined : withControl(key.toLowerCase(), shiftKey, actions, isReadOnly);
  const arrow = Object.hasOwn(arrows, key) ? arrows[key as keyof typeof arrows] : undefined;
  if (arrow !== undefined) {
    const [direction, x, y] = arrow;
    if (!isOnBlock) return undefined;
    if (altKey || isReadOnly) return () => actions.walk(direction);
    const step = shiftKey ? 100 : 20;
    return () => actions.move(x * step, y * step);
  }
  if (altKey) return undefined;
  if (key === 'Enter') return isOnSelected && (isOnBlock || target?.dataset['row'] !== undefined) ? actions.edit : undefined;
  // The form of a block leads back to it.
  if (key === 'Escape') return target?.closest('[data-panel]') ? undefined : actions.clear;
  // Other keys belong to the controls of the panel.
  if (target?.closest('aside') && key !== '/' && key !== 'Insert') return undefined;
  if (key === '+' || key === '=') return () => actions.zoomBy(1.25);
  if (key === '-') return () => actions.zoomBy(0.8);
  if (key === '0') return actions.fit;
  if (isReadOnly) return undefined;
  if (key === 'Delete' || key === 'Backspace') return actions.remove;
  if (key === '/' || key === 'Insert' || (key === 'Tab' && !shiftKey && isOnBlock && isOnSelected)) return actions.insert;
  if (singleLetters.get() === 'off' || isGoing || shiftKey) return undefined;
  return {
    c: actions.connect,
    i: actions.insertInside,
    m: actions.moveInto,
    a: actions.selectAll,
    l: actions.layOut,
    d: actions.toggle,
    f: actions.goTo,
  }[key];
}

function withControl(key: string, isShift: boolean, actions: KeyActions, isReadOnly: boolean): (() => void) | undefined {
  if (key === 'f') return isShift ? actions.fit : actions.find;
  if (isReadOnly) return undefined;
  if (key === 'enter') return actions.run;
  if (key === 'z') return isShift ? actions.redo : actions.undo;
  return { y: actions.redo, d: actions.duplicate, a: actions.selectAll }[key];
}
