import type { LogEntry, SluiceClient } from '#client';
import { collected } from '../collected.js';

interface TailOptions {
  readonly workspaceId: string;
  readonly workflowId: string | undefined;
}

/** How far back a page looks for runs that were recorded late: a run is in the log within a quarter of a second and the lag of the log. */
const overlapMs = 15_000;
const unfinishedAtOnce = 10;
const firstShown = 10;

/**
 * Follows the log of a workspace: tells every run once, when it has ended. Times are those of the server throughout. Runs that were under way
 * when the tail began are told as far as they started in the last quarter of a minute.
 */
export class LogTail {
  /** Ids of runs that were told, and when those started. */
  readonly #told = new Map<string, string>();
  /** Runs that have not ended: asked for one by one once they are behind the overlap. */
  readonly #unfinished = new Map<string, LogEntry>();
  #latest: string | undefined;
  #isFirst = true;

  constructor(
    private readonly client: SluiceClient,
    private readonly options: TailOptions,
  ) {}

  /** The runs that have ended since the last call, by start; the first call answers the last few. */
  async next(): Promise<readonly LogEntry[]> {
    const isFirst = this.#isFirst;
    const listed = isFirst ? await this.#recent() : await this.#listed();
    this.#isFirst = false;
    const settled = isFirst ? [] : await this.#looked(new Set(listed.map(({ id }) => id)));
    const ended = [...listed, ...settled].filter((entry) => this.#isNews(entry));
    this.#forget();
    const byStart = ended.toSorted((one, other) => (one.startedAt < other.startedAt ? -1 : 1));
    return isFirst ? byStart.slice(-firstShown) : byStart;
  }

  async #recent(): Promise<readonly LogEntry[]> {
    const { data } = await this.client.logs.list({ ...this.#filter(), limit: 1 });
    this.#latest = data[0]?.startedAt;
    const [around, last] = await Promise.all([this.#listed(), this.client.logs.list({ ...this.#filter(), limit: firstShown })]);
    return [...new Map([...last.data, ...around].map((entry) => [entry.id, entry])).values()];
  }

  async #listed(): Promise<readonly LogEntry[]> {
    const since = this.#latest === undefined ? {} : { startDate: new Date(Date.parse(this.#latest) - overlapMs).toISOString() };
    const entries = await collected(this.client.logs.list({ ...this.#filter(), ...since, order: 'asc', limit: 1000 }));
    this.#latest = entries.at(-1)?.startedAt ?? this.#latest;
    return entries;
  }

  /** Those of the unfinished that the page has not shown, a few at each call, in turns. */
  async #looked(shown: ReadonlySet<string>): Promise<readonly LogEntry[]> {
    const behind = [...this.#unfinished.values()].filter(({ id }) => !shown.has(id)).slice(0, unfinishedAtOnce);
    for (const { id } of behind) this.#unfinished.delete(id);
    const looks = await Promise.all(behind.map((entry) => this.#look(entry)));
    return looks.flat();
  }

  /** Nothing for a run that is not kept any more, and for one that cannot be had just now: that has its turn again. */
  async #look(entry: LogEntry): Promise<readonly LogEntry[]> {
    try {
      return [(await this.client.logs.get(entry.id)).data];
    } catch (error) {
      if ((error as { status?: unknown }).status !== 404) this.#unfinished.set(entry.id, entry);
      return [];
    }
  }

  #isNews(entry: LogEntry): boolean {
    if (this.#told.has(entry.id)) return false;
    if (entry.endedAt === null) {
      this.#unfinished.set(entry.id, entry);
      return false;
    }
    this.#unfinished.delete(entry.id);
    this.#told.set(entry.id, entry.startedAt);
    return true;
  }

  /** What started before the overlap is not listed again. */
  #forget(): void {
    const horizon = this.#latest === undefined ? 0 : Date.parse(this.#latest) - overlapMs;
    for (const [id, startedAt] of this.#told) if (Date.parse(startedAt) < horizon) this.#told.delete(id);
  }

  #filter(): { readonly workspaceId: string; readonly details: 'full'; readonly workflowIds?: readonly string[] } {
    const { workspaceId, workflowId } = this.options;
    return { workspaceId, details: 'full', ...(workflowId === undefined ? {} : { workflowIds: [workflowId] }) };
  }
}
