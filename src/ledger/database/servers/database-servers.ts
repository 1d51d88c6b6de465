import { readDatabaseUrl, type ServerPlace } from '#host/config/database-url.js';
import { askServer } from './ask-server.js';
import { endLostPaths } from './lost-paths.js';
import type { ServerClient } from './server-client.js';
import { refusalOf, ServerRefused, type KnownInstallation } from './server-refused.js';
import type { SessionFacts } from './session-facts.js';

/** What a server has answered, or why it has not. */
interface Answer {
  readonly place: ServerPlace;
  readonly facts?: SessionFacts;
  readonly error?: unknown;
}

/** How long others are waited for, once one has answered that it is the primary: a former primary may answer first. */
const othersMs = 250;
/** How often connections are looked at that wait for an answer, and how often a server is asked about them at most. */
const [lookEveryMs, askEveryMs] = [1_000, 5_000];

const all = new Map<string, DatabaseServers>();

/**
 * The servers of a database: its primary, and the standbys that may become it. All connections of a process to one address share what it has
 * learned: which server is the primary, its system identifier, and the highest timeline. A server that is not the primary, or was it before the
 * present one, is refused.
 */
export class DatabaseServers {
  /** The address as drivers read it. It names the first server. */
  readonly single: string;
  readonly places: readonly ServerPlace[];
  #known: KnownInstallation = { system: undefined, timeline: undefined };
  #primary: ServerPlace | undefined;
  #finding: Promise<ServerPlace> | undefined;
  readonly #open = new Set<ServerClient>();
  #looking: NodeJS.Timeout | undefined;
  #askedAt = -Infinity;
  readonly #told = new Map<string, string>();
  #report: (message: string) => void = () => undefined;
  #onTimeline: (known: KnownInstallation) => void = () => undefined;

  private constructor(connectionString: string) {
    const { single, places } = readDatabaseUrl(connectionString);
    this.single = single;
    this.places = places;
  }

  /** The servers that an address names. */
  static of(connectionString: string): DatabaseServers {
    const found = all.get(connectionString) ?? new DatabaseServers(connectionString);
    all.set(connectionString, found);
    return found;
  }

  get known(): KnownInstallation {
    return this.#known;
  }

  /** The database and its servers, without a password. */
  get name(): string {
    const { pathname, host } = new URL(this.single);
    return `${pathname.slice(1)} at ${this.places.length === 1 ? host : this.places.map(addressOf).join(', ')}`;
  }

  /** Is called with a line for each change: a server that is refused, another primary. */
  reportTo(report: (message: string) => void): void {
    this.#report = report;
  }

  /** Is called when the primary has a timeline that no connection of this process has seen. */
  onTimeline(listener: (known: KnownInstallation) => void): void {
    this.#onTimeline = listener;
  }

  /** The server to connect to. One of several is asked for when it is not known. @throws ServerRefused */
  async primary(): Promise<ServerPlace> {
    const [first] = this.places as readonly [ServerPlace];
    if (this.places.length === 1) return first;
    return this.#primary ?? (await this.#find());
  }

  /** Lets a connection do its work if its server is the primary. @throws ServerRefused */
  admit(client: ServerClient, facts: SessionFacts): void {
    const place = client.place as ServerPlace;
    const refusal = refusalOf(addressOf(place), facts, this.#known);
    if (refusal !== undefined) {
      this.#tell(place, refusal.message);
      throw refusal;
    }
    this.#open.add(client);
    this.#looking ??= setInterval(() => this.#look(), lookEveryMs).unref();
    client.once('end', () => this.#closed(client));
    this.#note(place, facts);
  }

  /** A connection to this server has failed: the next one asks which of them is the primary. */
  doubt(place: ServerPlace): void {
    if (this.#primary === place) this.#primary = undefined;
  }

  /** The primary has not answered for a while. If another server has taken its place, connections to the former one are ended. */
  async suspect(): Promise<void> {
    await this.#find().catch(() => undefined);
  }

  #find(): Promise<ServerPlace> {
    return (this.#finding ??= this.#ask().finally(() => (this.#finding = undefined)));
  }

  async #ask(): Promise<ServerPlace> {
    const answers = await this.#answers();
    const [first] = answers.filter(({ facts }) => facts?.system !== undefined);
    const known = { ...this.#known, system: this.#known.system ?? first?.facts?.system };
    const refusals: ServerRefused[] = [];
    const primaries = answers.flatMap(({ place, facts }) => {
      const refusal = facts === undefined ? undefined : refusalOf(addressOf(place), facts, known);
      if (refusal !== undefined) refusals.push(refusal);
      if (refusal !== undefined && refusal.reason !== 'standby') this.#tell(place, refusal.message);
      return facts === undefined || refusal !== undefined ? [] : [{ place, facts }];
    });
    const foreign = refusals.find(({ reason }) => reason === 'other-installation');
    if (foreign !== undefined && this.#known.system === undefined) throw foreign;
    const [best, second] = primaries.toSorted((one, other) => (other.facts.timeline ?? 0) - (one.facts.timeline ?? 0));
    if (best === undefined) throw this.#none(answers, refusals);
    if (second !== undefined) {
      const former = refusalOf(addressOf(second.place), second.facts, { ...known, timeline: best.facts.timeline });
      if (former !== undefined) this.#tell(second.place, former.message);
    }
    this.#note(best.place, best.facts);
    return best.place;
  }

  #none(answers: readonly Answer[], refusals: readonly ServerRefused[]): unknown {
    const lasting = refusals.find(({ reason }) => reason !== 'standby');
    if (refusals.length === 0) return answers[0]?.error;
    if (refusals.length === 1 || lasting !== undefined) return lasting ?? refusals[0];
    return new ServerRefused(`All servers of ${this.name} that answer are standbys: promote one of them`, 'standby');
  }

  /** The answers of all servers. Later those that do not answer are not waited for once one has said that it is the primary. */
  async #answers(): Promise<readonly Answer[]> {
    const answers: Answer[] = [];
    await new Promise<void>((resolve) => {
      for (const place of this.places) {
        void this.#answer(place).then((answer) => {
          answers.push(answer);
          if (answers.length === this.places.length) resolve();
          else if (answer.facts?.isStandby === false && this.#known.system !== undefined) setTimeout(resolve, othersMs);
        });
      }
    });
    return answers.toSorted((one, other) => this.places.indexOf(one.place) - this.places.indexOf(other.place));
  }

  async #answer(place: ServerPlace): Promise<Answer> {
    try {
      return { place, ...(await askServer(this, place, ({ facts }) => (facts === undefined ? {} : { facts }))) };
    } catch (error) {
      return { place, error };
    }
  }

  #closed(client: ServerClient): void {
    this.#open.delete(client);
    if (this.#open.size > 0) return;
    clearInterval(this.#looking);
    this.#looking = undefined;
  }

  #look(): void {
    const now = performance.now();
    const silent = [...this.#open].filter((client) => client.isOverdue());
    if (silent.length === 0 || now - this.#askedAt < askEveryMs) return;
    this.#askedAt = now;
    void endLostPaths(this, silent);
  }

  #note(place: ServerPlace, { system, timeline, startedAt }: SessionFacts): void {
    // Where a machine has vanished, its connections are open until their packets are given up, a quarter of an hour later.
    for (const client of this.#open) if (client.place === place && (client.facts?.startedAt ?? startedAt) < startedAt) client.abandon();
    const former = this.#known;
    const isLater = timeline !== undefined && timeline > (former.timeline ?? 0);
    this.#known = { system: former.system ?? system, timeline: isLater ? timeline : former.timeline };
    if (this.places.length > 1) this.#primary = place;
    this.#told.delete(addressOf(place));
    if (!isLater) return;
    if (former.timeline !== undefined) {
      this.#report(`The server at ${addressOf(place)} is the primary now, with the timeline ${timeline}`);
      for (const client of this.#open) if ((client.facts?.timeline ?? timeline) < timeline) client.abandon();
    }
    this.#onTimeline(this.#known);
  }

  #tell(place: ServerPlace, message: string): void {
    const address = addressOf(place);
    if (this.#told.get(address) === message) return;
    this.#told.set(address, message);
    this.#report(message);
  }
}

/** A server as operators write it. */
export function addressOf({ host, port }: ServerPlace): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
