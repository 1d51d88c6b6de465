import type { Pool } from 'pg';
import { readDatabaseUrl, type ServerPlace } from '#host/config/database-url.js';
import { createReplicaPools, type ReplicaPools } from '#ledger/database/connect.js';
import { addressOf } from '#ledger/database/servers/database-servers.js';
import type { ServerClient, Servers } from '#ledger/database/servers/server-client.js';
import type { KnownInstallation } from '#ledger/database/servers/server-refused.js';
import type { SessionFacts } from '#ledger/database/servers/session-facts.js';
import { isAtOrAfter, type FeedPosition } from '#ledger/projections/event-feed.js';

/** Where the place of a view is in the database: one row that changes in the transaction of the rows of the view. */
export interface ReadView {
  readonly name: string;
  /** Selects `tx` and `pos`. */
  readonly place: { readonly text: string; readonly values: readonly unknown[] };
}

/** *used*: answers queries. *behind*: has not reached what was asked for, or follows a former primary. *away*: does not answer. *promoted*: is no standby any more. */
export type ReplicaState = 'used' | 'behind' | 'away' | 'promoted';

/** How often a replica that is used shows that it answers, and how long it has to answer. A replica that hangs is left within their sum. */
const pulseEveryMs = 300;
const pulsePatienceMs = 500;
/** After the last query it is no longer asked. */
const pulseForMs = 5_000;
/** A state that lasts less is not told: a replica that follows closely is behind now and then, and a busy process is late to see an answer. */
const toldAfterMs: Readonly<Record<ReplicaState, number>> = { used: 0, behind: 5_000, away: 1_000, promoted: 0 };
/** When a replica is asked again whether it has reached a place: most are some milliseconds behind. */
const waitsMs = [5, 15, 30, 50];

// The last checkpoint names its timeline late; the row of a promotion is replayed at once.
const pulse = `select pg_is_in_recovery() as standby, greatest((select timeline_id from pg_control_checkpoint()),
  (select max(timeline) from server_timeline where system_identifier = $1)) as timeline`;

/** A standby that answers queries. Its connections are to no other server, and to no primary. */
export class Replica implements Servers {
  /** As drivers read it. */
  readonly single: string;
  readonly places: readonly [ServerPlace];
  readonly pools: ReplicaPools;
  readonly #clients = new Set<ServerClient>();
  /** The server that they are connected to. */
  #startedAt = 0;
  readonly #reached = new Map<string, FeedPosition>();
  readonly #asking = new Map<string, Promise<FeedPosition | undefined>>();
  #state: ReplicaState = 'used';
  #since = performance.now();
  #told: ReplicaState = 'used';
  #isBeating = false;
  #isClosed = false;
  #usedAt = -Infinity;
  /** The timeline that its data has at least. */
  #timeline = 0;

  /** @param onChange is called with each state that lasts */
  constructor(
    connectionString: string,
    private readonly installation: { readonly known: KnownInstallation },
    private readonly onChange: (replica: Replica) => void = () => undefined,
  ) {
    const { single, places } = readDatabaseUrl(connectionString);
    this.single = single;
    this.places = places as readonly [ServerPlace];
    this.pools = createReplicaPools(this);
  }

  get address(): string {
    return addressOf(this.places[0]);
  }

  get state(): ReplicaState {
    return this.#state;
  }

  primary(): Promise<ServerPlace> {
    return Promise.resolve(this.places[0]);
  }

  /** What one standby has reached says nothing of another one behind the same address, such as that of a balancer. */
  admit(client: ServerClient, { isStandby, system, startedAt }: SessionFacts): void {
    if (!isStandby) throw new Error(`The server at ${this.address} is no standby`);
    const { known } = this.installation;
    if (known.system !== undefined && system !== undefined && system !== known.system)
      throw new Error(`The server at ${this.address} belongs to another installation`);
    if (this.#clients.size === 0 && startedAt !== this.#startedAt) {
      this.#startedAt = startedAt;
      this.#reached.clear();
    }
    if (startedAt !== this.#startedAt) throw new Error(`Several standbys answer at ${this.address}`);
    this.#clients.add(client);
    client.once('end', () => this.#clients.delete(client));
  }

  doubt(): void {
    // There is no other server to look for.
  }

  /** Whether the rows of a view are those of this place or a later one. Waits a moment for a replica that follows closely. */
  async has(view: ReadView, required: FeedPosition): Promise<boolean> {
    this.#keepPulse();
    if (this.#state === 'away' || this.#state === 'promoted') return false;
    if (this.#timeline < (this.installation.known.timeline ?? 0)) {
      // What it shows may have been lost. Before the first answer to the pulse nothing is known of it.
      if (this.#timeline > 0) this.#become('behind');
      return false;
    }
    if (this.#isAt(view, required)) return true;
    const waits = this.#state === 'behind' ? [] : waitsMs;
    for (const waitMs of [0, ...waits]) {
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      if ((await this.#ask(view)) === undefined) return false;
      if (!this.#isAt(view, required)) continue;
      this.#become('used');
      return true;
    }
    this.#become('behind');
    return false;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const { plain, search, pulse } = this.pools;
    await Promise.all([plain.end(), search.end(), pulse.end()]);
  }

  #isAt({ name }: ReadView, required: FeedPosition): boolean {
    const reached = this.#reached.get(name);
    return reached !== undefined && isAtOrAfter(reached, required);
  }

  /** Queries that wait for the same view share a question. */
  #ask(view: ReadView): Promise<FeedPosition | undefined> {
    const asked =
      this.#asking.get(view.name) ??
      place(this.pools.pulse, view)
        .then((found) => {
          if (found !== undefined) this.#reached.set(view.name, found);
          return found;
        })
        .catch(() => undefined)
        .finally(() => this.#asking.delete(view.name));
    this.#asking.set(view.name, asked);
    return asked;
  }

  #keepPulse(): void {
    this.#usedAt = performance.now();
    if (this.#isBeating) return;
    this.#isBeating = true;
    this.#beat();
  }

  #beat(): void {
    let isLate = false;
    const tooLate = setTimeout(() => {
      isLate = true;
      this.#leave('away');
    }, pulsePatienceMs);
    const answer = this.pools.pulse.query<{ standby: boolean; timeline: number }>(pulse, [this.installation.known.system ?? '']);
    void answer
      .then(({ rows }) => {
        if (isLate) return;
        this.#timeline = Math.max(this.#timeline, rows[0]?.timeline ?? 0);
        if (rows[0]?.standby === false) this.#leave('promoted');
        else if (this.#state === 'away' || this.#state === 'promoted') this.#become('used');
      })
      .catch((error: Error) => this.#leave(error.message.endsWith('is no standby') ? 'promoted' : 'away'))
      .finally(() => {
        clearTimeout(tooLate);
        this.#isBeating = !this.#isClosed && performance.now() - this.#usedAt < pulseForMs;
        if (this.#isBeating) setTimeout(() => this.#beat(), pulseEveryMs).unref();
        // It may crash unseen, and show an earlier state when it is back.
        else this.#reached.clear();
      });
  }

  /** Queries that wait for an answer of the replica fail, and are answered by the primary. */
  #leave(state: 'away' | 'promoted'): void {
    this.#become(state);
    this.#reached.clear();
    for (const client of this.#clients) client.abandon();
  }

  #become(state: ReplicaState): void {
    const now = performance.now();
    if (this.#state !== state) [this.#state, this.#since] = [state, now];
    if (this.#told === state || this.#isClosed || now - this.#since < toldAfterMs[state]) return;
    this.#told = state;
    this.onChange(this);
  }
}

async function place(pool: Pool, { place: { text, values } }: ReadView): Promise<FeedPosition | undefined> {
  const { rows } = await pool.query<FeedPosition>(text, [...values]);
  return rows[0];
}
