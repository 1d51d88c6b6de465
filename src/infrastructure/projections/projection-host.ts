import type { Pool } from 'pg';
import type { EventStore } from '#infrastructure/event-store/event-store.js';
import type { DecodeEvent } from './apply-events.js';
import { isAtOrAfter, newestPosition, type FeedPosition } from './event-feed.js';
import type { Projection } from './projection.js';
import { rebuild } from './rebuild.js';
import { Subscription } from './subscription.js';

export interface ProjectionStatus {
  readonly name: string;
  readonly version: number;
  readonly mode: 'inline' | 'async';
  readonly events: number;
  readonly deadLetters: number;
  /** How old the oldest event is that it has not seen, in ms; 0 when it is up to date. */
  readonly lagMs: number;
}

interface HostOptions {
  readonly pool: Pool;
  /** For the subscriptions: its connections need not wait for the disk. */
  readonly projectionPool: Pool;
  readonly store: EventStore;
  readonly decode: DecodeEvent;
  readonly onError: (error: unknown) => void;
}

/** Keeps every projection at its version and up to date, and lets a query wait for what was written before it. */
export class ProjectionHost {
  readonly #subscription: Subscription;
  #unlisten: (() => void) | undefined;

  constructor(
    private readonly projections: readonly Projection[],
    private readonly options: HostOptions,
  ) {
    const { projectionPool: pool, decode, onError } = options;
    this.#subscription = new Subscription({ projections: projections.filter(({ mode }) => mode === 'async'), pool, decode, onError });
  }

  /** Rebuilds each projection whose version is not the one in the database. To be called before the first append. */
  async migrate(): Promise<void> {
    const { rows } = await this.options.pool.query<{ name: string; version: number }>('select name, version from projection_checkpoint');
    const present = new Set(rows.map(({ name, version }) => `${name}@${version}`));
    for (const projection of this.projections) {
      if (!present.has(`${projection.name}@${projection.version}`)) await rebuild(projection, this.options);
    }
  }

  start(): void {
    this.#unlisten = this.options.store.onAppended(() => this.#subscription.notice());
    this.#subscription.start();
  }

  async stop(): Promise<void> {
    this.#unlisten?.();
    await this.#subscription.stop();
  }

  /**
   * Resolves when the projection has seen everything that was committed before the call, or after `timeoutMs`.
   * @returns whether it has
   */
  async upToDate(name: string, timeoutMs = 2000): Promise<boolean> {
    const target = await newestPosition(this.options.pool);
    const giveUpAt = Date.now() + timeoutMs;
    while (!isAtOrAfter(await this.#place(name), target)) {
      if (Date.now() > giveUpAt) return false;
      this.#subscription.nudge();
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
    return true;
  }

  async status(): Promise<ProjectionStatus[]> {
    const { rows } = await this.options.pool.query<{ name: string; events: string; dead: string; lag: string | null }>(
      `select c.name, c.events, (select count(*) from dead_letter d where d.projection = c.name and d.projection_version = c.version) as dead,
         (select extract(epoch from now() - min(at)) * 1000 from (
            (select at from run_event where (tx, pos) > (c.tx, c.pos) order by tx, pos limit 1) union all
            (select at from ledger_event where (tx, pos) > (c.tx, c.pos) order by tx, pos limit 1)) e) as lag
       from projection_checkpoint c`,
    );
    return this.projections.map(({ name, version, mode }) => {
      const row = rows.find((candidate) => candidate.name === name);
      const lagMs = mode === 'inline' ? 0 : Math.max(0, Number(row?.lag ?? 0));
      return { name, version, mode, events: Number(row?.events ?? 0), deadLetters: Number(row?.dead ?? 0), lagMs };
    });
  }

  async #place(name: string): Promise<FeedPosition> {
    const { rows } = await this.options.pool.query<FeedPosition>({
      name: 'projection_place',
      text: 'select tx, pos from projection_checkpoint where name = $1',
      values: [name],
    });
    const [place] = rows;
    if (place === undefined) throw new Error(`No projection is called ${name}`);
    return place;
  }
}
