import { randomUUID } from 'node:crypto';
import { openLink, type ServerLink } from './server-link.js';

/** Whether the server can be used, whenever that changes. */
export interface ServerChange {
  readonly isConnected: boolean;
  /** Why it cannot be used, without the password. */
  readonly reason?: string;
}

interface ServerOptions {
  readonly address: string;
  /** Before the name of every channel, so that two installations on one server do not read each other's signals. */
  readonly prefix: string;
  readonly onSignal: (payload: string) => void;
  readonly onChange: (change: ServerChange) => void;
}

/** How long a signal may take through the server and back, in two halves: a stall of this process is not taken for one of the server. */
const halfPatienceMs = 250;
const probeEveryMs = 2_000;
const firstRetryMs = 100;
const longestRetryMs = 1_000;
/** A sender that has no answer after this time also sends in another way. */
const answerWithinMs = 100;

/**
 * Channels of a Redis or Valkey server, used only while texts get through to it and back: a probe runs that way every two seconds. It keeps
 * nothing there. Connecting, and every fault, happens in the background.
 */
export class SignalsServer {
  readonly #id = randomUUID().slice(-12);
  readonly #readers = new Map<string, Set<(text: string) => void>>();
  readonly #signals: string;
  readonly #probes: string;
  #link: ServerLink | undefined;
  #isConnected = false;
  #reported: boolean | undefined;
  #probe = 0;
  #isProbing = false;
  #sentAt = 0;
  #hopMs: number | undefined;
  #losses = 0;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(private readonly options: ServerOptions) {
    this.#signals = `${options.prefix}:signals`;
    this.#probes = `${options.prefix}:probe:${this.#id}`;
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** Whether it has been tried and does not answer. */
  get isLost(): boolean {
    return this.#reported === false;
  }

  get hopMs(): number | undefined {
    return this.#isConnected ? this.#hopMs : undefined;
  }

  get losses(): number {
    return this.#losses;
  }

  /** Begins to connect, and does not wait for it. */
  start(): void {
    void this.#open();
  }

  stop(): void {
    this.#stopped = true;
    this.#isConnected = false;
    clearTimeout(this.#timer);
    this.#link?.close();
    this.#link = undefined;
  }

  /** @returns whether the server has passed it on within a moment. If not, it may arrive all the same. */
  async send(payload: string): Promise<boolean> {
    const link = this.#link;
    if (link === undefined || !this.#isConnected) return false;
    const answer = link.publish(this.#signals, this.#signed(payload)).then(
      (receivers) => receivers > 0,
      () => false,
    );
    const isTaken = await orFalse(answer, answerWithinMs);
    // A probe that is on its way decides: another one would give the server more time.
    if (!isTaken && this.#link === link && !this.#isProbing) this.#sendProbe();
    return isTaken;
  }

  tellFollowers(streamId: string, text: string): void {
    if (this.#isConnected) void this.#link?.publish(this.#channelOf(streamId), this.#signed(text)).catch(() => undefined);
  }

  follow(streamId: string, reader: (text: string) => void): () => void {
    const channel = this.#channelOf(streamId);
    const readers = this.#readers.get(channel) ?? new Set();
    if (readers.size === 0) this.#link?.subscribe(channel);
    this.#readers.set(channel, readers.add(reader));
    return () => {
      readers.delete(reader);
      if (readers.size > 0 || this.#readers.get(channel) !== readers) return;
      this.#readers.delete(channel);
      this.#link?.unsubscribe(channel);
    };
  }

  async #open(): Promise<void> {
    try {
      const link = await openLink({
        address: this.options.address,
        channels: [this.#signals, this.#probes],
        onMessage: (channel, text) => this.#take(channel, text),
        onLost: (error) => this.#lost(error),
      });
      if (this.#stopped) return link.close();
      this.#link = link;
      link.subscribe(...this.#readers.keys());
      this.#sendProbe();
    } catch (error) {
      this.#lost(error as Error);
    }
  }

  #sendProbe(): void {
    clearTimeout(this.#timer);
    this.#probe += 1;
    this.#isProbing = true;
    this.#sentAt = performance.now();
    this.#link?.publish(this.#probes, String(this.#probe)).catch(() => undefined);
    this.#timer = setTimeout(() => {
      this.#timer = setTimeout(() => this.#lost(new Error(`No answer within ${2 * halfPatienceMs} ms`)), halfPatienceMs).unref();
    }, halfPatienceMs).unref();
  }

  #probeIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#sendProbe(), ms).unref();
  }

  #take(channel: string, text: string): void {
    if (channel === this.#probes) return this.#echoed(text);
    if (text.startsWith(this.#id)) return;
    const told = text.slice(this.#id.length);
    if (channel === this.#signals) this.options.onSignal(told);
    else for (const read of this.#readers.get(channel) ?? []) read(told);
  }

  #echoed(text: string): void {
    if (text !== String(this.#probe) || !this.#isProbing) return;
    this.#isProbing = false;
    this.#hopMs = performance.now() - this.#sentAt;
    this.#failures = 0;
    this.#isConnected = true;
    this.#probeIn(probeEveryMs);
    this.#report({ isConnected: true });
  }

  #lost(error: Error): void {
    if (this.#stopped) return;
    clearTimeout(this.#timer);
    this.#link?.close();
    this.#link = undefined;
    this.#isProbing = false;
    if (this.#isConnected) this.#losses += 1;
    this.#isConnected = false;
    this.#timer = setTimeout(() => void this.#open(), Math.min(firstRetryMs * 2 ** this.#failures, longestRetryMs)).unref();
    this.#failures += 1;
    this.#report({ isConnected: false, reason: this.#reasonOf(error) });
  }

  #report(change: ServerChange): void {
    if (this.#reported === change.isConnected) return;
    this.#reported = change.isConnected;
    this.options.onChange(change);
  }

  /** Errors of the library know the arguments of the command that failed, so only their text is reported. */
  #reasonOf({ message, code = 'unknown' }: Error & { readonly code?: string }): string {
    const { password } = new URL(this.options.address);
    if (message === '') return code;
    return password === '' ? message : message.replaceAll(password, '***').replaceAll(decodeURIComponent(password), '***');
  }

  #signed(text: string): string {
    return `${this.#id}${text}`;
  }

  #channelOf(streamId: string): string {
    return `${this.options.prefix}:stream:${streamId}`;
  }
}

/** The answer, or false when it takes longer. */
async function orFalse(answer: Promise<boolean>, ms: number): Promise<boolean> {
  const { promise: enough, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), ms);
  return Promise.race([answer, enough]).finally(() => clearTimeout(timer));
}
