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
  readonly number: number;
  readonly changes: readonly Change[];
}

const topic = 'changes';
/** So many fit into one message. */
const mostInMessage = 30;
/** So long an append waits for its message at most. */
const longestWaitMs = 100;

/**
 * What caches forget. A change by this process arrives at once, one by another process as soon as its signal arrives. The append of a change answers
 * when its signal has come back to this process, and so has reached the others: what a client has been answered counts in all of them. A signal may be
 * lost and may arrive twice, so the wait has an end, and cached values expire by themselves, too.
 */
export class Changes {
  readonly #id = randomUUID();
  readonly #listeners = new Map<string, Set<ChangeListener>>();
  /** The messages that have not come back. */
  readonly #underway = new Map<number, () => void>();
  #sent = 0;

  constructor(
    store: EventStore,
    private readonly signals: Signals,
  ) {
    store.onAppended((streams) => this.#appended(streams));
    signals.onMessage(topic, (text) => {
      const { from, number, changes } = JSON.parse(text) as Message;
      if (from === this.#id) this.#underway.get(number)?.();
      else this.#tell(changes);
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

  #appended(streams: readonly StreamAppend[]): Promise<void> | undefined {
    const changes: Change[] = [];
    for (const { lifetime, streamId, workspaceId, events } of streams) {
      if (lifetime !== 'ledger') continue;
      for (const { type } of events) if (this.#listeners.has(type)) changes.push({ type, streamId, workspaceId });
    }
    if (changes.length === 0) return undefined;
    this.#tell(changes);
    for (let at = 0; at < changes.length; at += mostInMessage) this.#send(changes.slice(at, at + mostInMessage));
    return this.#back(this.#sent);
  }

  #send(changes: readonly Change[]): void {
    this.#sent += 1;
    const message: Message = { from: this.#id, number: this.#sent, changes };
    this.signals.sendMessage(topic, JSON.stringify(message));
  }

  /** Begins after the message was sent: this process hears it once without a way through the database. */
  #back(number: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(noLonger);
        this.#underway.delete(number);
        resolve();
      };
      const noLonger = setTimeout(end, longestWaitMs);
      this.#underway.set(number, end);
    });
  }

  #tell(changes: readonly Change[]): void {
    for (const change of changes) for (const listener of this.#listeners.get(change.type) ?? []) listener(change);
  }
}
