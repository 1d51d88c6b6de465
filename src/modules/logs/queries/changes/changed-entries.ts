import { Injectable } from '@nestjs/common';
import { RetentionRules } from '#modules/retention/index.js';
import { LogDetails } from '../log-details.js';
import { logView, type LogRow, type LogView } from '../log-view.js';
import { LogRows } from '../pages/log-rows.js';
import { byIdsStatement } from '../pages/log-statement.js';
import type { FeedPosition } from '#ledger/projections/event-feed.js';
import type { Passage } from './run-changes.js';

/** The entries of runs that have changed after a place. */
export interface ChangedEntries {
  /** What changed last comes first. Each run once, as it is now. */
  readonly entries: readonly LogView[];
  /** Number of changed runs that are left out. */
  readonly left: number;
  readonly isMissed: boolean;
  readonly place: FeedPosition;
}

/** Runs whose entries are sent at once. */
const mostEntries = 50;

/** Reads the entries of changed runs once for all readers who wait at the same place. */
@Injectable()
export class ChangedEntriesReads {
  readonly #reads = new Map<string, Promise<readonly LogView[]>>();

  constructor(
    private readonly rows: LogRows,
    private readonly details: LogDetails,
    private readonly retention: RetentionRules,
  ) {}

  async of(workspaceId: string, { changes, place, isMissed }: Passage): Promise<ChangedEntries> {
    const ids = [...new Set(changes.toReversed().map(({ runId }) => runId))];
    const shown = ids.slice(0, mostEntries);
    const entries = shown.length === 0 ? [] : await this.#read(workspaceId, shown, place);
    return { entries, left: ids.length - shown.length, isMissed, place };
  }

  /** A reading serves those who ask while it lasts. */
  #read(workspaceId: string, ids: readonly string[], { tx, pos }: FeedPosition): Promise<readonly LogView[]> {
    const key = [tx, pos, workspaceId, ...ids].join(' ');
    const known = this.#reads.get(key);
    if (known !== undefined) return known;
    const read = this.#entries(workspaceId, ids).finally(() => this.#reads.delete(key));
    this.#reads.set(key, read);
    return read;
  }

  async #entries(workspaceId: string, ids: readonly string[]): Promise<readonly LogView[]> {
    const [rows, since] = await Promise.all([this.rows.query<LogRow>(byIdsStatement(ids)), this.retention.shownSince(workspaceId)]);
    const oldest = since?.toISOString() ?? '';
    const views = rows.map(logView).filter(({ startedAt }) => startedAt >= oldest);
    const byId = new Map((await this.details.described(views)).map((view) => [view.id, view]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }
}
