import type { WorkflowDocument } from '../../../../src/document/document.js';
import type { DraftOperation } from '../../../../src/modules/workflows/domain/edits/operation.js';
import type { EditorProblem } from '../problem.js';
import type { Conflict, DraftState, ForeignChange, Kept, QueuedEdit } from './draft-state.js';
import {
  acknowledged,
  arrived,
  beside,
  decided,
  edited,
  inConflict,
  keptOf,
  openedDraft,
  refused,
  replaced,
  sending,
  setAside,
  stepped,
  withKept,
} from './draft-steps.js';

export interface Draft {
  readonly revision: number;
  readonly document: WorkflowDocument;
}

/** A draft as it is opened. */
export interface OpenedDraft extends Draft {
  /** Its changes since the oldest kept edits; undefined when they are not known. */
  readonly missed: readonly ForeignChange[] | undefined;
  /** Whether the user may not change it. */
  readonly isReadOnly?: boolean;
}

/** What the server says about an edit. */
export type Answer =
  | {
      readonly kind: 'recorded';
      readonly revision: number;
      readonly others: readonly ForeignChange[];
      readonly problems: readonly EditorProblem[];
    }
  /** Others have changed the same parts, or the page is too far behind. */
  | { readonly kind: 'conflict' }
  /** It is not a valid edit, or the user may not write. */
  | { readonly kind: 'refused'; readonly message: string; readonly isFinal: boolean }
  /** The server was not reached: the edit is sent again. */
  | { readonly kind: 'unreached'; readonly message: string };

/** The server as the store needs it. */
export interface DraftServer {
  send(edit: Required<QueuedEdit>): Promise<Answer>;
  /** The changes after a revision; undefined when there are too many, or the draft was replaced. */
  changesAfter(revision: number): Promise<readonly ForeignChange[] | undefined>;
  read(): Promise<Draft>;
}

/** Where edits wait when the page ends before the server has them. */
export interface DraftKeeper {
  /** What pages have kept that are closed, and what this tab has kept, which is the last. */
  load(): readonly Kept[];
  /** What was loaded before is a part of it. @returns whether it is kept */
  save(kept: Kept): boolean;
}

export type Saving = 'saved' | 'saving' | 'waiting' | 'unreached' | 'ended';

/** What the editor shows. */
export interface DraftSnapshot extends DraftState {
  readonly saving: Saving;
  /** Whether the browser keeps what waits when the page is closed. */
  readonly isKept: boolean;
  /** When the server last had everything, in ms; undefined before the first edit. */
  readonly savedAt?: number;
  readonly problems: readonly EditorProblem[];
  /** The revision whose problems these are; undefined before the first report. */
  readonly checked?: number;
  /** Why nothing is sent any more. */
  readonly ended?: string;
}

interface Tools {
  readonly now: () => number;
  readonly newId: () => string;
  /** Calls back after a time. @returns what cancels it */
  readonly later: (ms: number, act: () => void) => () => void;
}

const calmMs = 350;
const retryMs = [500, 1000, 2000, 5000, 10_000, 30_000];

/** A draft that is edited: edits count at once, are sent one by one, and wait until the server has them. */
export class DraftStore {
  #snapshot: DraftSnapshot;
  #cancel: (() => void) | undefined;
  #dueAt = 0;
  #isSending = false;
  #isClosed = false;
  #isOver = false;
  #sent: Promise<void> = Promise.resolve();
  #refreshed: Promise<void> = Promise.resolve();
  #isReadDue = false;
  #failures = 0;
  #seen: number | undefined;
  readonly #readers = new Set<() => void>();

  constructor(
    draft: OpenedDraft,
    private readonly server: DraftServer,
    private readonly keeper: DraftKeeper,
    private readonly tools: Tools,
  ) {
    const kept = keeper.load();
    const { revision, document, missed, isReadOnly = false } = draft;
    const opened = openedDraft(revision, document);
    const state = isReadOnly ? setAside(opened, kept, missed) : withKept(opened, kept, missed);
    const isKept = isReadOnly || kept.length === 0 || keeper.save(keptOf(state));
    const saving = state.queue.length === 0 ? 'saved' : 'waiting';
    this.#snapshot = { ...state, isKept, saving: isReadOnly ? 'ended' : saving, problems: [] };
    if (state.queue.length > 0) this.#sendLater(0);
  }

  readonly subscribe = (tell: () => void): (() => void) => {
    this.#readers.add(tell);
    return () => this.#readers.delete(tell);
  };

  readonly get = (): DraftSnapshot => this.#snapshot;

  edit(operations: readonly DraftOperation[], label: string): void {
    if (operations.length === 0) return;
    const { now, newId } = this.tools;
    const seen = this.#seen === undefined ? {} : { base: this.#seen };
    const edit = { editId: newId(), label, operations, at: now(), ...seen };
    // A field that was being typed in when the draft ended.
    if (this.#snapshot.saving === 'ended') return this.#change((state) => beside(state, edit));
    this.#change((state) => edited(state, edit));
    this.#sendLater(calmMs);
  }

  /** Edits that a person has begun at this revision: the server asks if others have changed the same parts since. */
  asSeen(revision: number, edit: () => void): void {
    this.#seen = revision;
    try {
      edit();
    } finally {
      this.#seen = undefined;
    }
  }

  undo(): void {
    this.#step('undo');
  }

  redo(): void {
    this.#step('redo');
  }

  /** Changes that came by the stream of the draft. */
  receive(changes: readonly ForeignChange[]): void {
    void this.#received(changes);
  }

  /** Reads what others have changed, once what is being read is there. Calls that wait for it share one reading. */
  refresh(): Promise<void> {
    if (this.#isReadDue) return this.#refreshed;
    this.#isReadDue = true;
    this.#refreshed = this.#refreshed.then(() => {
      this.#isReadDue = false;
      return this.#read();
    });
    return this.#refreshed;
  }

  decide(conflict: Conflict, keep: 'theirs' | 'mine'): void {
    this.#change((state) => decided(state, conflict, keep, this.tools.newId()));
    this.#sendLater(0);
  }

  dismissNotices(): void {
    this.#change((state) => ({ ...state, notices: [] }));
  }

  /** Forgets the edits that are not in the draft. */
  discardUnsaved(): void {
    this.#change((state) => ({ ...state, unsaved: [] }));
    if (this.#snapshot.saving === 'ended') this.keeper.save(keptOf(this.#snapshot));
  }

  /** The user may not change the draft any more. What waits stays with the keeper, and is sent when they may again. */
  end(why: string): void {
    if (this.#snapshot.ended === why) return;
    this.#set({ ...this.#snapshot, ...setAside(this.#snapshot, [keptOf(this.#snapshot)]), saving: 'ended', ended: why });
  }

  /** What the server finds in the draft. A report about another revision than the present one is out of date. */
  setProblems(problems: readonly EditorProblem[], revision: number): void {
    if (revision === this.#snapshot.revision) this.#set({ ...this.#snapshot, problems, checked: revision });
  }

  /** Sends what waits now, such as when the network is there again. */
  flush(): void {
    if (this.#snapshot.queue.length > 0) this.#sendLater(0);
  }

  /** Sends what waits before this call ends: the page may not run any more. */
  sendNow(): void {
    if (this.#snapshot.queue.length > 0) this.#begin();
  }

  /**
   * The page leaves the draft. What waits is sent now and, while the server is not reached, again and again. It stays with the keeper until
   * the server has it.
   */
  close(): Promise<void> {
    this.#isClosed = true;
    this.flush();
    return this.#quiet();
  }

  /** What waits is for another store to send, to which the keeper belongs from now on. @returns when nothing is sent any more */
  handOver(): Promise<void> {
    this.#isOver = true;
    this.#cancel?.();
    return this.#quiet();
  }

  /** No other store takes over after all: what waits is sent from here again. */
  resume(): void {
    if (!this.#isOver) return;
    this.#isOver = false;
    this.keeper.save(keptOf(this.#snapshot));
    this.flush();
  }

  async #quiet(): Promise<void> {
    while (this.#isSending) await this.#sent;
  }

  /** Changes of which one is missing are read instead. */
  async #received(changes: readonly ForeignChange[]): Promise<void> {
    const { revision } = this.#snapshot;
    const news = changes.filter((change) => change.revision > revision);
    const isWhole = news.every((change, index) => change.operations !== null && change.revision === revision + 1 + index);
    if (isWhole) this.#change((state) => arrived(state, news));
    else await this.refresh();
  }

  async #read(): Promise<void> {
    try {
      const changes = await this.server.changesAfter(this.#snapshot.revision);
      if (changes === undefined || changes.some(({ operations }) => operations === null)) {
        const { revision, document } = await this.server.read();
        this.#change((state) => replaced(state, revision, document));
      } else this.#change((state) => arrived(state, changes));
    } catch {
      // The next attempt reads it.
    }
  }

  #step(way: 'undo' | 'redo'): void {
    if (this.#snapshot.saving === 'ended') return;
    this.#change((state) => stepped(state, way, { editId: this.tools.newId(), at: this.tools.now() }));
    this.#sendLater(0);
  }

  #change(change: (state: DraftState) => DraftState): void {
    const state = change(this.#snapshot);
    if (state === this.#snapshot) return;
    const next = { ...this.#snapshot, ...state };
    // What is on its way when another store takes over is sent again by that one, and recorded once.
    const isKept = this.#isOver || next.saving === 'ended' || this.keeper.save(keptOf(next));
    this.#set({ ...next, isKept, saving: this.#savingOf(next) });
  }

  #savingOf({ queue, saving }: DraftSnapshot): Saving {
    if (saving === 'ended') return saving;
    if (queue.length === 0) return 'saved';
    return saving === 'saved' ? 'waiting' : saving;
  }

  #set(snapshot: DraftSnapshot): void {
    this.#snapshot = snapshot;
    for (const tell of this.#readers) tell();
  }

  #sendLater(ms: number): void {
    if (this.#isSending || this.#isOver) return;
    const dueAt = this.tools.now() + ms;
    // Edits that follow each other without a pause do not put off the first of them.
    if (this.#cancel !== undefined && this.#dueAt <= dueAt && !this.#isClosed) return;
    this.#cancel?.();
    this.#cancel = undefined;
    this.#dueAt = dueAt;
    if (this.#isClosed && this.#failures === 0) this.#begin();
    else this.#cancel = this.tools.later(ms, () => this.#begin());
  }

  #begin(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (!this.#isSending) this.#sent = this.#send();
  }

  async #send(): Promise<void> {
    if (this.#snapshot.saving === 'ended') return;
    this.#change(sending);
    const edit = this.#snapshot.queue[0];
    if (edit === undefined) return;
    this.#isSending = true;
    this.#set({ ...this.#snapshot, saving: this.#failures === 0 ? 'saving' : 'unreached' });
    const answer = await this.server.send({ ...edit, base: edit.base ?? this.#snapshot.revision });
    // The edit is in the queue until its answer is taken: it must not be sent a second time meanwhile.
    const pauseMs = await this.#take(edit, answer).finally(() => (this.#isSending = false));
    const { queue, saving } = this.get();
    if (queue.length > 0 && saving !== 'ended') this.#sendLater(pauseMs);
  }

  /** @returns the time until the next edit is sent, in ms */
  async #take(edit: QueuedEdit, answer: Answer): Promise<number> {
    if (this.#snapshot.saving === 'ended') return 0;
    // An edit that is recorded behind changes that could not be read is sent again, and recorded once.
    if (answer.kind === 'unreached' || (answer.kind === 'recorded' && !(await this.#hasBefore(answer)))) {
      this.#set({ ...this.#snapshot, saving: 'unreached' });
      this.#failures += 1;
      return retryMs[Math.min(this.#failures, retryMs.length) - 1] ?? calmMs;
    }
    this.#failures = 0;
    if (answer.kind === 'recorded') this.#recorded(edit, answer);
    else if (answer.kind === 'conflict') {
      const theirs = (await this.#others(edit.base)) ?? [];
      this.#change((state) => inConflict(state, edit, theirs));
    } else if (answer.isFinal) this.end(answer.message);
    else this.#change((state) => refused(state, edit, answer.message));
    return 0;
  }

  /** Takes the changes before an edit. @returns whether all of them are here */
  async #hasBefore({ others, revision }: Answer & { readonly kind: 'recorded' }): Promise<boolean> {
    await this.#received(others);
    if (revision > this.#snapshot.revision + 1) await this.refresh();
    return revision <= this.#snapshot.revision + 1;
  }

  #recorded(edit: QueuedEdit, answer: Answer & { readonly kind: 'recorded' }): void {
    this.#change((state) => acknowledged(state, edit, answer.revision));
    this.setProblems(answer.problems, answer.revision);
    this.#set({
      ...this.#snapshot,
      saving: this.#snapshot.queue.length === 0 ? 'saved' : 'saving',
      savedAt: this.tools.now(),
    });
  }

  /** Brings the draft to the present revision. @returns what was changed since the base of an edit, of which a part may be here already */
  async #others(base = this.#snapshot.revision): Promise<readonly ForeignChange[] | undefined> {
    const changes = await this.server.changesAfter(base).catch(() => undefined);
    await this.refresh();
    return changes;
  }
}
