import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { buried, writesOf, writesStatement, type DecodeEvent, type Statement } from './apply-events.js';
import { isRefusal } from '#infrastructure/database/refusal.js';
import { readFeed, type FeedPosition, type FeedRow } from './event-feed.js';
import type { Projection } from './projection.js';
import type { Write } from './read-model.js';

export interface SubscriptionOptions {
  readonly projection: Projection;
  readonly pool: Pool;
  readonly decode: DecodeEvent;
  readonly onError: (error: unknown) => void;
  readonly batch?: number;
}

const activePauseMs = 35;
const idlePauseMs = 100;

/**
 * Feeds one async projection. Rows and checkpoint change in one statement, and only if the checkpoint still is where the
 * events were read from: several processes may run the same subscription, and each event is applied once.
 */
export class Subscription {
  #stopped = false;
  #active = true;
  #place: FeedPosition | undefined;
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
        this.#active = await this.#catchUp();
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
  async #catchUp(): Promise<boolean> {
    const limit = this.options.batch ?? 1000;
    for (let any = false; ; any = true) {
      const rows = await this.#read(limit);
      if (rows.length === 0) return any;
      await this.#apply(rows);
      if (this.#stopped || passedBy(rows) < limit) return true;
    }
  }

  async #read(limit: number): Promise<FeedRow[]> {
    const { projection, pool } = this.options;
    this.#place ??= await this.#checkpoint();
    return readFeed(pool, { after: this.#place, types: [...projection.handlers.keys()], limit, horizon: 'settled' });
  }

  async #checkpoint(): Promise<FeedPosition> {
    const { rows } = await this.options.pool.query<FeedPosition>(
      'select tx, pos from projection_checkpoint where name = $1 and version = $2',
      [this.name, this.options.projection.version],
    );
    const [place] = rows;
    if (place === undefined)
      throw new Error(`Projection ${this.name} is not at version ${this.options.projection.version} in this database`);
    return place;
  }

  async #apply(rows: readonly FeedRow[]): Promise<void> {
    const { projection, decode } = this.options;
    try {
      await this.#commit(rows, await writesOf(projection, rows, decode, new Date()));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await this.#applyOneByOne(rows);
    }
  }

  /** Finds the events that the database refuses. */
  async #applyOneByOne(rows: readonly FeedRow[]): Promise<void> {
    const { projection, decode } = this.options;
    for (const row of rows) {
      if (this.#place === undefined) return;
      const events = row === rows.at(-1) ? passedBy(rows) : 0;
      try {
        await this.#commit([row], await writesOf(projection, [row], decode, new Date()), events);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        await this.#commit([row], [buried(projection, row, error, new Date())], events);
      }
    }
  }

  async #commit(rows: readonly FeedRow[], writes: readonly Write[], events = passedBy(rows)): Promise<void> {
    const last = rows.at(-1);
    if (last === undefined || this.#place === undefined) return;
    const { text, values } = writesStatement(writes, { guard: this.#move(this.#place, last, events) });
    const name = createHash('sha1').update(text).digest('base64url');
    const { rowCount } = await this.options.pool.query({ name, text, values: [...values] });
    // Somebody else has moved the checkpoint: these events are applied already, or will be read again from there.
    this.#place = rowCount === 1 ? { tx: last.tx, pos: last.pos } : undefined;
  }

  #move(from: FeedPosition, to: FeedPosition, events: number): Statement {
    return {
      text: `update projection_checkpoint set tx = $5, pos = $6, events = events + $7, updated_at = now()
             where name = $1 and version = $2 and tx = $3 and pos = $4 returning 1`,
      values: [this.name, this.options.projection.version, from.tx, from.pos, to.tx, to.pos, events],
    };
  }
}

function passedBy(rows: readonly FeedRow[]): number {
  return rows[0]?.passed ?? 0;
}
