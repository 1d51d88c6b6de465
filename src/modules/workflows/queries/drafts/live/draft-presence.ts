import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '#kernel/clock.js';
import { Signals } from '#ledger/signals/signals.js';
import { DraftNews } from './draft-news.js';

/** A person who has a draft open. */
export interface PresentPerson {
  /** Id of the user. */
  readonly userId: string;
  /** Name of the user; null when it is not known. */
  readonly name: string | null;
  /** The id that their client chose, so that two tabs of a person are two entries. */
  readonly client: string;
  /** Id of the block that the person edits; null for none. */
  readonly block: string | null;
  /** Id of the field that the person edits; null for none. */
  readonly field: string | null;
}

/** A person is absent when nothing was heard of them for this long. Clients report about every ten seconds. */
export const presentForMs = 30_000;
/** People of one draft that are kept. */
const mostPeople = 200;
const topic = 'draft-presence';

interface Beat {
  readonly workflowId: string;
  readonly person: PresentPerson;
  readonly isAbsent: boolean;
}

interface Seen {
  readonly person: PresentPerson;
  readonly atMs: number;
}

/** The people of one draft, and when the last of them reported. */
interface Present {
  readonly people: Map<string, Seen>;
  readonly latestMs: number;
}

/** Who has which draft open. It is kept in memory and sent to the other processes, since it is of no use a minute later. */
@Injectable()
export class DraftPresence implements OnModuleDestroy {
  /** The draft that was reported last comes last. */
  readonly #drafts = new Map<string, Present>();
  readonly #stopReading: () => void;

  constructor(
    private readonly signals: Signals,
    private readonly news: DraftNews,
    private readonly clock: Clock,
  ) {
    this.#stopReading = signals.onMessage(topic, (text) => this.#take(JSON.parse(text) as Beat));
  }

  onModuleDestroy(): void {
    this.#stopReading();
  }

  /** The number of drafts that are kept. */
  get size(): number {
    return this.#drafts.size;
  }

  /** Reports that a person has a draft open, or has left it. */
  report(beat: Beat): void {
    this.signals.sendMessage(topic, JSON.stringify(beat));
    this.news.tell(beat.workflowId);
  }

  /** The people who have a draft open now, in the order of their ids. */
  of(workflowId: string): readonly PresentPerson[] {
    const since = this.#nowMs() - presentForMs;
    const seen = this.#drafts.get(workflowId)?.people;
    if (seen === undefined) return [];
    for (const [key, { atMs }] of seen) if (atMs <= since) seen.delete(key);
    if (seen.size === 0) this.#drafts.delete(workflowId);
    return [...seen].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, { person }]) => person);
  }

  #take({ workflowId, person, isAbsent }: Beat): void {
    const nowMs = this.#nowMs();
    this.#forget(nowMs - presentForMs);
    const seen = this.#drafts.get(workflowId)?.people ?? new Map<string, Seen>();
    const key = `${person.userId} ${person.client}`;
    seen.delete(key);
    if (!isAbsent) seen.set(key, { person, atMs: nowMs });
    for (const oldest of seen.keys()) {
      if (seen.size <= mostPeople) break;
      seen.delete(oldest);
    }
    this.#drafts.delete(workflowId);
    if (seen.size > 0) this.#drafts.set(workflowId, { people: seen, latestMs: nowMs });
  }

  /** Most processes receive reports of drafts that are never asked for there. */
  #forget(since: number): void {
    for (const [workflowId, { latestMs }] of this.#drafts) {
      if (latestMs > since) break;
      this.#drafts.delete(workflowId);
    }
  }

  #nowMs(): number {
    return this.clock.now().getTime();
  }
}
