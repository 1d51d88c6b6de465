import { Happenings } from './happenings.js';
import { CpuPool, type Thread } from './cpu-pool.js';

/** What one synchronous run takes, in µs of processor time. What a batch of appends takes is shared by its runs. */
export interface RunCosts {
  /** Of the process that answers: for each run, and for each batch of appends. */
  readonly node: number;
  readonly nodeBatch: number;
  /** Of PostgreSQL, the same. */
  readonly postgres: number;
  readonly postgresBatch: number;
  /** Of what follows the events of a run: views, usage, audit. */
  readonly followNode: number;
  readonly followPostgres: number;
  /** Of the client, for each run and for each batch. */
  readonly client: number;
  readonly clientBatch: number;
  /** µs that a commit waits for the disk, without a processor. */
  readonly flushWait: number;
  /** By how much all of this takes longer for each thread that waits for a core. */
  readonly crowding: number;
}

/** Processes and the machines that they share. */
export interface Fleet {
  /** Processes that answer. */
  readonly apis: number;
  /** *inside*: the first of them follows, too. *apart*: another process does. */
  readonly follower: 'inside' | 'apart';
  /** Each sends its next request when it has its answer. */
  readonly clients: number;
  /** Cores that the processes have. */
  readonly cores: number;
  /** Cores of PostgreSQL; *shared*: it has those of the processes, and the clients have them as well. */
  readonly databaseCores: number | 'shared';
}

export interface Prediction {
  /** Runs that are answered a second. */
  readonly perSecond: number;
  /** Runs a second that views, usage and audit have taken in. Less than `perSecond`: they fall behind. */
  readonly followedPerSecond: number;
  readonly meanMs: number;
  /** Appends in a batch. */
  readonly batch: number;
  /** Share of the cores of PostgreSQL that are busy. */
  readonly databaseBusy: number;
}

/** Runs whose events are followed together. */
const mostFollowed = 64;
/** As appends are batched in the server. */
const mostInBatch = 256;
/** Share of the time of a run in its process that comes before its append. */
const before = 0.6;
const warmUpUs = 500_000;

interface Api {
  readonly thread: Thread;
  readonly backend: Thread;
  waiting: Request[];
  isFlushing: boolean;
}

interface Request {
  readonly sentAt: number;
}

/**
 * What a fleet does under a closed load: a simulation of discrete events in which processes, backends of PostgreSQL and clients take turns on
 * cores, appends of one process wait for each other's batch, and views are followed from batches. It knows nothing but the costs.
 */
export function predict(costs: RunCosts, fleet: Fleet, seconds = 3): Prediction {
  return new FleetRun(costs, fleet).run(seconds);
}

class FleetRun {
  readonly #time = new Happenings();
  readonly #database: CpuPool;
  readonly #apis: readonly Api[];
  readonly #follower: Thread;
  readonly #followerBackend: Thread;
  readonly #client: Thread | undefined;
  #unfollowed = 0;
  #isFollowing = false;
  #isWarm = false;
  readonly #counts = { answered: 0, followed: 0, batches: 0, appended: 0, waitedUs: 0 };

  constructor(
    private readonly costs: RunCosts,
    private readonly fleet: Fleet,
  ) {
    const { apis, follower, cores, databaseCores, clients } = fleet;
    const machine = new CpuPool(this.#time, cores, costs.crowding);
    this.#database = databaseCores === 'shared' ? machine : new CpuPool(this.#time, databaseCores, costs.crowding);
    this.#apis = Array.from({ length: apis }, () => {
      return { thread: machine.thread(), backend: this.#database.thread(), waiting: [], isFlushing: false };
    });
    const [first] = this.#apis;
    if (first === undefined) throw new RangeError('A fleet has at least one process that answers');
    this.#follower = follower === 'inside' ? first.thread : machine.thread();
    this.#followerBackend = this.#database.thread();
    this.#client = databaseCores === 'shared' ? machine.thread() : undefined;
    for (let client = 0; client < clients; client += 1) this.#send(this.#apis[client % apis] ?? first);
  }

  run(seconds: number): Prediction {
    this.#time.runUntil(warmUpUs);
    const busyBefore = this.#database.busyUs;
    this.#isWarm = true;
    this.#time.runUntil(warmUpUs + seconds * 1e6);
    const { answered, followed, batches, appended, waitedUs } = this.#counts;
    return {
      perSecond: answered / seconds,
      followedPerSecond: followed / seconds,
      meanMs: waitedUs / Math.max(1, answered) / 1000,
      batch: appended / Math.max(1, batches),
      databaseBusy: (this.#database.busyUs - busyBefore) / (seconds * 1e6 * this.#database.cores),
    };
  }

  #send(api: Api): void {
    const request = { sentAt: this.#time.now };
    const arrive = (): void => {
      api.thread.work(this.costs.node * before, () => {
        api.waiting.push(request);
        if (!api.isFlushing) this.#flush(api);
      });
    };
    if (this.#client === undefined) arrive();
    else this.#client.work(this.costs.client, arrive);
  }

  #flush(api: Api): void {
    const batch = api.waiting.splice(0, mostInBatch);
    api.isFlushing = batch.length > 0;
    if (!api.isFlushing) return;
    const { nodeBatch, postgres, postgresBatch, flushWait, node } = this.costs;
    api.thread.work(nodeBatch, () => {
      api.backend.work(postgresBatch + postgres * batch.length, () => {
        this.#time.after(flushWait, () => {
          this.#client?.work(this.costs.clientBatch, () => undefined);
          this.#follow(batch.length);
          this.#flush(api);
          for (const request of batch) api.thread.work(node * (1 - before), () => this.#answer(api, request));
          if (!this.#isWarm) return;
          this.#counts.batches += 1;
          this.#counts.appended += batch.length;
        });
      });
    });
  }

  #answer(api: Api, { sentAt }: Request): void {
    if (this.#isWarm) {
      this.#counts.answered += 1;
      this.#counts.waitedUs += this.#time.now - sentAt;
    }
    this.#send(api);
  }

  #follow(more: number): void {
    this.#unfollowed += more;
    if (this.#isFollowing || this.#unfollowed === 0) return;
    this.#isFollowing = true;
    const runs = Math.min(mostFollowed, this.#unfollowed);
    this.#unfollowed -= runs;
    this.#follower.work(this.costs.followNode * runs, () => {
      this.#followerBackend.work(this.costs.followPostgres * runs, () => {
        if (this.#isWarm) this.#counts.followed += runs;
        this.#isFollowing = false;
        this.#follow(0);
      });
    });
  }
}
