import type { ExecutionEvent } from '../domain/execution.events.js';
import { contextIdOf } from '../engine/pause-place.js';

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
  const open = new Map<string, Waiting>();
  let [pauseCount, resumedCount] = [0, 0];
  for (const { type, payload } of events) {
    if (type === 'execution.block-paused') {
      open.set(payload.node, payload);
      pauseCount += 1;
    } else if (type === 'execution.pause-ended') {
      open.delete(payload.node);
      resumedCount += 1;
    } else if (type === 'execution.block-completed' || type === 'execution.block-failed') closeBelow(open, payload.node);
  }
  const waiting = [...open.values()];
  const first = waiting.find(({ pause }) => pause.kind === 'human') ?? waiting[0];
  if (first === undefined) return null;
  const { node, blockId, pause } = first;
  const resumeAt = pause.kind === 'time' ? pause.resumeAt : null;
  return { contextId: contextIdOf(node), blockId, kind: pause.kind, resumeAt, pausedAt, pauseCount, resumedCount };
}

/** A workflow that was left does not wait any more, whatever its blocks waited for. */
function closeBelow(open: Map<string, Waiting>, node: string): void {
  for (const key of open.keys()) if (key.startsWith(`${node}()/`)) open.delete(key);
}
