import type { ExecutionEvent } from '#engine/execution.events.js';
import { contextIdOf } from '#engine/schedule/pause-place.js';

/** What a run waits for. Times are ISO 8601. */
export interface PauseView {
  /** The first of the questions, or else of the moments, that the run waits for. */
  readonly contextId: string;
  readonly blockId: string;
  readonly kind: 'human' | 'time';
  /** When the moment comes; null for a question. */
  readonly resumeAt: string | null;
  readonly pausedAt: string;
  /** Of the whole run, the pauses that are over among them. */
  readonly pauseCount: number;
  readonly resumedCount: number;
}

type Waiting = Extract<ExecutionEvent, { type: 'execution.block-paused' }>['payload'];

/** Null for a run that does not wait. */
export function pauseView(events: readonly ExecutionEvent[], pausedAt: string | null): PauseView | null {
  if (pausedAt === null) return null;
  const waiting = openPauses(events);
  const first = waiting.find(({ pause }) => pause.kind === 'human') ?? waiting[0];
  if (first === undefined) return null;
  const { node, blockId, pause } = first;
  const resumeAt = pause.kind === 'time' ? pause.resumeAt : null;
  const count = (wanted: ExecutionEvent['type']): number => events.filter(({ type }) => type === wanted).length;
  const counts = { pauseCount: count('execution.block-paused'), resumedCount: count('execution.pause-ended') };
  return { contextId: contextIdOf(node), blockId, kind: pause.kind, resumeAt, pausedAt, ...counts };
}

/** The pauses that are not over, the oldest first. */
export function openPauses(events: readonly ExecutionEvent[]): readonly Waiting[] {
  const open = new Map<string, Waiting>();
  for (const { type, payload } of events) {
    if (type === 'execution.block-paused') open.set(payload.node, payload);
    else if (type === 'execution.pause-ended') open.delete(payload.node);
    else if (type === 'execution.block-completed' || type === 'execution.block-failed') closeBelow(open, payload.node);
  }
  return [...open.values()];
}

/** A workflow that was left does not wait any more, whatever its blocks waited for. */
function closeBelow(open: Map<string, Waiting>, node: string): void {
  for (const key of open.keys()) if (key.startsWith(`${node}()/`)) open.delete(key);
}
