import type { ShownEvent } from '@sluice/client';
import { useCallback, type ReactNode } from 'react';
import { readPart } from '../../../api/run-events.js';
import { exactTime } from '../../../parts/show/amount.js';
import { JsonTree } from '../../../parts/show/json-tree.js';
import type { LoadedPart } from '../../../parts/show/left-out-value.js';
import { Facts } from '../../../parts/show/small-parts.js';
import { eventWords } from '../../../run/event-facts.js';
import run from '../run.module.css';
import styles from './events.module.css';

interface EventDetailsProps {
  readonly event: ShownEvent | undefined;
  readonly workspaceId: string;
  readonly executionId: string;
}

/** All that one event says. Large values are loaded when asked for. */
export function EventDetails({ event, workspaceId, executionId }: EventDetailsProps): ReactNode {
  const position = event?.position ?? 0;
  const load = useCallback(
    (path: string, offset: number, limit: number): Promise<LoadedPart> =>
      readPart({ executionId, workspaceId, position }, { path, offset, limit }),
    [executionId, workspaceId, position],
  );
  return (
    <section className={run['inspector']} aria-label="Event">
      <div className={run['subject']}>
        <h2>{event === undefined ? 'Event' : eventWords(event.type)}</h2>
        <span>{event?.node}</span>
      </div>
      <div className={styles['details']}>
        {event === undefined ? (
          <p className={run['none']}>Select an event to see what it says.</p>
        ) : (
          <>
            <Facts
              facts={[
                ['Position', event.position],
                ['Recorded', exactTime(event.at)],
                ['Kind', <code key="kind">{event.type}</code>],
              ]}
            />
            <JsonTree key={event.position} value={event.payload} openLevels={3} load={load} />
          </>
        )}
      </div>
    </section>
  );
}
