/** Calls that may wait for one origin, unless another number is given. A call beyond it is refused. */
const usualWaiting = 1_000;

interface Waiting {
  readonly since: number;
  readonly proceed: () => void;
}

interface Queue {
  active: number;
  /** In the order of their arrival. */
  readonly waiting: Set<Waiting>;
}

/** Refusal of a call because too many calls wait for the same origin. */
export class FullQueue extends Error {}

/** Limits the calls of one origin that this process makes at the same time. The others wait in order. */
export class OriginQueues {
  readonly #queues = new Map<string, Queue>();
  #bestWaitMs: number | undefined;
  #active = 0;

  constructor(private readonly mostWaiting = usualWaiting) {}

  /** Calls in progress, of all origins. */
  get active(): number {
    return this.#active;
  }

  /**
   * Waits for a turn. @returns how to end it
   * @throws FullQueue, or the reason of the signal
   */
  async enter(origin: string, concurrency: number, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const queue = this.#queues.get(origin) ?? { active: 0, waiting: new Set() };
    this.#queues.set(origin, queue);
    if (queue.active < concurrency) {
      queue.active += 1;
      this.#noteWait(0);
    } else {
      if (queue.waiting.size >= this.mostWaiting) throw new FullQueue(`${this.mostWaiting} calls already wait for it in this process`);
      await this.#turn(queue, signal);
    }
    this.#active += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#active -= 1;
      this.#leave(origin, queue);
    };
  }

  /**
   * The shortest wait in ms of the calls that got their turn since the last reading or, when none did, of those that wait;
   * undefined when there was no call.
   */
  takeBestWaitMs(): number | undefined {
    const best = this.#bestWaitMs;
    this.#bestWaitMs = undefined;
    if (best !== undefined) return best;
    const heads = [...this.#queues.values()].flatMap(({ waiting }) => [...waiting].slice(0, 1));
    return heads.length === 0 ? undefined : performance.now() - Math.max(...heads.map(({ since }) => since));
  }

  /** The place of a call that leaves passes to the first one that waits. */
  #leave(origin: string, queue: Queue): void {
    const [next] = queue.waiting;
    if (next !== undefined) {
      this.#noteWait(performance.now() - next.since);
      return next.proceed();
    }
    queue.active -= 1;
    if (queue.active === 0) this.#queues.delete(origin);
  }

  #turn(queue: Queue, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = {
      since: performance.now(),
      proceed: () => {
        queue.waiting.delete(waiting);
        signal.removeEventListener('abort', give);
        resolve();
      },
    };
    const give = (): void => {
      queue.waiting.delete(waiting);
      reject(signal.reason as Error);
    };
    queue.waiting.add(waiting);
    signal.addEventListener('abort', give, { once: true });
    return promise;
  }

  #noteWait(ms: number): void {
    this.#bestWaitMs = Math.min(this.#bestWaitMs ?? Number.POSITIVE_INFINITY, ms);
  }
}
