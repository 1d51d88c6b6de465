import type { LogEntry, SluiceClient } from '#client';
import { collected } from '../../collected.js';

interface TailOptions {
  readonly workspaceId: string;
  readonly workflowId: string | undefined;
}

/** How far back a page includes runs that were recorded late: a run is in the log after 250 ms and the lag of the log. */
const overlapMs = 15_000;
const unfinishedAtOnce = 10;
const firstShown = 10;

/**
 * Follows the log of a workspace: returns every run once, when it has ended. All times are those of the server. Runs that were active
 * when the tail began are included if they started in the last 15 seconds.
 */
export class LogTail {
  /** Ids of runs that were returned, with their start times. */
  readonly #told = new Map<string, string>();
  /** Active runs. They are read one by one when they are older than the overlap. */
  readonly #unfinished = new Map<string, LogEntry>();
  #latest: string | undefined;
  #isFirst = true;

  constructor(
    private readonly client: SluiceClient,
    private readonly options: TailOptions,
  ) {}

  /** The runs that have ended since the last call, by start. The first call returns the latest few. */
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

  /** Active runs that the page did not contain, a few at each call, in turns. */
  async #looked(shown: ReadonlySet<string>): Promise<readonly LogEntry[]> {
    const behind = [...this.#unfinished.values()].filter(({ id }) => !shown.has(id)).slice(0, unfinishedAtOnce);
    for (const { id } of behind) this.#unfinished.delete(id);
    const looks = await Promise.all(behind.map((entry) => this.#look(entry)));
    return looks.flat();
  }

  /** Undefined for a run that was deleted, and for one that cannot be read now; the latter is read again later. */
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

  /** Forgets runs that started before the overlap: no page lists them again. */
  #forget(): void {
    const horizon = this.#latest === undefined ? 0 : Date.parse(this.#latest) - overlapMs;
    for (const [id, startedAt] of this.#told) if (Date.parse(startedAt) < horizon) this.#told.delete(id);
  }

  #filter(): { readonly workspaceId: string; readonly details: 'full'; readonly workflowIds?: readonly string[] } {
    const { workspaceId, workflowId } = this.options;
    return { workspaceId, details: 'full', ...(workflowId === undefined ? {} : { workflowIds: [workflowId] }) };
  }
}
