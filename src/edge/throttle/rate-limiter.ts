import { BucketStore, type Bucket, type Loan } from './bucket-store.js';
import { MemoryBuckets } from './memory-buckets.js';
import { Purse, type Standing } from './purse.js';
import { capacityOf } from './token-bucket.js';

interface RateLimiterOptions {
  readonly store: BucketStore;
  /** The time of day, in ms. */
  readonly now: () => number;
  /** A clock that never jumps, in ms. */
  readonly tick: () => number;
  /** Called when the store fails, and when it works again. */
  readonly onDegraded?: (isDegraded: boolean, error?: unknown) => void;
}

interface Asker {
  readonly bucket: Bucket;
  readonly answer: (standing: Standing) => void;
}

interface PurseWithQueue extends Purse {
  readonly waiting: Asker[];
}

/** With several processes, each leaves most of the tokens to the others. A single process borrows more at once and asks the store less often. */
const shareAmongMany = 16;
const shareAlone = 4;
const patienceMs = 500;
const retryAfterMs = 1000;
const rememberedMs = 120_000;
/** Afterwards the other processes are not counted: the count is only needed while tokens are borrowed. */
const countedMs = 30_000;
/** A bucket of no account, which tests whether the store works. */
const probe: Bucket = { key: 'probe', ratePerMinute: 1 };

/**
 * Takes tokens out of buckets that all processes share, without asking the store for each one. Tokens are borrowed in loans that get
 * smaller as the bucket gets emptier, so that the last ones are handed out one by one and never twice. Unused tokens are given back.
 *
 * While the store fails, each process uses a separate bucket with its part of the rate: never the whole rate, never zero.
 */
export class RateLimiter {
  readonly #purses = new Map<string, PurseWithQueue>();
  readonly #borrowing = new Map<string, Promise<void>>();
  readonly #looking = new Map<string, Promise<void>>();
  readonly #alone: MemoryBuckets;
  /** Until the number is known, the limiter expects another process. */
  #processes = 2;
  #retryAtMs = 0;
  #isDegraded = false;

  constructor(private readonly options: RateLimiterOptions) {
    this.#alone = new MemoryBuckets(options.tick);
  }

  /** Whether this process limits by itself because the store fails. */
  get isDegraded(): boolean {
    return this.#isDegraded;
  }

  /** Takes a token if there is one. Usually answers without waiting for the store. */
  take(bucket: Bucket): Standing | Promise<Standing> {
    const known = this.takeHeld(bucket);
    if (known !== undefined) return known;
    const purse = this.#purse(bucket);
    return new Promise((answer) => {
      purse.waiting.push({ bucket, answer });
      void this.#borrow(purse);
    });
  }

  /** Takes a token that this process holds, or reports that the bucket is empty. Undefined: only the store knows. */
  takeHeld(bucket: Bucket): Standing | undefined {
    const nowMs = this.options.tick();
    const purse = this.#purse(bucket);
    if (purse.waiting.length === 0 && !this.#isDegraded && purse.isFresh(bucket, nowMs)) {
      if (purse.held > 0) {
        const standing = purse.spend(nowMs);
        if (purse.held === 0 && purse.left > 0) void this.#borrow(purse);
        return standing;
      }
      if (purse.isKnownEmpty(nowMs)) return purse.spend(nowMs);
    }
    return undefined;
  }

  /** Takes back a token that was not used. The token is lost while the store fails, or when it is from an earlier minute. */
  giveBack(bucket: Bucket): Standing | undefined {
    const nowMs = this.options.tick();
    const purse = this.#purses.get(bucket.key);
    if (purse === undefined || this.#isDegraded || !purse.isFresh(bucket, nowMs)) return undefined;
    purse.held += 1;
    return purse.standing(true, nowMs);
  }

  /** The state of a bucket as this process knows it: other processes may hold some of its tokens. Takes no token. */
  look(bucket: Bucket): Standing | Promise<Standing> {
    const purse = this.#purse(bucket);
    const nowMs = this.options.tick();
    const isRecent = nowMs - purse.seenAtMs < 1000 || (purse.hasBorrowed && this.#processes === 1);
    if (isRecent && purse.isFresh(bucket, nowMs)) return purse.standing(true, nowMs);
    if (this.#isDegraded) return this.#guess(purse, bucket);
    return this.#look(purse, bucket).then(() =>
      this.#isDegraded ? this.#guess(purse, bucket) : purse.standing(true, this.options.tick()),
    );
  }

  /**
   * Is called about once a second: asks a store that failed whether it works again, gives back unused tokens that other processes may need,
   * and forgets idle buckets.
   */
  async tidy(): Promise<void> {
    await (this.#isDegraded ? this.#probe() : this.#count());
    const nowMs = this.options.tick();
    this.#alone.forgetIdle(rememberedMs);
    for (const [key, purse] of this.#purses) {
      if (this.#borrowing.has(key)) continue;
      const idleMs = nowMs - purse.usedAtMs;
      const isWanted = idleMs < 1000 || (this.#processes === 1 && purse.isFresh(purse.bucket, nowMs));
      if (purse.held > 0 && !isWanted) await this.#giveBack(purse);
      if (purse.held === 0 && idleMs > rememberedMs) this.#purses.delete(key);
    }
  }

  /** Gives all borrowed tokens back. */
  async close(): Promise<void> {
    await Promise.all(this.#borrowing.values());
    for (const purse of this.#purses.values()) if (purse.held > 0) await this.#giveBack(purse);
    this.#purses.clear();
  }

  #purse(bucket: Bucket): PurseWithQueue {
    let purse = this.#purses.get(bucket.key);
    if (purse === undefined) {
      purse = Object.assign(new Purse(bucket), { waiting: [] });
      purse.usedAtMs = this.options.tick();
      this.#purses.set(bucket.key, purse);
    }
    return purse;
  }

  /** Makes one loan at a time for each bucket. Requests that arrive meanwhile share the next loan. */
  #borrow(purse: PurseWithQueue): Promise<void> {
    const { key } = purse.bucket;
    let borrowing = this.#borrowing.get(key);
    if (borrowing === undefined) {
      borrowing = this.#lendUntilServed(purse, key);
      this.#borrowing.set(key, borrowing);
    }
    return borrowing;
  }

  /** Ends in the same tick in which it finds no request waiting: a later request begins a new loan. */
  async #lendUntilServed(purse: PurseWithQueue, key: string): Promise<void> {
    try {
      do await this.#lendOnce(purse);
      while (purse.waiting.length > 0);
    } finally {
      this.#borrowing.delete(key);
    }
  }

  async #lendOnce(purse: PurseWithQueue): Promise<void> {
    const bucket = purse.waiting.at(-1)?.bucket ?? purse.bucket;
    const loan = await this.#loan(purse, bucket);
    if (loan === undefined) return this.#serveAlone(purse);
    const nowMs = this.options.tick();
    while (purse.waiting.length > 0 && (purse.held > 0 || purse.left === 0)) {
      purse.waiting.shift()?.answer(purse.spend(nowMs));
    }
  }

  /** Undefined when the store fails. Tokens of an earlier minute or rate are given back in the same call. */
  async #loan(purse: PurseWithQueue, bucket: Bucket): Promise<Loan | undefined> {
    const askedAtMs = this.options.tick();
    if (askedAtMs < this.#retryAtMs) return undefined;
    const returned = purse.isFresh(bucket, askedAtMs) ? 0 : purse.held;
    purse.held -= returned;
    const share = this.#processes === 1 ? shareAlone : shareAmongMany;
    const asked = Math.max(1, purse.waiting.length - purse.held);
    const learn = (loan: Loan): void => purse.learn(bucket, this.#dated(loan), askedAtMs);
    try {
      const loan = await this.#inTime(this.options.store.lend(bucket, { asked, returned, share }), learn);
      purse.hasBorrowed = true;
      this.#recovered();
      return loan;
    } catch (error) {
      this.#degrade(error);
      return undefined;
    }
  }

  /** Limits the wait for the store. A late answer is kept for later requests. */
  async #inTime(loan: Promise<Loan>, learn: (loan: Loan) => void): Promise<Loan> {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      const error = new Error(`The store of rate limits did not answer within ${patienceMs} ms`);
      // A busy process first reads what has arrived, so that it does not mistake its own delay for a delay of the store.
      timer = setTimeout(() => setImmediate(reject, error), patienceMs);
    });
    const learned = loan.then((answer) => {
      learn(answer);
      return answer;
    });
    learned.catch(() => undefined);
    try {
      return await Promise.race([learned, tooLate]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #look(purse: PurseWithQueue, bucket: Bucket): Promise<void> {
    const askedAtMs = this.options.tick();
    if (purse.held > 0 && !purse.isFresh(bucket, askedAtMs)) return this.#giveBack(purse, bucket);
    let looking = this.#looking.get(bucket.key);
    if (looking === undefined) {
      // A loan that was made meanwhile is more recent.
      const learn = (loan: Loan): void => {
        if (purse.seenAtMs <= askedAtMs && !this.#borrowing.has(bucket.key)) purse.learn(bucket, this.#dated(loan), askedAtMs);
      };
      looking = this.#inTime(this.options.store.look(bucket), learn)
        .then(
          () => undefined,
          (error: unknown) => this.#degrade(error),
        )
        .finally(() => this.#looking.delete(bucket.key));
      this.#looking.set(bucket.key, looking);
    }
    return looking;
  }

  async #giveBack(purse: PurseWithQueue, bucket = purse.bucket): Promise<void> {
    const returned = purse.held;
    const askedAtMs = this.options.tick();
    purse.held = 0;
    const learn = (loan: Loan): void => purse.learn(bucket, this.#dated(loan), askedAtMs);
    await this.#inTime(this.options.store.lend(bucket, { asked: 0, returned, share: 1 }), learn).catch((error: unknown) =>
      this.#degrade(error),
    );
  }

  #serveAlone(purse: PurseWithQueue): void {
    for (const { bucket, answer } of purse.waiting.splice(0)) {
      const own = { key: bucket.key, ratePerMinute: Math.max(1, Math.floor(bucket.ratePerMinute / this.#processes)) };
      if (!this.#alone.has(own.key)) this.#alone.begin(own, own.ratePerMinute);
      const { granted, left, resetInMs } = this.#alone.take(own, { asked: 1, returned: 0, share: capacityOf(own.ratePerMinute) });
      const resetAtMs = this.options.now() + resetInMs;
      answer({ isAllowed: granted > 0, limit: capacityOf(bucket.ratePerMinute), remaining: left, resetAtMs, resetInMs });
    }
  }

  /** Answers a look while the store fails: as if the bucket were full, unless the process knows more. */
  #guess(purse: PurseWithQueue, bucket: Bucket): Standing {
    const limit = capacityOf(bucket.ratePerMinute);
    const remaining = purse.seenAtMs > 0 ? purse.held + purse.left : limit;
    return { isAllowed: true, limit, remaining, resetAtMs: this.options.now() + 60_000, resetInMs: 60_000 };
  }

  /** An untouched bucket has no refill time yet: it gets its next tokens one minute after the first token is taken. */
  #dated(loan: Loan): Loan {
    return Number.isNaN(loan.resetAtMs) ? { ...loan, resetAtMs: this.options.now() + loan.resetInMs } : loan;
  }

  #degrade(error: unknown): void {
    this.#retryAtMs = this.options.tick() + retryAfterMs;
    if (this.#isDegraded) return;
    this.#isDegraded = true;
    this.options.onDegraded?.(true, error);
  }

  async #count(): Promise<void> {
    const nowMs = this.options.tick();
    const isNeeded = [...this.#purses.values()].some(({ held, usedAtMs }) => held > 0 || nowMs - usedAtMs < countedMs);
    if (isNeeded) this.#processes = await this.options.store.processes().catch(() => this.#processes);
  }

  /** Tests the store, so that a process without requests notices when the store works again. */
  async #probe(): Promise<void> {
    if (this.options.tick() < this.#retryAtMs) return;
    const nothing = this.options.store.lend(probe, { asked: 0, returned: 0, share: 1 });
    await this.#inTime(nothing, () => undefined).then(
      () => this.#recovered(),
      (error: unknown) => this.#degrade(error),
    );
  }

  /** Keeps the process's separate buckets, so that a store that fails repeatedly creates no tokens. */
  #recovered(): void {
    if (!this.#isDegraded) return;
    this.#isDegraded = false;
    this.options.onDegraded?.(false);
  }
}
