import { useEffect, useEffectEvent } from 'react';

interface ClipboardActions {
  /** The text of what is selected; undefined when nothing is. */
  readonly copy: () => string | undefined;
  readonly cut: (() => void) | undefined;
  readonly paste: ((text: string) => void) | undefined;
}

/** Blocks on the clipboard. Texts that are selected, and fields, keep the clipboard of the browser. */
export function useClipboard(actions: ClipboardActions): void {
  const onEvent = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData, type } = event;
    if (clipboardData === null || isElsewhere(event)) return;
    if (type === 'paste') {
      return actions.paste?.(clipboardData.getData('text/plain'));
    }
    const text = actions.copy();
    if (text === undefined || (type === 'cut' && actions.cut === undefined)) return;
    clipboardData.setData('text/plain', text);
    event.preventDefault();
    if (type === 'cut') actions.cut?.();
  });
  useEffect(() => {
    const stop = new AbortController();
    const listener = (event: ClipboardEvent): void => onEvent(event);
    for (const type of ['copy', 'cut', 'paste'] as const) document.addEventListener(type, listener, { signal: stop.signal });
    return () => stop.abort();
  }, []);
}

function isElsewhere({ target }: ClipboardEvent): boolean {
  if (document.querySelector('[role="dialog"]') !== null) return true;
  const isField = target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
  return isField || (getSelection()?.toString() ?? '') !== '';
}
