import type { Pool } from 'pg';
import type { EventStore } from '#ledger/events/event-store.js';
import type { Activity } from '#ledger/signals/activity.js';
import type { Signals } from '#ledger/signals/signals.js';
import type { DecodeEvent } from './apply-events.js';
import { isAtOrAfter, newestQuery, type FeedPosition } from './event-feed.js';
import { followTopic, turnFreeTopic } from './follower-turn.js';
import { inlineGeneration } from './inline-generation.js';
import type { Projection } from '#ledger/rows/projection.js';
import { ProjectionUpgrade } from './rebuild/projection-upgrade.js';
import { projectionStatus, type ProjectionStatus } from './projection-status.js';
import { Subscription } from './subscription.js';

interface HostOptions {
  readonly pool: Pool;
  /** For the subscriptions: its connections need not wait for the disk. */
  readonly projectionPool: Pool;
  readonly store: EventStore;
  readonly activity: Activity;
  readonly signals: Signals;
  /** The number of this process, as its owner session shows it. */
  readonly owner: number;
  readonly decode: DecodeEvent;
  readonly onError: (error: unknown) => void;
}

/** How far a projection has read, and the newest event. */
interface Place extends FeedPosition {
  readonly newestTx: string;
  readonly newestPos: string;
}

const nudgeEveryMs = 4;
/** How many of these pass until a follower in another process is asked again. */
const nudgesPerSignal = 6;

/** Keeps every projection at its version and up to date, and lets a query wait for what was written before it. */
export class ProjectionHost {
  readonly #subscription: Subscription;
  readonly #upgrade: ProjectionUpgrade;
  #unlisten: readonly (() => void)[] = [];

  constructor(
    private readonly projections: readonly Projection[],
    private readonly options: HostOptions,
  ) {
    const { pool, projectionPool, activity, owner, decode, onError } = options;
    const followed = projections.filter(({ mode }) => mode === 'async');
    this.#subscription = new Subscription({
      projections: followed,
      pool: projectionPool,
      turnPool: pool,
      activity,
      owner,
      decode,
      onError,
    });
    this.#upgrade = new ProjectionUpgrade(projections, { pool, decode, onError });
  }

  /** Those that follow the events. */
  get followers(): readonly string[] {
    return this.projections.filter(({ mode }) => mode === 'async').map(({ name }) => name);
  }

  /**
   * Rebuilds what must be at its version before the first append, and what is done in a moment.
   * @returns the generation of inline views for which this process may append. @throws FormerRelease
   */
  async migrate(): Promise<number> {
    await this.#upgrade.beforeAppends();
    return inlineGeneration(this.options.pool, this.projections);
  }

  /** Follows the events, and rebuilds what is not at its version yet beside it. */
  start({ isDedicated = false } = {}): void {
    const { store, signals } = this.options;
    this.#unlisten = [
      store.onAppended((streams) => {
        if (streams.some(({ events }) => events.length > 0)) this.#subscription.notice();
      }),
      signals.on(followTopic, () => this.#subscription.nudge()),
      signals.on(turnFreeTopic, () => this.#subscription.look()),
    ];
    this.#subscription.start({ isDedicated });
    this.#upgrade.start();
  }

  async stop(): Promise<void> {
    for (const stop of this.#unlisten) stop();
    await Promise.all([this.#upgrade.stop(), this.#subscription.stop()]);
    if (this.#unlisten.length > 0 && (await this.#release())) this.options.signals.send(turnFreeTopic);
    this.#unlisten = [];
  }

  /**
   * Resolves when the projection has seen everything that was committed before the call, or after `timeoutMs`. One that is built for the
   * first time has not, and the call does not wait for it.
   * @returns whether it has
   */
  async upToDate(name: string, timeoutMs = 2000): Promise<boolean> {
    return (await this.reach(name, timeoutMs)) !== undefined;
  }

  /** The same. @returns the place of the last event that was committed before the call; undefined if the projection has not seen it */
  async reach(name: string, timeoutMs = 2000): Promise<FeedPosition | undefined> {
    if (!this.projections.some((projection) => projection.name === name)) throw new Error(`No projection is called ${name}`);
    const giveUpAt = Date.now() + timeoutMs;
    let target: FeedPosition | undefined;
    let nudges = 0;
    for (let place = await this.#place(name); place !== undefined; place = await this.#place(name)) {
      target ??= { tx: place.newestTx, pos: place.newestPos };
      if (isAtOrAfter(place, target)) return target;
      if (Date.now() > giveUpAt) return undefined;
      if (this.#subscription.follows(name)) this.#subscription.nudge();
      else if (nudges++ % nudgesPerSignal === 0) this.options.signals.send(followTopic);
      await new Promise((resolve) => setTimeout(resolve, nudgeEveryMs));
    }
    return undefined;
  }

  status(): Promise<readonly ProjectionStatus[]> {
    return projectionStatus(this.options.pool, this.projections);
  }

  /** Without this other processes take the turns a moment later. */
  async #release(): Promise<boolean> {
    return this.#subscription.release().catch(() => false);
  }

  /** Both places with one statement, since every query that waits runs it. */
  async #place(name: string): Promise<Place | undefined> {
    const { rows } = await this.options.pool.query<Place>({
      name: 'projection_place',
      text: `select c.tx, c.pos, coalesce(n.tx, c.tx) as "newestTx", coalesce(n.pos, c.pos) as "newestPos"
             from projection_checkpoint c left join (${newestQuery}) n on true where c.name = $1`,
      values: [name],
    });
    return rows[0];
  }
}
