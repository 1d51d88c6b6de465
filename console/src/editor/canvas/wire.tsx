import { BaseEdge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import { Plus } from 'lucide-react';
import { createContext, memo, use, type ReactNode } from 'react';
import { curve } from './curve.js';
import type { WireEdge } from './elements.js';
import styles from './flow.module.css';

/** Inserts a block into a wire; undefined for readers. */
export const SplitContext = createContext<((edgeId: string) => void) | undefined>(undefined);

/** A connection. The selected one has a button that inserts a block into it. */
export const Wire = memo(function Wire({ id, sourceX, sourceY, targetX, targetY, selected, data }: EdgeProps<WireEdge>): ReactNode {
  const split = use(SplitContext);
  return (
    <>
      <BaseEdge
        id={id}
        path={curve(sourceX, sourceY, targetX, targetY)}
        interactionWidth={20}
        className={styles['wire'] ?? ''}
        data-error={data?.isError === true || undefined}
        data-near={data?.['isNear'] === true || selected === true || undefined}
      />
      {selected === true && split !== undefined && (
        <EdgeLabelRenderer>
          <button
            type="button"
            className={styles['split']}
            aria-label="Insert a block here"
            style={{ transform: `translate(-50%, -50%) translate(${(sourceX + targetX) / 2}px, ${(sourceY + targetY) / 2}px)` }}
            onClick={() => split(id)}
          >
            <Plus size={14} strokeWidth={1.75} aria-hidden />
          </button>
        </EdgeLabelRenderer>
      )}
    </>
  );
});
