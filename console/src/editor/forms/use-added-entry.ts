import { useEffect, useRef, type RefObject } from 'react';

interface AddedEntry {
  /** Around the entries, each of which has `data-entry`. */
  readonly box: RefObject<HTMLDivElement | null>;
  /** Says that the person adds an entry, the last one unless its place is given: its first field gets the focus. */
  readonly add: (at?: number) => void;
}

/** Leads a person who adds an entry to a list to its first field. */
export function useAddedEntry(count: number): AddedEntry {
  const box = useRef<HTMLDivElement>(null);
  const added = useRef<number>(undefined);
  useEffect(() => {
    if (added.current === undefined) return;
    const entry = [...(box.current?.querySelectorAll('[data-entry]') ?? [])].at(added.current);
    added.current = undefined;
    entry?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [count]);
  return { box, add: (at = -1) => void (added.current = at) };
}
