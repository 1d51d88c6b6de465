import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import type { RunEvents } from '../../api/run-events.js';
import { executedQuery } from '../../api/run.js';
import { Button } from '../../parts/controls/button.js';
import { Problem } from '../../parts/show/problem.js';
import { Skeleton } from '../../parts/show/small-parts.js';
import { factsOf } from '../../run/block-ends.js';
import { whyNot } from '../../run/why-not.js';
import styles from './run.module.css';

interface WhyPanelProps {
  readonly workspaceId: string;
  readonly executionId: string;
  readonly blockId: string;
  readonly read: RunEvents;
  readonly onBlock: (blockId: string) => void;
  readonly onEvent: (position: number) => void;
}

/** Why a block of the version did not run: the ways that lead to it, and the events that show it. */
export function WhyPanel({ workspaceId, executionId, blockId, read, onBlock, onEvent }: WhyPanelProps): ReactNode {
  const executed = useQuery(executedQuery(workspaceId, executionId));
  const document = executed.data;
  const reasons = useMemo(
    () => (document === undefined || read.events.length === 0 ? undefined : whyNot(document, factsOf(read.events), blockId)),
    [document, read.events, blockId],
  );
  const nameOf = (id: string): string => document?.blocks[id]?.name ?? id;
  const error = executed.error ?? read.error;
  return (
    <section className={styles['inspector']} aria-label="Inspector">
      <div className={styles['subject']}>
        <h2 dir="auto">{nameOf(blockId)}</h2>
        <span>did not run</span>
      </div>
      <div className={styles['why']}>
        <h3>Why did this not run?</h3>
        {error !== null && <Problem error={error} onRetry={() => void executed.refetch()} />}
        {error === null && reasons === undefined && <Skeleton width="60%" />}
        {reasons?.length === 0 && <p>The version that ran has no block with this id.</p>}
        <ol>
          {reasons?.map(({ blockId: about, text, at }) => (
            <li key={`${about} ${text}`}>
              <p dir="auto">{text}</p>
              <div>
                {about !== blockId && (
                  <Button look="quiet" onPress={() => onBlock(about)}>
                    {nameOf(about)}
                  </Button>
                )}
                {at !== undefined && (
                  <Button look="quiet" onPress={() => onEvent(at)}>
                    Event {at}
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
