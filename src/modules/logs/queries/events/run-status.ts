import type { ReadEvent } from '../diagnosis/run-events.js';
import type { LogStatus } from '../../projections/log-status.js';

const statuses: Readonly<Partial<Record<ReadEvent['type'], LogStatus>>> = {
  'execution.started': 'running',
  'execution.paused': 'paused',
  'execution.resumed': 'running',
  'execution.completed': 'completed',
  'execution.failed': 'failed',
  'execution.cancelled': 'cancelled',
};

/** The status that a run has after this event; undefined for an event that does not change it. */
export function statusAfter({ type }: ReadEvent): LogStatus | undefined {
  return statuses[type];
}

/** Whether no event follows this one. */
export function isEnd(event: ReadEvent | undefined): boolean {
  return event !== undefined && ['execution.completed', 'execution.failed', 'execution.cancelled'].includes(event.type);
}
