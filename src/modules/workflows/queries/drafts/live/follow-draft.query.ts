import { isDeepStrictEqual } from 'node:util';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/clock.js';
import type { Caller } from '#kernel/caller.js';
import { DomainError } from '#kernel/errors.js';
import type { DraftChange } from '../../../domain/edits/history/draft-change.js';
import { DraftChanges } from '../../../store/draft-changes.js';
import { WorkflowViews } from '../../workflow-views.js';
import { DraftNews } from './draft-news.js';
import { DraftPresence, type PresentPerson } from './draft-presence.js';

/** A change of the draft. */
export interface EditNews extends DraftChange {
  /** Kind of the message. */
  readonly type: 'edit';
}

/** The people who have the draft open, whenever that has changed. */
export interface PresenceNews {
  /** Kind of the message. */
  readonly type: 'presence';
  /** The present revision of the draft. */
  readonly revision: number;
  /** Everyone who has the draft open, one entry for each client. */
  readonly people: readonly PresentPerson[];
}

/** The reader is too far behind: it reads the whole draft again. */
export interface BehindNews {
  /** Kind of the message. */
  readonly type: 'behind';
  /** The present revision of the draft. */
  readonly revision: number;
}

/** What happens to a draft. */
export type DraftMessage = EditNews | PresenceNews | BehindNews;

/** A message with the revision up to which the reader has everything, a comment, or the end of a connection that begins again. */
export type FollowedDraft =
  | { readonly revision: number; readonly message: DraftMessage }
  | { readonly comment: string }
  | { readonly reconnectMs: number };

export interface DraftReader {
  /** The revision that the reader has; undefined: the present one. */
  readonly after: number | undefined;
  /** Finds out again who the reader is. @throws DomainError when their credential has ended */
  readonly admitted: () => Promise<Caller>;
  /** Aborts when the reader has disconnected. */
  readonly gone: AbortSignal;
}

/** The changes of a draft and the people who have it open. @throws DomainError not-found, forbidden */
export class FollowDraft extends Query<AsyncIterable<FollowedDraft>> {
  constructor(
    readonly caller: Caller,
    readonly workflowId: string,
    readonly reader: DraftReader,
  ) {
    super();
  }
}

const heartbeatMs = 15_000;
/** Signals may be lost, and access may end: both are noticed after this time. */
const pollMs = 1000;
const reconnectMs = 1000;
/** A reader that is further behind reads the whole draft again. */
const mostBehind = 500;

@QueryHandler(FollowDraft)
export class FollowDraftHandler implements IQueryHandler<FollowDraft> {
  constructor(
    private readonly views: WorkflowViews,
    private readonly changes: DraftChanges,
    private readonly presence: DraftPresence,
    private readonly news: DraftNews,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, workflowId, reader }: FollowDraft): Promise<AsyncIterable<FollowedDraft>> {
    await this.views.reached(caller, workflowId, 'read');
    return this.#followed(workflowId, reader);
  }

  async *#followed(workflowId: string, reader: DraftReader): AsyncGenerator<FollowedDraft, void, undefined> {
    const ears = new Ears([reader.gone, this.news.stopping]);
    const stop = this.news.on(workflowId, () => ears.hear());
    try {
      yield* this.#messages(workflowId, reader, ears);
    } finally {
      stop();
      ears.close();
    }
  }

  /** The first message tells who is there, also when no one is. */
  async *#messages(workflowId: string, reader: DraftReader, ears: Ears): AsyncGenerator<FollowedDraft, void, undefined> {
    let [place, sentAtMs] = [reader.after, -Infinity];
    let people: readonly PresentPerson[] | undefined;
    while (!reader.gone.aborted) {
      ears.listen();
      const head = await this.#head(workflowId, reader);
      if (head === undefined) return;
      place ??= head;
      for (const { revision, message } of await this.#since(workflowId, place, head)) {
        yield { revision, message };
        sentAtMs = this.#nowMs();
      }
      place = head;
      const present = this.presence.of(workflowId);
      if (!isDeepStrictEqual(people, present)) {
        people = present;
        yield { revision: head, message: { type: 'presence', revision: head, people } };
        sentAtMs = this.#nowMs();
      }
      if (this.news.stopping.aborted) return yield { reconnectMs };
      if (this.#nowMs() - sentAtMs >= heartbeatMs) {
        yield { comment: 'waiting' };
        sentAtMs = this.#nowMs();
      }
      await ears.heard(pollMs);
    }
  }

  /** The present revision; undefined when the reader has lost access, or the workflow is deleted. */
  async #head(workflowId: string, { admitted }: DraftReader): Promise<number | undefined> {
    try {
      return (await this.views.reached(await admitted(), workflowId, 'read')).draftRevision;
    } catch (error) {
      if (error instanceof DomainError) return undefined;
      throw error;
    }
  }

  async #since(
    workflowId: string,
    place: number,
    head: number,
  ): Promise<readonly { readonly revision: number; readonly message: DraftMessage }[]> {
    if (place === head) return [];
    if (place > head || head - place > mostBehind) return [{ revision: head, message: { type: 'behind', revision: head } }];
    const changes = await this.changes.between(workflowId, place, head, mostBehind).catch(tooMany);
    if (changes === undefined) return [{ revision: head, message: { type: 'behind', revision: head } }];
    return changes.map((change) => ({ revision: change.revision, message: { type: 'edit', ...change } }));
  }

  #nowMs(): number {
    return this.clock.now().getTime();
  }
}

/** @throws the error unless it says that the changes are too large */
function tooMany(error: unknown): undefined {
  if (error instanceof DomainError && error.kind === 'conflict') return undefined;
  throw error;
}

/** Waits for a call, which may come while nothing waits. */
class Ears {
  #hasHeard = false;
  #wake: (() => void) | undefined;
  readonly hear = (): void => {
    this.#hasHeard = true;
    this.#wake?.();
  };

  constructor(private readonly ends: readonly AbortSignal[]) {
    for (const end of ends) end.addEventListener('abort', this.hear);
  }

  /** From now on calls count. */
  listen(): void {
    this.#hasHeard = this.ends.some(({ aborted }) => aborted);
  }

  /** Resolves when something was heard since `listen`, or after `ms`. */
  heard(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.#wake = wake;
      if (this.#hasHeard) wake();
    });
  }

  close(): void {
    for (const end of this.ends) end.removeEventListener('abort', this.hear);
  }
}
