import type { Log } from '@sluice/client';
import type { ReactNode } from 'react';
import { Button } from '../../parts/controls/button.js';
import { Duration, Money, Time } from '../../parts/show/amount.js';
import { StatusPill } from '../../parts/show/status-pill.js';
import { queuedMs } from '../../run/queued-ms.js';
import { failedSpan } from '../../run/span-rows.js';
import { versionOf } from '../runs/run-facts.js';
import styles from './run.module.css';

interface RunTitleProps {
  readonly run: Log;
  readonly onBlame: (span: string) => void;
}

export function RunTitle({ run, onBlame }: RunTitleProps): ReactNode {
  const { executionData, startedAt, totalDurationMs, cost, trigger } = run;
  const queued = queuedMs(run);
  const failed = failedSpan(executionData.traceSpans);
  return (
    <div className={styles['title']}>
      <StatusPill status={executionData.status} />
      {failed !== undefined && failed.type !== 'workflow' && (
        <Fact name="Failed in">
          <span className={styles['blame']}>
            <Button look="quiet" onPress={() => onBlame(failed.id)}>
              {failed.name}
            </Button>
          </span>
        </Fact>
      )}
      <Fact name="Version">{versionOf(run)}</Fact>
      <Fact name="Trigger">{trigger}</Fact>
      <Fact name="Started">
        <Time at={startedAt} isFocusable />
      </Fact>
      {queued > 0 && (
        <Fact name="In the queue">
          <Duration ms={queued} />
        </Fact>
      )}
      <Fact name="Duration">
        <Duration ms={totalDurationMs} />
      </Fact>
      <Fact name="Cost">
        <Money usd={cost?.total} />
      </Fact>
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <span className={styles['fact']}>
      <span>{name}</span>
      <span>{children}</span>
    </span>
  );
}
