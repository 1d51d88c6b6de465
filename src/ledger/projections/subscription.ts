import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'pg';
import type { Activity, RestEnd } from '#ledger/signals/activity.js';
import { isLastingRefusal } from '#ledger/database/faults/refusal.js';
import { buried, writesOf, writesStatement, type DecodeEvent, type GuardedWrites } from './apply-events.js';
import { isAtOrAfter, readFeed, type FeedPosition, type FeedRow } from './event-feed.js';
import { beat, beatEveryMs, lookEveryMs, mayFollow, quietBeatEveryMs } from './follower-turn.js';
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

/** The checkpoint of a projection. Its version may be an earlier one, whose rows are fed until the rebuild is done. */
interface Place extends FeedPosition {
  readonly version: number;
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

/** A projection that has not seen all events yet. */
interface Behind {
  readonly follower: Follower;
  readonly from: Place;
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
  readonly #stopping = new AbortController();
  #active = true;
  #askAgainAt = -Infinity;
  #isDedicated = false;
  /** What ends the pauses between two reads. */
  #idle = new AbortController();
  #pausing = new AbortController();
  #loop: Promise<void> | undefined;

  constructor(private readonly options: SubscriptionOptions) {
    this.#followers = options.projections.map((projection) => ({ projection, standing: 'unknown' }));
    this.#types = [...new Set(options.projections.flatMap(({ handlers }) => [...handlers.keys()]))];
  }

  /** A dedicated process does nothing but follow: it takes the turn also from one that is alive and has other work. */
  start({ isDedicated = false } = {}): void {
    if (this.#followers.length === 0 || this.#loop !== undefined) return;
    this.#isDedicated = isDedicated;
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

  /** Applies all that is settled. @returns whether there was anything */
  async #catchUp(): Promise<boolean> {
    const limit = this.options.batch ?? 1000;
    for (let any = false; ; any = true) {
      const after = await this.#hindmost();
      if (after === undefined) return any;
      const rows = await readFeed(this.options.pool, { after, types: this.#types, limit, horizon: 'settled' });
      if (rows.length === 0) return any;
      await this.#apply(rows);
      if (this.#stopping.signal.aborted || passedBy(rows) < limit) return true;
    }
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
    const candidate = { owner: '$1::integer', isDedicated: '$4::boolean' };
    const { rows } = await this.options.turnPool.query<Place & { name: string }>({
      name: 'follower_turns',
      text: `with due as (select c.name, c.version from projection_checkpoint c join unnest($2::text[], $3::int[]) own (name, version)
               on own.name = c.name and c.version <= own.version where ${mayFollow('c', candidate)} order by c.name for update of c skip locked)
             update projection_checkpoint c set ${beat('c', candidate)} from due where c.name = due.name and c.version = due.version
             returning c.name, c.version, c.tx, c.pos`,
      values: [this.options.owner, projections.map(({ name }) => name), projections.map(({ version }) => version), this.#isDedicated],
    });
    for (const follower of this.#followers) {
      const found = rows.find(({ name }) => name === follower.projection.name);
      follower.standing = found === undefined ? 'not ours' : { tx: found.tx, pos: found.pos, version: found.version };
    }
    this.#askAgainAt = performance.now() + (rows.length === projections.length ? beatEveryMs : lookEveryMs);
  }

  async #apply(rows: readonly FeedRow[]): Promise<void> {
    try {
      await this.#commit(rows, this.#followers);
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
      await this.#commit([row], [follower], [buried(follower.projection, row, error, new Date())]);
    }
  }

  /** One statement for all followers; `instead` replaces what they would write. */
  async #commit(rows: readonly FeedRow[], followers: readonly Follower[], instead?: readonly Write[]): Promise<void> {
    const last = rows.at(-1);
    if (last === undefined) return;
    const behind = followers.flatMap((follower) => behindOf(follower, last));
    if (behind.length === 0) return;
    const parts: GuardedWrites[] = [];
    for (const each of behind) parts.push(await this.#part(rows, each, last, instead));
    const { text, values } = writesStatement(parts);
    const name = createHash('sha1').update(text).digest('base64url');
    const result = await this.options.pool.query<{ part: number }>({ name, text, values: [...values] });
    const moved = new Set(result.rows.map(({ part }) => part));
    // Another process has moved the other checkpoints: their events are applied already, or will be read again from there.
    for (const [part, { follower, from }] of behind.entries()) {
      follower.standing = moved.has(part) ? { ...from, tx: last.tx, pos: last.pos } : 'unknown';
    }
  }

  async #part(rows: readonly FeedRow[], { follower, from }: Behind, last: FeedRow, instead?: readonly Write[]): Promise<GuardedWrites> {
    const { projection } = follower;
    const [first] = rows;
    const isBehindAll = first !== undefined && !isAtOrAfter(from, first);
    const news = isBehindAll ? rows : rows.filter((row) => !isAtOrAfter(from, row));
    const writes = instead ?? (await writesOf(projection, news, this.options.decode, new Date()));
    return {
      writes,
      guard: (bind) =>
        `update projection_checkpoint set tx = ${bind(last.tx)}, pos = ${bind(last.pos)}, events = events + ${bind(passedBy(rows))}, updated_at = now(), beat_at = now()
         where name = ${bind(projection.name)} and version = ${bind(from.version)} and tx = ${bind(from.tx)} and pos = ${bind(from.pos)}
           and follower = ${bind(this.options.owner)}
         returning 1`,
    };
  }
}

/** Once: `abort` makes an exception with a stack at each call, which costs more than the rest of a notice, and each append gives one. */
function end(pause: AbortController): void {
  if (!pause.signal.aborted) pause.abort();
}

function isPlace(standing: Standing): standing is Place {
  return typeof standing === 'object';
}

function behindOf(follower: Follower, last: FeedPosition): readonly Behind[] {
  const { standing } = follower;
  return isPlace(standing) && !isAtOrAfter(standing, last) ? [{ follower, from: standing }] : [];
}

function passedBy(rows: readonly FeedRow[]): number {
  return rows[0]?.passed ?? 0;
}
