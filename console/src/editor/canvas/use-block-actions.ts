import { useLayoutEffect, useMemo, useRef } from 'react';
import type { BlockActionsContext } from './block-node.js';
import type { Selection } from './selection.js';

/** Actions that are the same object while their meaning is: blocks are not drawn again for another selection. */
export function useBlockActions(props: {
  readonly onFold: (id: string) => void;
  readonly isReadOnly: boolean;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
}): React.ContextType<typeof BlockActionsContext> {
  const latest = useRef(props);
  useLayoutEffect(() => void (latest.current = props));
  const { isReadOnly } = props;
  return useMemo(
    () => ({
      isReadOnly,
      onFold: (id) => latest.current.onFold(id),
      onPress(id, isMore) {
        const { selection, onSelect } = latest.current;
        onSelect({ blocks: new Set(isMore ? [...selection.blocks, id] : [id]), edges: new Set() });
      },
    }),
    [isReadOnly],
  );
}
