/** Length of the windows in which a body must arrive at the least rate, in ms of waiting for the caller. */
export const windowMs = 10_000;
/** A body that has arrived so far is not slow before it is old. */
const headStartBytes = 1024;

/** A body that is arriving. */
export interface ArrivingBody {
  /** Bodies of one group share its places: those of an address, or of a key. */
  readonly group: string;
  /** How long the whole body may take, in ms of waiting for the caller; undefined for a body that only has a least rate. */
  readonly deadlineMs: number | undefined;
  /** Bytes that its connection has received. */
  receivedBytes(): number;
  /** Whether all bytes have arrived, or some wait for the server to read them: then the server is slow, and not the caller. */
  isUnread(): boolean;
  /** Ends the request. Is called at most once. */
  end(reason: 'slow' | 'displaced'): void;
}

interface Bounds {
  readonly most: number;
  readonly mostOfGroup: number;
  /** In bytes a second. */
  readonly leastRate: number;
}

interface Progress {
  readonly body: ArrivingBody;
  readonly since: number;
  readonly bytesBefore: number;
  waitedMs: number;
  windowWaitedMs: number;
  windowBytes: number;
}

/**
 * The bodies that are arriving. Each has a deadline and a least rate. When there are too many, of one group or in all, the slowest one makes
 * way for the new one: a body that arrives as usual is never refused because of others that arrive slowly.
 */
export class ArrivingBodies {
  readonly #groups = new Map<string, Set<Progress>>();
  #count = 0;

  constructor(
    private readonly bounds: Bounds,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  get count(): number {
    return this.#count;
  }

  /** @returns a function that ends the watch, when the body has arrived or its request is over */
  add(body: ArrivingBody): () => void {
    const received = body.receivedBytes();
    const progress = {
      body,
      since: this.nowMs(),
      bytesBefore: received,
      waitedMs: 0,
      windowWaitedMs: 0,
      windowBytes: received,
    };
    const group = this.#groups.get(body.group) ?? new Set();
    this.#groups.set(body.group, group.add(progress));
    this.#count += 1;
    if (group.size > this.bounds.mostOfGroup) this.#displaceSlowest(group);
    else if (this.#count > this.bounds.most) this.#displaceSlowest([...this.#groups.values()].flatMap((each) => [...each]));
    return () => this.#remove(progress);
  }

  /** Ends the bodies that are too slow. Is called regularly. @param passedMs time since the last call */
  check(passedMs: number): void {
    for (const group of this.#groups.values())
      for (const progress of group) if (this.#isTooSlow(progress, passedMs)) this.#end(progress, 'slow');
  }

  #isTooSlow(progress: Progress, passedMs: number): boolean {
    const { body } = progress;
    if (body.isUnread()) return false;
    progress.waitedMs += passedMs;
    progress.windowWaitedMs += passedMs;
    if (body.deadlineMs !== undefined && progress.waitedMs >= body.deadlineMs) return true;
    if (progress.windowWaitedMs < windowMs) return false;
    const received = body.receivedBytes();
    const rate = ((received - progress.windowBytes) * 1000) / progress.windowWaitedMs;
    progress.windowBytes = received;
    progress.windowWaitedMs = 0;
    return rate < this.bounds.leastRate;
  }

  #displaceSlowest(among: Iterable<Progress>): void {
    let [slowest, most]: [Progress | undefined, number] = [undefined, -1];
    for (const each of among) {
      const slowness = this.#slowness(each);
      if (slowness > most) [slowest, most] = [each, slowness];
    }
    if (slowest !== undefined) this.#end(slowest, 'displaced');
  }

  #slowness({ body, since, bytesBefore }: Progress): number {
    return (this.nowMs() - since) / (body.receivedBytes() - bytesBefore + headStartBytes);
  }

  #end(progress: Progress, reason: 'slow' | 'displaced'): void {
    this.#remove(progress);
    progress.body.end(reason);
  }

  #remove(progress: Progress): void {
    const group = this.#groups.get(progress.body.group);
    if (group?.delete(progress) !== true) return;
    this.#count -= 1;
    if (group.size === 0) this.#groups.delete(progress.body.group);
  }
}
