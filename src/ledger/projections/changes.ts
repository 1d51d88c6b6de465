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

interface ChangesMessage {
  /** The process that has changed something: its own message comes back to it. */
  readonly from: string;
  readonly number: number;
  readonly changes: readonly Change[];
}

/** A process has forgotten what a message is about. */
interface HeardMessage {
  readonly from: string;
  readonly to: string;
  readonly number: number;
}

const topic = 'changes';
/** So many fit into one message. */
const mostInMessage = 30;
/** So long an append waits for other processes at most. One that has not answered by then is not waited for again before it is heard of. */
const longestWaitMs = 100;

/**
 * What caches forget. A change by this process arrives at once, one by another process as soon as its signal arrives. The append of a change answers
 * when the other processes have answered its signal: what a client has been answered counts in all of them. A signal may be lost and may arrive twice,
 * so the wait has an end, and cached values expire by themselves, too.
 */
export class Changes {
  readonly #id = randomUUID();
  readonly #listeners = new Map<string, Set<ChangeListener>>();
  /** The other processes that have been heard of. */
  readonly #others = new Set<string>();
  /** What to do when a process has answered the message with this number. */
  readonly #underway = new Map<number, (by: string) => void>();
  #sent = 0;

  constructor(
    store: EventStore,
    private readonly signals: Signals,
  ) {
    store.onAppended((streams) => this.#appended(streams));
    signals.onMessage(topic, (text) => {
      const message = JSON.parse(text) as ChangesMessage | HeardMessage;
      if (message.from !== this.#id) this.#receive(message);
    });
  }

  /** Makes this process known to the others, and them to it. */
  announce(): void {
    this.#send([]);
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
    return this.#others.size === 0 ? undefined : this.#heard(this.#sent);
  }

  #receive(message: ChangesMessage | HeardMessage): void {
    const { from, number } = message;
    this.#others.add(from);
    if ('to' in message) {
      if (message.to === this.#id) this.#underway.get(number)?.(from);
      return;
    }
    this.#tell(message.changes);
    const answer: HeardMessage = { from: this.#id, to: from, number };
    this.signals.sendMessage(topic, JSON.stringify(answer));
  }

  #send(changes: readonly Change[]): void {
    this.#sent += 1;
    const message: ChangesMessage = { from: this.#id, number: this.#sent, changes };
    this.signals.sendMessage(topic, JSON.stringify(message));
  }

  /** The last message of a large append stands for all of them. */
  #heard(number: number): Promise<void> {
    const missing = new Set(this.#others);
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(noLonger);
        this.#underway.delete(number);
        resolve();
      };
      const noLonger = setTimeout(() => {
        for (const silent of missing) this.#others.delete(silent);
        end();
      }, longestWaitMs);
      this.#underway.set(number, (by) => {
        missing.delete(by);
        if (missing.size === 0) end();
      });
    });
  }

  #tell(changes: readonly Change[]): void {
    for (const change of changes) for (const listener of this.#listeners.get(change.type) ?? []) listener(change);
  }
}
