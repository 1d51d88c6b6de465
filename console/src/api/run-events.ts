import { SluiceError, type ShownEvent, type ValuePart } from '@sluice/client';
import { useEffect, useState } from 'react';
import { endsRun } from '../run/event-facts.js';
import { api, whileVisible, withStream } from './client.js';

export interface RunEvents {
  readonly events: readonly ShownEvent[];
  /** Whether the run has no other event, and will have none. */
  readonly isWhole: boolean;
  /** Why no events come at present. The reading is tried again. */
  readonly error: unknown;
}

const none: RunEvents = { events: [], isWhole: false, error: null };
const pageSize = 1000;
/** Events that come in quick succession are shown together. */
const gatherMs = 100;
const againMs = 3000;

/**
 * The events of a run, and those that follow while it is active: from the last one on after a lost connection, and after the page was hidden.
 * A browser has few connections, so a hidden page gives its own away.
 */
export function useRunEvents(workspaceId: string, executionId: string, isWanted: boolean): RunEvents {
  const [read, setRead] = useState({ executionId, ...none });
  useEffect(() => {
    if (!isWanted) return;
    return followVisibly({ workspaceId, executionId }, (now) => setRead({ executionId, ...now }));
  }, [workspaceId, executionId, isWanted]);
  return read.executionId === executionId ? read : none;
}

/** The next part of a value that an event leaves out. */
export async function readPart(
  { executionId, workspaceId, position }: Place & { readonly position: number },
  part: { readonly path: string; readonly offset: number; readonly limit: number },
): Promise<ValuePart> {
  return (await api.runEvents.part(executionId, String(position), { workspaceId, ...part })).data;
}

/** The input of a run, as its first event has it. Large parts are left out. */
export async function readInputOf(
  workspaceId: string,
  executionId: string,
): Promise<{ readonly position: number; readonly input: unknown }> {
  const [first] = (await api.runEvents.list(executionId, { workspaceId, limit: 1 })).data;
  return { position: first?.position ?? 1, input: first?.payload['input'] };
}

interface Place {
  readonly workspaceId: string;
  readonly executionId: string;
}

/** @returns what ends it */
function followVisibly(place: Place, tell: (now: RunEvents) => void): () => void {
  const reader = new EventReader(place, tell);
  return whileVisible({ start: () => reader.start(), stop: () => reader.stop() });
}

/** Reads from the last event that it has, as often as it is started. */
class EventReader {
  readonly #place: Place;
  readonly #tell: (now: RunEvents) => void;
  #events: readonly ShownEvent[] = [];
  #waiting: ShownEvent[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #abort: AbortController | undefined;

  constructor(place: Place, tell: (now: RunEvents) => void) {
    this.#place = place;
    this.#tell = tell;
  }

  start(): void {
    if (this.#abort !== undefined || this.#isWhole) return;
    const abort = new AbortController();
    this.#abort = abort;
    this.#read(abort.signal).then(
      () => this.#pause(abort),
      (error: unknown) => this.#fail(error, abort),
    );
  }

  stop(): void {
    this.#abort?.abort();
    this.#abort = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  get #isWhole(): boolean {
    const last = this.#waiting.at(-1) ?? this.#events.at(-1);
    return last !== undefined && endsRun(last);
  }

  get #after(): number {
    return (this.#waiting.at(-1) ?? this.#events.at(-1))?.position ?? 0;
  }

  /** Pages as long as there are some, then the stream. */
  async #read(signal: AbortSignal): Promise<void> {
    const { executionId, workspaceId } = this.#place;
    for (let isMore = true; isMore;) {
      const page = await api.runEvents.list(executionId, { workspaceId, after: this.#after, limit: pageSize }, { signal });
      this.#waiting.push(...page.data);
      this.#show();
      isMore = page.nextAfter !== null;
    }
    if (this.#isWhole) return;
    await withStream(async (mayStay) => {
      if (!mayStay) return;
      for await (const event of api.followEvents(executionId, { workspaceId, after: this.#after, signal })) {
        signal.throwIfAborted();
        this.#waiting.push(event);
        this.#timer ??= setTimeout(() => this.#show(), gatherMs);
      }
      this.#show();
    });
  }

  /** There may be more events, and no stream tells of them. */
  #pause(abort: AbortController): void {
    if (abort.signal.aborted || this.#isWhole) return;
    this.#abort = undefined;
    this.#timer = setTimeout(() => this.start(), againMs);
  }

  #show(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#events = [...this.#events, ...this.#waiting];
    this.#waiting = [];
    this.#tell({ events: this.#events, isWhole: this.#isWhole, error: null });
  }

  #fail(error: unknown, abort: AbortController): void {
    if (abort.signal.aborted) return;
    this.#show();
    this.#tell({ events: this.#events, isWhole: this.#isWhole, error });
    this.#abort = undefined;
    const isFinal = error instanceof SluiceError && [401, 403, 404].includes(error.status ?? 0);
    if (!isFinal) this.#timer = setTimeout(() => this.start(), againMs);
  }
}
