import type { Clock } from '#kernel/clock.js';
import type { Json } from '#kernel/json.js';

/** One request that the provider received. */
export interface SeenRequest {
  /** 1 for the first request. */
  readonly number: number;
  /** The idempotency key; null without one. */
  readonly key: string | null;
  /** 1 for the first request with this key; without a key: for the first one like this. */
  readonly attempt: number;
  readonly path: string;
  readonly dialect: string;
  model: string | null;
  isStreamed: boolean;
  /** Header fields as they came, the provider's key among them. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null if it is above 4 MiB, or if too many others came after it. */
  body: Json;
  readonly bodyBytes: number;
  status: number | null;
  /** *cut*: the provider ended the connection; *closed-early*: the caller did. */
  state: 'open' | 'answered' | 'cut' | 'closed-early';
  readonly startedAt: string;
  endedAt: string | null;
}

/** How often something happened under one idempotency key, or altogether. */
export interface RequestCounts {
  requests: number;
  open: number;
  answered: number;
  cut: number;
  closedEarly: number;
}

export interface SocketCounts {
  /** Sockets that are connected now and have carried a request to a model. */
  readonly open: number;
  readonly opened: number;
  readonly mostOpen: number;
}

const mostRequests = 50_000;
/** Most requests, the latest ones, and most pieces of each whose times are kept. */
const [mostTimed, mostTimes] = [1_000, 2_000];
const largestKeptBody = 4 * 1024 * 1024;
const mostBodyBytes = 256 * 1024 * 1024;

/** What the provider was asked. It is bounded: the oldest bodies are dropped first, then the oldest requests. */
export class RequestLog {
  #requests: SeenRequest[] = [];
  #counts = new Map<string, RequestCounts>();
  #attempts = new Map<string, number>();
  #times = new Map<SeenRequest, number[]>();
  #sockets = new Set<unknown>();
  #numbers = 0;
  #opened = 0;
  #mostOpen = 0;
  #bodyBytes = 0;
  #withBody = 0;
  #elsewhere = 0;

  constructor(private readonly clock: Clock) {}

  get requests(): readonly SeenRequest[] {
    return this.#requests;
  }

  /** Requests that followed the redirect of `redirect-elsewhere`. */
  get elsewhere(): number {
    return this.#elsewhere;
  }

  get sockets(): SocketCounts {
    return { open: this.#sockets.size, opened: this.#opened, mostOpen: this.#mostOpen };
  }

  /** The counts of one idempotency key; all zero for an unknown one. */
  of(key: string | null): RequestCounts {
    return this.#counts.get(key ?? '') ?? { requests: 0, open: 0, answered: 0, cut: 0, closedEarly: 0 };
  }

  /** The counts by idempotency key; requests without one are counted under the empty text. */
  byKey(): Readonly<Record<string, RequestCounts>> {
    return Object.fromEntries(this.#counts);
  }

  /** @param likeness a text that only the same requests have */
  begin(request: Pick<SeenRequest, 'key' | 'path' | 'dialect' | 'headers' | 'body' | 'bodyBytes'>, likeness: string): SeenRequest {
    const counts = this.of(request.key);
    counts.requests += 1;
    counts.open += 1;
    this.#counts.set(request.key ?? '', counts);
    const same = request.key ?? likeness;
    const attempt = (this.#attempts.get(same) ?? 0) + 1;
    this.#attempts.set(same, attempt);
    const seen: SeenRequest = {
      number: ++this.#numbers,
      attempt,
      ...request,
      body: request.bodyBytes > largestKeptBody ? null : request.body,
      model: null,
      isStreamed: false,
      status: null,
      state: 'open',
      startedAt: this.clock.iso(),
      endedAt: null,
    };
    this.#requests.push(seen);
    if (seen.body !== null) this.#bodyBytes += seen.bodyBytes;
    this.#forget();
    return seen;
  }

  /** A piece of the answer is about to be sent. */
  piece(seen: SeenRequest): void {
    const times = this.#times.get(seen) ?? [];
    if (times.length < mostTimes) times.push(this.clock.now().getTime());
    if (times.length > 1) return;
    this.#times.set(seen, times);
    const [oldest] = this.#times.keys();
    if (this.#times.size > mostTimed && oldest !== undefined) this.#times.delete(oldest);
  }

  /** When the pieces of the latest streamed answers were sent, in ms since 1970. */
  get times(): readonly { readonly number: number; readonly key: string | null; readonly sentAtMs: readonly number[] }[] {
    return [...this.#times].map(([{ number, key }, sentAtMs]) => ({ number, key, sentAtMs }));
  }

  end(seen: SeenRequest, state: Exclude<SeenRequest['state'], 'open'>): void {
    if (seen.state !== 'open') return;
    seen.state = state;
    seen.endedAt = this.clock.iso();
    const counts = this.#counts.get(seen.key ?? '');
    if (counts === undefined) return;
    counts.open -= 1;
    counts[state === 'closed-early' ? 'closedEarly' : state] += 1;
  }

  /** @returns whether the socket has carried no request before */
  addSocket(socket: unknown): boolean {
    if (this.#sockets.has(socket)) return false;
    this.#sockets.add(socket);
    this.#opened += 1;
    this.#mostOpen = Math.max(this.#mostOpen, this.#sockets.size);
    return true;
  }

  removeSocket(socket: unknown): void {
    this.#sockets.delete(socket);
  }

  addElsewhere(): void {
    this.#elsewhere += 1;
  }

  /** Forgets all requests. Open ones are no longer counted. */
  clear(): void {
    this.#requests = [];
    this.#counts = new Map();
    this.#attempts = new Map();
    this.#times = new Map();
    this.#opened = this.#sockets.size;
    this.#mostOpen = this.#sockets.size;
    this.#bodyBytes = 0;
    this.#withBody = 0;
    this.#elsewhere = 0;
  }

  #forget(): void {
    while (this.#bodyBytes > mostBodyBytes) {
      const oldest = this.#requests[this.#withBody++];
      if (oldest === undefined) return;
      if (oldest.body !== null) this.#bodyBytes -= oldest.bodyBytes;
      oldest.body = null;
    }
    // In one go, since taking them off one by one would move the whole list each time.
    if (this.#requests.length < mostRequests * 1.1) return;
    const dropped = this.#requests.splice(0, this.#requests.length - mostRequests);
    for (const { body, bodyBytes } of dropped) if (body !== null) this.#bodyBytes -= bodyBytes;
    this.#withBody = Math.max(0, this.#withBody - dropped.length);
  }
}
