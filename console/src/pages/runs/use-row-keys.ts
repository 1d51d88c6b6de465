import { useEffect } from 'react';
import { singleLetters } from '../../shell/appearance.js';
import { isBusy } from '../../shell/use-keys.js';

interface RowKeys {
  readonly ids: readonly string[];
  readonly current: string | undefined;
  readonly onMove: (id: string, index: number) => void;
  readonly onOpen: (id: string) => void;
  readonly onSelect?: ((id: string) => void) | undefined;
  /** Closes what is shown of the current row. */
  readonly onClose?: () => void;
}

const steps: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** Moves through the rows with j and k or the arrows, opens one with Enter, selects one with x, and closes what is shown with Escape. */
export function useRowKeys({ ids, current, onMove, onOpen, onSelect, onClose }: RowKeys): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isBusy(event)) return;
      const isOnControl = event.target instanceof HTMLElement && event.target.closest('a, button') !== null;
      if (event.key === 'Enter' && current !== undefined && !isOnControl) return onOpen(current);
      if (event.key === 'x' && current !== undefined && singleLetters.get() === 'on') return onSelect?.(current);
      if (event.key === 'Escape' && current !== undefined) return onClose?.();
      const step = steps[event.key];
      if (step === undefined || (event.key.length === 1 && singleLetters.get() === 'off')) return;
      if (event.key.startsWith('Arrow') && isOnControl && (event.target as HTMLElement).closest('[role="table"]') === null) return;
      const index = current === undefined ? (step > 0 ? 0 : -1) : ids.indexOf(current) + step;
      const id = ids[index];
      if (id === undefined) return;
      event.preventDefault();
      onMove(id, index);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [ids, current, onMove, onOpen, onSelect, onClose]);
}
