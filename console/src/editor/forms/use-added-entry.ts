import { useEffect, useRef, type RefObject } from 'react';

interface AddedEntry {
  /** Around the entries, each of which has `data-entry`. */
  readonly box: RefObject<HTMLDivElement | null>;
  /** Says that the person adds an entry: its first field gets the focus. */
  readonly add: () => void;
}

/** Leads a person who adds an entry to a list to its first field. */
export function useAddedEntry(count: number): AddedEntry {
  const box = useRef<HTMLDivElement>(null);
  const isAdded = useRef(false);
  useEffect(() => {
    if (!isAdded.current) return;
    isAdded.current = false;
    const last = [...(box.current?.querySelectorAll('[data-entry]') ?? [])].at(-1);
    last?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [count]);
  return { box, add: () => void (isAdded.current = true) };
}
