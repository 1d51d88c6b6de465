import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'pg';
import type { Activity, RestEnd } from '#ledger/signals/activity.js';
import { isLastingRefusal } from '#ledger/database/refusal.js';
import { buried, type DecodeEvent } from './apply-events.js';
import { isAtOrAfter, readFeed, type FeedPosition, type FeedRow } from './event-feed.js';
import { beat, beatEveryMs, lookEveryMs, mayFollow, quietBeatEveryMs } from './follower-turn.js';
import { isFor, passedBy, prepare, type Behind, type Place, type Prepared } from './prepared-batch.js';
import type { Projection } from '#ledger/rows/projection.js';
import type { Write } from '#ledger/rows/read-model.js';

export interface SubscriptionOptions {
  readonly projections: readonly Projection[];
  readonly pool: Pool;
  /** For the turns. In quiet times nothing else is asked, so that the connections of `pool` may end. */
  readonly turnPool: Pool;
  readonly activity: Activity;
  /** The number of this process, as its owner session shows it. */
  readonly owner: number;
  readonly decode: DecodeEvent;
  readonly onError: (error: unknown) => void;
  readonly batch?: number;
}

/**
 * How far a projection has come, as far as this process knows. *unknown*: another process may have moved the checkpoint. *not ours*: there
 * is no checkpoint yet, or it is of a later release, or another process has the turn to follow it.
 */
type Standing = Place | 'unknown' | 'not ours';

interface Follower {
  readonly projection: Projection;
  standing: Standing;
}

/** The events after a place. */
interface Batch {
  readonly after: FeedPosition;
  readonly rows: Promise<readonly FeedRow[]>;
  readonly prepared: Promise<Prepared>;
}

const activePauseMs = 25;
/** Before the pause of an active subscription, until this process appends. */
const idlePauseMs = 75;
/** After a failure `nudge` does not shorten this pause: a full disk would otherwise fill the logs. */
const failedPauseMs = 1000;

/**
 * Feeds the async projections: events are read once for all of them. Rows and checkpoint of a projection change in one statement,
 * and only if the checkpoint still is where its events were read from, so each event is applied once. Several processes may run the same
 * subscription: one has the turn of a projection, the others look whether it is alive, so that events are not read in vain.
 */
export class Subscription {
  readonly #followers: readonly Follower[];
  readonly #types: readonly string[];
  readonly #limit: number;
  readonly #stopping = new AbortController();
  #active = true;
  #askAgainAt = -Infinity;
  #takesOver = false;
  /** What ends the pauses between two reads. */
  #idle = new AbortController();
  #pausing = new AbortController();
  #loop: Promise<void> | undefined;

  constructor(private readonly options: SubscriptionOptions) {
    this.#followers = options.projections.map((projection) => ({ projection, standing: 'unknown' }));
    this.#limit = options.batch ?? 1000;
    this.#types = [...new Set(options.projections.flatMap(({ handlers }) => [...handlers.keys()]))];
  }

  /** With `takesOver` this process takes the turn also from one that is alive. */
  start({ takesOver = false } = {}): void {
    if (this.#followers.length === 0 || this.#loop !== undefined) return;
    this.#takesOver = takesOver;
    this.#loop = this.#run();
  }

  /** Whether this process has the turn of a projection. */
  follows(name: string): boolean {
    return this.#followers.some(({ projection, standing }) => projection.name === name && isPlace(standing));
  }

  /** A turn has become free. */
  look(): void {
    this.#askAgainAt = -Infinity;
    this.nudge();
  }

  /** This process has appended: the next read comes soon. */
  notice(): void {
    this.#active = true;
    end(this.#idle);
  }

  /** A caller waits: the next read comes at once. */
  nudge(): void {
    this.notice();
    end(this.#pausing);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.nudge();
    await this.#loop;
  }

  /** Lets another process take the turns. @returns whether this process had any */
  async release(): Promise<boolean> {
    const { rowCount } = await this.options.pool.query('update projection_checkpoint set follower = null where follower = $1', [
      this.options.owner,
    ]);
    return (rowCount ?? 0) > 0;
  }

  async #run(): Promise<void> {
    for (let after: RestEnd = 'news'; !this.#stopping.signal.aborted;) {
      const since = this.options.activity.begin();
      let isWhole = true;
      try {
        if (after === 'news' || (await this.#beatFindsNews())) this.#active = await this.#catchUp();
      } catch (error) {
        isWhole = false;
        this.options.onError(error);
        await pause(failedPauseMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      }
      after = await this.#pause(isWhole ? since : undefined);
    }
  }

  /** @param since when the round before the pause began, if it has seen everything */
  async #pause(since: number | undefined): Promise<RestEnd> {
    this.#idle = new AbortController();
    this.#pausing = new AbortController();
    if (this.#stopping.signal.aborted) return 'news';
    const { activity } = this.options;
    const isFollowing = this.#followers.some(({ standing }) => isPlace(standing));
    // One that waits for the turn has read nothing: it reads when it has it.
    if (!isFollowing) return activity.rest(lookEveryMs, this.#pausing.signal, { since, atMostMs: quietBeatEveryMs }).then(() => 'news');
    const end = this.#active ? 'news' : await activity.rest(idlePauseMs, this.#idle.signal, { since, atMostMs: quietBeatEveryMs });
    if (end === 'news') await pause(activePauseMs, undefined, { signal: this.#pausing.signal }).catch(() => undefined);
    return end;
  }

  /** Applies all that is settled. While a batch is written, the next one is read and prepared. @returns whether there was anything */
  async #catchUp(): Promise<boolean> {
    let ahead: Batch | undefined;
    for (let any = false; ; any = true) {
      const after = await this.#hindmost();
      if (after === undefined) return any;
      const batch = ahead !== undefined && isSame(ahead.after, after) ? ahead : this.#read(after);
      const rows = await batch.rows;
      const last = rows.at(-1);
      if (last === undefined) return any;
      const isFull = passedBy(rows) === this.#limit;
      ahead = isFull ? this.#read(last) : undefined;
      await this.#apply(rows, await batch.prepared);
      if (this.#stopping.signal.aborted || !isFull) return true;
    }
  }

  /** The next events after a place, prepared for followers that are there when they are applied. */
  #read(after: FeedPosition): Batch {
    const rows = readFeed(this.options.pool, { after, types: this.#types, limit: this.#limit, horizon: 'settled' });
    const prepared = rows.then((read) => this.#prepare(read, this.#expectedBehind(after, read)));
    // Both are awaited where they are used; a failure to write the batch before is reported first.
    for (const promise of [rows, prepared]) promise.catch(() => undefined);
    return { after, rows, prepared };
  }

  /** What will be behind when all followers have come to a place. */
  #expectedBehind(place: FeedPosition, rows: readonly FeedRow[]): readonly Behind[] {
    const last = rows.at(-1);
    if (last === undefined) return [];
    return this.#followers.flatMap(({ projection, standing }) => {
      if (!isPlace(standing)) return [];
      const from = isAtOrAfter(standing, place) ? standing : { ...place, version: standing.version };
      return isAtOrAfter(from, last) ? [] : [{ projection, from }];
    });
  }

  /** The place of the projection that is furthest behind; undefined when there is none to feed. */
  async #hindmost(): Promise<FeedPosition | undefined> {
    const isDoubtful = this.#followers.some(({ standing }) => standing === 'unknown');
    if (isDoubtful || performance.now() >= this.#askAgainAt) await this.#takeTurns();
    const [first, ...others] = this.#followers.map(({ standing }) => standing).filter(isPlace);
    return others.reduce((hindmost, place) => (hindmost !== undefined && isAtOrAfter(place, hindmost) ? hindmost : place), first);
  }

  /** @returns whether a checkpoint is not where this process has left it */
  async #beatFindsNews(): Promise<boolean> {
    const before = this.#followers.map(({ standing }) => standing);
    await this.#takeTurns();
    return !isDeepStrictEqual(
      before,
      this.#followers.map(({ standing }) => standing),
    );
  }

  /** Takes the turns that are free, shows that this process is alive, and reads the places of what it follows. */
  async #takeTurns(): Promise<void> {
    const projections = this.options.projections;
    const { rows } = await this.options.turnPool.query<Place & { name: string }>({
      name: 'follower_turns',
      text: `with due as (select c.name, c.version from projection_checkpoint c join unnest($2::text[], $3::int[]) own (name, version)
               on own.name = c.name and c.version <= own.version where $4::boolean or ${mayFollow('c', '$1')} order by c.name for update of c skip locked)
             update projection_checkpoint c set ${beat('$1')} from due where c.name = due.name and c.version = due.version
             returning c.name, c.version, c.tx, c.pos`,
      values: [this.options.owner, projections.map(({ name }) => name), projections.map(({ version }) => version), this.#takesOver],
    });
    this.#takesOver = false;
    for (const follower of this.#followers) {
      const found = rows.find(({ name }) => name === follower.projection.name);
      follower.standing = found === undefined ? 'not ours' : { tx: found.tx, pos: found.pos, version: found.version };
    }
    this.#askAgainAt = performance.now() + (rows.length === projections.length ? beatEveryMs : lookEveryMs);
  }

  async #apply(rows: readonly FeedRow[], prepared: Prepared): Promise<void> {
    try {
      await this.#commit(rows, this.#followers, { prepared });
    } catch (error) {
      if (!isLastingRefusal(error)) throw error;
      for (const follower of this.#followers) await this.#applyAlone(rows, follower);
    }
  }

  async #applyAlone(rows: readonly FeedRow[], follower: Follower): Promise<void> {
    try {
      await this.#commit(rows, [follower]);
    } catch (error) {
      if (!isLastingRefusal(error)) throw error;
      for (const row of rows) await this.#applyOne(row, follower);
    }
  }

  /** Finds the events that the database refuses. */
  async #applyOne(row: FeedRow, follower: Follower): Promise<void> {
    try {
      await this.#commit([row], [follower]);
    } catch (error) {
      if (!isLastingRefusal(error)) throw error;
      await this.#commit([row], [follower], { instead: [buried(follower.projection, row, error, new Date())] });
    }
  }

  #prepare(rows: readonly FeedRow[], behind: readonly Behind[], instead?: readonly Write[]): Promise<Prepared> {
    const { owner, decode } = this.options;
    return prepare(rows, behind, { owner, decode, instead });
  }

  /** One statement for all followers; `instead` replaces what they would write. */
  async #commit(
    rows: readonly FeedRow[],
    followers: readonly Follower[],
    { prepared, instead }: { readonly prepared?: Prepared; readonly instead?: readonly Write[] } = {},
  ): Promise<void> {
    const last = rows.at(-1);
    if (last === undefined) return;
    const late = followers.filter(({ standing }) => isPlace(standing) && !isAtOrAfter(standing, last));
    if (late.length === 0) return;
    const behind = late.map(({ projection, standing }) => ({ projection, from: standing as Place }));
    const isPrepared = prepared !== undefined && isFor(prepared, behind);
    const { text, values } = (isPrepared ? prepared : await this.#prepare(rows, behind, instead)).statement;
    const name = createHash('sha1').update(text).digest('base64url');
    const result = await this.options.pool.query<{ part: number }>({ name, text, values: [...values] });
    const moved = new Set(result.rows.map(({ part }) => part));
    // Another process has moved the other checkpoints: their events are applied already, or will be read again from there.
    for (const [part, follower] of late.entries()) {
      const from = behind[part]?.from as Place;
      follower.standing = moved.has(part) ? { ...from, tx: last.tx, pos: last.pos } : 'unknown';
    }
  }
}

/** Once: `abort` makes an exception with a stack at each call, which costs more than the rest of a notice, and each append gives one. */
function end(pause: AbortController): void {
  if (!pause.signal.aborted) pause.abort();
}

function isPlace(standing: Standing): standing is Place {
  return typeof standing === 'object';
}

function isSame(one: FeedPosition, other: FeedPosition): boolean {
  return one.tx === other.tx && one.pos === other.pos;
}
