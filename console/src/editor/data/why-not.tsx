import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { findBlock, type Block } from '../../../../src/document/document.js';
import { executedQuery } from '../../api/run.js';
import { Button } from '../../parts/controls/button.js';
import { Problem } from '../../parts/show/problem.js';
import { Skeleton } from '../../parts/show/small-parts.js';
import { factsOf } from '../../run/block-ends.js';
import { whyNot } from '../../run/why-not.js';
import type { ShownRun } from '../runs/use-test-run.js';
import styles from './data.module.css';

interface WhyNotProps {
  readonly run: ShownRun;
  readonly workspaceId: string;
  readonly block: Block;
  readonly onSelect: (blockId: string) => void;
}

/** Why the run that is shown has not run a block: the ways that lead to it in the version that ran. */
export function WhyNot({ run, workspaceId, block, onSelect }: WhyNotProps): ReactNode {
  const executed = useQuery(executedQuery(workspaceId, run.executionId));
  const document = executed.data;
  const reasons = useMemo(() => document && whyNot(document, factsOf(run.seen), block.id), [document, run.seen, block.id]);
  if (executed.error !== null) return <Problem error={executed.error} onRetry={() => void executed.refetch()} />;
  if (document === undefined || reasons === undefined) return <Skeleton width="60%" />;
  return (
    <section className={styles['part']} aria-label="Why did this not run?">
      <h3>{run.stateThen.isOver ? 'Why did this not run?' : 'Why has this not run yet?'}</h3>
      {reasons.length === 0 && <p>The run has an earlier form of the workflow, without this block.</p>}
      <ol className={styles['reasons']}>
        {reasons.map(({ blockId, text }) => (
          <li key={`${blockId} ${text}`}>
            <p dir="auto">{text}</p>
            {blockId !== block.id && (
              <Button look="quiet" onPress={() => onSelect(blockId)}>
                {findBlock(document.blocks, blockId)?.name ?? blockId}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
