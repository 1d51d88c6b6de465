import { randomUUID } from 'node:crypto';
import type { EventStore, StreamAppend } from '#ledger/events/event-store.js';
import type { Signals } from '#ledger/signals/signals.js';

/** An event of a stream that is kept for ever: a change of settings, users or workflows. */
export interface Change {
  readonly type: string;
  readonly streamId: string;
  readonly workspaceId: string | null;
}

export type ChangeListener = (change: Change) => void;

interface Message {
  /** The process: its own message comes back to it. */
  readonly from: string;
  readonly changes: readonly Change[];
}

const topic = 'changes';
/** So many fit into one message. */
const mostInMessage = 30;

/**
 * What caches forget. A change by this process arrives at once, one by another process as soon as its signal arrives; a signal may be lost and may
 * arrive twice, so cached values expire by themselves, too.
 */
export class Changes {
  readonly #id = randomUUID();
  readonly #listeners = new Map<string, Set<ChangeListener>>();

  constructor(
    store: EventStore,
    private readonly signals: Signals,
  ) {
    store.onAppended((streams) => this.#appended(streams));
    signals.onMessage(topic, (text) => {
      const { from, changes } = JSON.parse(text) as Message;
      if (from !== this.#id) this.#tell(changes);
    });
  }

  /** Calls the listener for each event of one of these types. @returns how to stop that */
  on(types: Iterable<string>, listener: ChangeListener): () => void {
    const all = [...types];
    for (const type of all) this.#listeners.set(type, (this.#listeners.get(type) ?? new Set()).add(listener));
    return () => {
      for (const type of all) this.#listeners.get(type)?.delete(listener);
    };
  }

  #appended(streams: readonly StreamAppend[]): void {
    const changes: Change[] = [];
    for (const { lifetime, streamId, workspaceId, events } of streams) {
      if (lifetime !== 'ledger') continue;
      for (const { type } of events) if (this.#listeners.has(type)) changes.push({ type, streamId, workspaceId });
    }
    this.#tell(changes);
    for (let at = 0; at < changes.length; at += mostInMessage) {
      const message: Message = { from: this.#id, changes: changes.slice(at, at + mostInMessage) };
      this.signals.sendMessage(topic, JSON.stringify(message));
    }
  }

  #tell(changes: readonly Change[]): void {
    for (const change of changes) for (const listener of this.#listeners.get(change.type) ?? []) listener(change);
  }
}
