import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { DecodeEvent } from '../apply-events.js';
import type { Projection } from '#ledger/rows/projection.js';
import { rebuild, RebuildUnderWay } from './rebuild.js';

interface UpgradeOptions {
  readonly pool: Pool;
  readonly decode: DecodeEvent;
  readonly onError: (error: unknown) => void;
}

/** With fewer events than this a rebuild takes a moment, which a start can wait for. */
const fewEvents = 20_000;
const retryMs = 1000;

/**
 * Rebuilds projections whose rows are of an earlier version. Inline ones are rebuilt before the first append, since this release
 * writes rows with the new meaning. Async ones are rebuilt beside the running server: until the switch the former rows are shown, and fed.
 */
export class ProjectionUpgrade {
  readonly #stopping = new AbortController();
  #work: Promise<unknown> | undefined;

  constructor(
    private readonly projections: readonly Projection[],
    private readonly options: UpgradeOptions,
  ) {}

  async beforeAppends(): Promise<void> {
    const outdated = await this.#outdated();
    const all = outdated.length > 0 && (await this.#hasFewEvents());
    for (const projection of outdated) {
      if (!all && projection.mode === 'async') continue;
      const { pool, decode } = this.options;
      if (await this.#isOutdated(projection)) await rebuild(projection, { pool, decode, resume: true, wait: true });
    }
  }

  start(): void {
    this.#work ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The server stops'));
    await this.#work;
  }

  /** One after the other: each of them keeps the database busy. */
  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        const [next] = await this.#outdated();
        if (next === undefined) return;
        const { pool, decode } = this.options;
        await rebuild(next, { pool, decode, resume: true, signal });
      } catch (error) {
        if (signal.aborted) return;
        // Another process may be rebuilding it. Then nothing is outdated once that process is done.
        if (!(error instanceof RebuildUnderWay)) this.options.onError(error);
        await pause(retryMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** Projections that have no rows yet, or rows of an earlier version. Rows of a later version are left alone. */
  async #outdated(): Promise<readonly Projection[]> {
    const { rows } = await this.options.pool.query<{ name: string; version: number }>('select name, version from projection_checkpoint');
    const live = new Map(rows.map(({ name, version }) => [name, version]));
    return this.projections.filter(({ name, version }) => (live.get(name) ?? 0) < version);
  }

  /** Another process may have rebuilt it while this one waited. */
  async #isOutdated(projection: Projection): Promise<boolean> {
    return (await this.#outdated()).includes(projection);
  }

  async #hasFewEvents(): Promise<boolean> {
    const { rows } = await this.options.pool.query<{ events: number }>(
      `select count(*)::int as events from (
         (select 1 from run_event limit ${fewEvents}) union all (select 1 from ledger_event limit ${fewEvents})) e`,
    );
    return (rows[0]?.events ?? 0) < fewEvents;
  }
}
