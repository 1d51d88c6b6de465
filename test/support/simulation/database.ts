import { LeaseLost, StreamConflict, UniqueConflict, type Append, type StreamAppend } from '#ledger/events/event-store.js';
import type { Write } from '#ledger/rows/read-model.js';
import type { Timer } from '#ledger/work/timer.js';
import type { WorkItem } from '#ledger/work/work-item.js';
import { leaseMs, type ClaimedItem } from '#ledger/work/work-queue.js';
import type { RecordedEvent } from '#kernel/event.js';

/** What may be broken on purpose, to see that the simulation notices. */
export type Sabotage = 'forgets fences' | 'forgets fences and versions' | 'forgets intents' | 'forgets an append';

/**
 * What the database of the simulated processes holds: streams, and the items of work. It promises what the statements of the real one
 * promise and no more: it refuses a version that is taken, and lets a hole pass.
 */
export class Database {
  readonly streams = new Map<string, RecordedEvent[]>();
  readonly items = new Map<string, WorkItem>();
  readonly timers = new Map<string, Timer>();
  /** Owners whose sign of life is there. */
  readonly sessions = new Set<number>();
  /** Keys of effects whose intents are durable. */
  readonly intents = new Set<string>();
  /** Keys of the calls of models whose answers are durable. */
  readonly answers = new Set<string>();
  readonly problems: string[] = [];
  /** The job of each run. */
  readonly jobs = new Map<string, string>();
  #appends = 0;

  constructor(
    private readonly now: () => number,
    private readonly onWork: () => void,
    private readonly sabotage?: Sabotage,
  ) {}

  stream(streamId: string): readonly RecordedEvent[] {
    return this.streams.get(streamId) ?? [];
  }

  /** All or nothing. `owner` is the process that writes. */
  apply({ streams, writes = [], lease }: Append, owner: number): void {
    const item = lease === undefined ? undefined : this.items.get(lease.itemId);
    if (lease !== undefined && item?.fence !== lease.fence && this.sabotage?.startsWith('forgets fences') !== true) throw new LeaseLost();
    if (this.sabotage !== 'forgets fences and versions') for (const stream of streams) this.#refuseTaken(stream);
    for (const { model, operation, row } of writes) {
      if (model.table === 'work_item' && operation === 'add' && this.items.has(String(row['id'])))
        throw new UniqueConflict('work_item_pkey');
    }
    this.#appends += 1;
    if (this.sabotage === 'forgets an append' && this.#appends === 2) return;
    for (const stream of streams) this.#write(stream, owner);
    for (const write of writes) this.#change(write);
    this.onWork();
  }

  /** Processes here die at random: no item is to blame. */
  claim(owner: number, limit: number): ClaimedItem[] {
    const due = [...this.items.values()].filter((item) => item.owner === null && Date.parse(item.dueAt) <= this.now());
    const next = due.toSorted((a, b) => b.priority - a.priority || a.turn - b.turn || (a.id < b.id ? -1 : 1)).slice(0, limit);
    return next.map((item) => ({
      ...this.#put({ ...item, owner, fence: item.fence + 1, attempts: item.attempts + 1, ...this.#lease() }),
      deaths: 0,
    }));
  }

  take(owner: number, id: string): number | undefined {
    const item = this.items.get(id);
    return item === undefined ? undefined : this.#put({ ...item, owner, fence: item.fence + 1, ...this.#lease() }).fence;
  }

  renew(owner: number, ids: readonly string[]): string[] {
    const kept = this.#owned(owner, ids);
    for (const item of kept) this.#put({ ...item, ...this.#lease() });
    return kept.map(({ id }) => id);
  }

  release(owner: number, ids: readonly string[]): void {
    for (const item of this.#owned(owner, ids)) this.#put({ ...item, owner: null, leaseUntil: null });
  }

  sweep(): number {
    const lost = [...this.items.values()].filter((item) => this.#isLost(item));
    for (const item of lost) {
      const patience = item.attempts < 4 ? 0 : Math.min(5_000, 100 * 2 ** Math.min(item.attempts - 4, 10));
      const dueAt = item.attempts < 4 ? item.dueAt : iso(this.now() + patience);
      this.#put({ ...item, owner: null, leaseUntil: null, dueAt });
    }
    return lost.length;
  }

  /** Makes work of the timers that are due. */
  wake(): number {
    const due = [...this.timers.values()].filter(({ dueAt }) => Date.parse(dueAt) <= this.now());
    for (const { dueAt: _, fence, ...work } of due) {
      this.timers.delete(work.id);
      if (this.items.has(work.id)) continue;
      const place = { turn: this.now(), dueAt: iso(this.now()) };
      this.#put({ ...work, ...place, waitsForRoom: false, owner: null, fence: fence + 1, leaseUntil: null, attempts: 1 });
    }
    return due.length;
  }

  /** When there may be something to claim, to sweep or to wake. */
  nextWorkAt(): number {
    const times = [...this.items.values()].map((item) => {
      if (item.owner === null) return Date.parse(item.dueAt);
      return this.#isLost(item) ? this.now() : Date.parse(item.leaseUntil ?? item.dueAt) + 1;
    });
    return Math.min(Infinity, ...times, ...[...this.timers.values()].map(({ dueAt }) => Date.parse(dueAt)));
  }

  #isLost({ owner, leaseUntil }: WorkItem): boolean {
    return owner !== null && (leaseUntil === null || Date.parse(leaseUntil) < this.now() || !this.sessions.has(owner));
  }

  #owned(owner: number, ids: readonly string[]): WorkItem[] {
    return [...this.items.values()].filter((item) => item.owner === owner && ids.includes(item.id));
  }

  #lease(): Pick<WorkItem, 'leaseUntil'> {
    return { leaseUntil: iso(this.now() + leaseMs) };
  }

  #put(item: WorkItem): WorkItem {
    this.items.set(item.id, item);
    this.onWork();
    return item;
  }

  #refuseTaken({ streamId, expected, events }: StreamAppend): void {
    const taken = new Set(this.stream(streamId).map(({ position }) => position));
    if (events.some((_, index) => taken.has(expected + index + 1))) throw new StreamConflict();
  }

  #write({ streamId, workspaceId, expected, events, meta }: StreamAppend, owner: number): void {
    const stream = this.streams.get(streamId) ?? [];
    this.streams.set(streamId, stream);
    // The expected position decides between those that end or resume a paused run: none of them needs the lease.
    const isWaiting = stream.at(-1)?.type === 'execution.paused';
    for (const item of this.items.values()) {
      const isForeign = (item.streamId === streamId || item.id === streamId) && item.owner !== null && item.owner !== owner;
      if (isForeign && !isWaiting && events.length > 0) {
        this.problems.push(`Process ${owner} wrote to ${streamId}, which belongs to process ${item.owner}`);
      }
    }
    const kept = this.sabotage === 'forgets intents' ? events.filter(({ type }) => type !== 'execution.effect-intended') : events;
    const from = this.sabotage === 'forgets intents' ? stream.length : expected;
    const shared = meta ?? stream.at(-1)?.meta ?? {};
    kept.forEach(({ type, version, payload }, index) => {
      stream.push({ type, version, payload, streamId, position: from + index + 1, workspaceId, meta: shared, at: iso(this.now()) });
      if (type === 'job.queued') this.jobs.set((payload as { executionId: string }).executionId, streamId);
      if (type === 'execution.model-answered') this.#answered(payload as { effectKey: string; outcome: string });
      if (type === 'execution.effect-intended') this.intents.add((payload as { effectKey: string }).effectKey);
    });
  }

  #change({ model: { table }, operation, row }: Write): void {
    const rows: Map<string, object> | undefined = table === 'work_item' ? this.items : table === 'timer' ? this.timers : undefined;
    const id = String(row['id']);
    const known = rows?.get(id);
    if (operation === 'remove') rows?.delete(id);
    else if (operation !== 'patch') rows?.set(id, this.#stored(row));
    else if (known !== undefined) rows?.set(id, { ...known, ...this.#stored(row) });
  }

  /** Times that are sent as ms from now get their value here, as in the real database. */
  #stored(row: Write['row']): object {
    const times = ['dueAt', 'leaseUntil'].flatMap((name) => (typeof row[name] === 'number' ? [[name, iso(this.now() + row[name])]] : []));
    return { ...row, ...Object.fromEntries(times) };
  }

  #answered({ effectKey, outcome }: { effectKey: string; outcome: string }): void {
    if (outcome === 'answered') this.answers.add(effectKey);
  }
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
