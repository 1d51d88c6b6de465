import type { ClientBase, Pool } from 'pg';
import { applyBatch, type DecodeEvent } from './apply-events.js';
import { readFeed, type FeedPosition, type FeedRow } from './event-feed.js';
import type { Projection } from './projection.js';

export interface SubscriptionOptions {
  readonly projection: Projection;
  readonly pool: Pool;
  readonly decode: DecodeEvent;
  readonly onError: (error: unknown) => void;
  readonly batch?: number;
}

const activePauseMs = 20;
const idlePauseMs = 100;

/**
 * Feeds one async projection. Several processes may run the same subscription: the row of its checkpoint is the baton.
 * Rows and checkpoint commit together, so an event is applied once, and a lost commit is only work to do again.
 */
export class Subscription {
  #stopped = false;
  #active = true;
  #wake: (() => void) | undefined;
  #loop: Promise<void> | undefined;

  constructor(private readonly options: SubscriptionOptions) {}

  get name(): string {
    return this.options.projection.name;
  }

  start(): void {
    this.#loop ??= this.#run();
  }

  /** Something was appended here: look soon. */
  notice(): void {
    this.#active = true;
  }

  /** Somebody waits: look now. */
  nudge(): void {
    this.#active = true;
    this.#wake?.();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake?.();
    await this.#loop;
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      try {
        this.#active = await this.catchUp();
      } catch (error) {
        this.options.onError(error);
      }
      await this.#pause();
    }
  }

  async #pause(): Promise<void> {
    const until = Date.now() + idlePauseMs;
    do {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, activePauseMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#wake = undefined;
    } while (!this.#stopped && !this.#active && Date.now() < until);
  }

  /** Applies all that is settled. @returns whether there was anything */
  async catchUp(): Promise<boolean> {
    const batch = this.options.batch ?? 1000;
    let any = false;
    while (!this.#stopped && (await this.#hasNews())) {
      const applied = await this.#applyBatch(batch);
      any ||= applied > 0;
      if (applied < batch) break;
    }
    return any;
  }

  /** A cheap look without a lock: an idle subscription must cost next to nothing. */
  async #hasNews(): Promise<boolean> {
    const { rows } = await this.options.pool.query<{ news: boolean }>({
      name: 'subscription_news',
      text: `select exists (select 1 from run_event where (tx, pos) > (c.tx, c.pos)) or exists (select 1 from ledger_event where (tx, pos) > (c.tx, c.pos)) as news
             from projection_checkpoint c where name = $1 and version = $2`,
      values: [this.name, this.options.projection.version],
    });
    return rows[0]?.news ?? false;
  }

  async #applyBatch(limit: number): Promise<number> {
    const client = await this.options.pool.connect();
    try {
      return await this.#inTransaction(client, (place) => this.#readAndApply(client, place, limit));
    } finally {
      client.release();
    }
  }

  async #inTransaction(client: ClientBase, work: (place: FeedPosition) => Promise<number>): Promise<number> {
    await client.query('begin');
    try {
      await client.query('set local synchronous_commit = off');
      const { rows } = await client.query<FeedPosition>({
        name: 'subscription_lock',
        text: 'select tx, pos from projection_checkpoint where name = $1 and version = $2 for update skip locked',
        values: [this.name, this.options.projection.version],
      });
      const applied = rows[0] === undefined ? 0 : await work(rows[0]);
      await client.query('commit');
      return applied;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    }
  }

  async #readAndApply(client: ClientBase, after: FeedPosition, limit: number): Promise<number> {
    const { projection, decode } = this.options;
    const rows = await readFeed(client, { after, types: [...projection.handlers.keys()], limit, horizon: 'settled' });
    const last = rows.at(-1);
    if (last === undefined) return 0;
    await applyBatch(client, rows, { projection, decode });
    await this.#moveTo(client, last, rows.length);
    return rows.length;
  }

  async #moveTo(client: ClientBase, { tx, pos }: FeedRow, events: number): Promise<void> {
    await client.query(
      'update projection_checkpoint set tx = $3, pos = $4, events = events + $5, updated_at = now() where name = $1 and version = $2',
      [this.name, this.options.projection.version, tx, pos, events],
    );
  }
}
