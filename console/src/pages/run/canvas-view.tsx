import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { executedQuery } from '../../api/run.js';
import { Canvas } from '../../canvas/canvas.js';
import { Problem } from '../../parts/show/problem.js';
import { Skeleton } from '../../parts/show/small-parts.js';
import { spansOfBlocks, stateOfBlock } from '../../run/block-states.js';
import type { SpanThen } from '../../run/moments.js';
import styles from './run.module.css';

interface CanvasViewProps {
  readonly workspaceId: string;
  readonly executionId: string;
  readonly spans: readonly SpanThen[];
  readonly selected: string | undefined;
  readonly onSelect: (blockId: string | undefined) => void;
}

/** The version that ran, with what happened to each block. */
export function CanvasView({ workspaceId, executionId, spans, selected, onSelect }: CanvasViewProps): ReactNode {
  const executed = useQuery(executedQuery(workspaceId, executionId));
  const states = useMemo(() => {
    const of = spansOfBlocks(spans);
    return new Map(Object.keys(executed.data?.blocks ?? {}).map((id) => [id, stateOfBlock(of.get(id) ?? [])]));
  }, [spans, executed.data]);
  if (executed.error !== null) {
    return (
      <div className={styles['pad']}>
        <Problem error={executed.error} onRetry={() => void executed.refetch()} />
      </div>
    );
  }
  if (executed.data === undefined) {
    return (
      <div className={styles['pad']}>
        <Skeleton width="40%" />
      </div>
    );
  }
  return (
    <div className={styles['canvas']}>
      <Canvas label="The version that ran" document={executed.data} states={states} selected={selected} onSelect={onSelect} />
    </div>
  );
}
