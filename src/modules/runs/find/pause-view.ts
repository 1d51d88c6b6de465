import type { ExecutionEvent } from '#engine/execution.events.js';
import { contextIdIn } from '#engine/schedule/pauses/pause-place.js';

/** The pause of a run. Times are ISO 8601. */
export interface PauseView {
  /** Of the first open question, or of the first timer if there is no question. */
  readonly contextId: string;
  readonly blockId: string;
  readonly kind: 'human' | 'time';
  /** When the timer is due; null for a question. */
  readonly resumeAt: string | null;
  readonly pausedAt: string;
  /** Pauses of the whole run, open and ended. */
  readonly pauseCount: number;
  readonly resumedCount: number;
}

type OpenPause = Extract<ExecutionEvent, { type: 'execution.block-paused' }>['payload'];

/** Null unless the run is paused. */
export function pauseView(events: readonly ExecutionEvent[], pausedAt: string | null): PauseView | null {
  if (pausedAt === null) return null;
  const waiting = openPauses(events);
  const first = waiting.find(({ pause }) => pause.kind === 'human') ?? waiting[0];
  if (first === undefined) return null;
  const { blockId, pause } = first;
  const resumeAt = pause.kind === 'time' ? pause.resumeAt : null;
  const count = (wanted: ExecutionEvent['type']): number => events.filter(({ type }) => type === wanted).length;
  const counts = { pauseCount: count('execution.block-paused'), resumedCount: count('execution.pause-ended') };
  return { contextId: contextIdIn(first), blockId, kind: pause.kind, resumeAt, pausedAt, ...counts };
}

/** The pauses that have not ended, the oldest first. */
export function openPauses(events: readonly ExecutionEvent[]): readonly OpenPause[] {
  const open = new Map<string, OpenPause>();
  for (const { type, payload } of events) {
    if (type === 'execution.block-paused') open.set(payload.node, payload);
    else if (type === 'execution.pause-ended') open.delete(payload.node);
    else if (type === 'execution.block-completed' || type === 'execution.block-failed') closeBelow(open, payload.node);
  }
  return [...open.values()];
}

/** A called workflow that has ended is not paused any more, even if blocks of it were. */
function closeBelow(open: Map<string, OpenPause>, node: string): void {
  for (const key of open.keys()) if (key.startsWith(`${node}()/`)) open.delete(key);
}
