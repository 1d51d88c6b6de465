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

/** The pauses of a run, from its events one after the other. */
export class OpenPauses {
  readonly #open = new Map<string, OpenPause>();
  #pauseCount = 0;
  #resumedCount = 0;
  #hasAsked = false;

  take({ type, payload }: ExecutionEvent): void {
    switch (type) {
      case 'execution.block-paused':
        this.#open.set(payload.node, payload);
        this.#pauseCount += 1;
        this.#hasAsked ||= payload.pause.kind === 'human';
        break;
      case 'execution.pause-ended':
        this.#open.delete(payload.node);
        this.#resumedCount += 1;
        break;
      case 'execution.block-completed':
      case 'execution.block-failed':
        this.#closeBelow(payload.node);
        break;
      default:
    }
  }

  /** Whether the run has asked people a question. */
  get hasAsked(): boolean {
    return this.#hasAsked;
  }

  /** The pauses that have not ended, the oldest first. */
  get open(): readonly OpenPause[] {
    return [...this.#open.values()];
  }

  /** Null unless the run is paused. */
  view(pausedAt: string | null): PauseView | null {
    if (pausedAt === null) return null;
    const waiting = this.open;
    const first = waiting.find(({ pause }) => pause.kind === 'human') ?? waiting[0];
    if (first === undefined) return null;
    const { blockId, pause } = first;
    const resumeAt = pause.kind === 'time' ? pause.resumeAt : null;
    const counts = { pauseCount: this.#pauseCount, resumedCount: this.#resumedCount };
    return { contextId: contextIdIn(first), blockId, kind: pause.kind, resumeAt, pausedAt, ...counts };
  }

  /** A called workflow that has ended is not paused any more, even if blocks of it were. */
  #closeBelow(node: string): void {
    for (const key of this.#open.keys()) if (key.startsWith(`${node}()/`)) this.#open.delete(key);
  }
}

/** The pauses that have not ended, the oldest first. */
export function openPauses(events: readonly ExecutionEvent[]): readonly OpenPause[] {
  const pauses = new OpenPauses();
  for (const event of events) pauses.take(event);
  return pauses.open;
}
