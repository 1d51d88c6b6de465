import { Injectable } from '@nestjs/common';
import type { JSONWebKeySet } from 'jose';
import { Config } from '#host/config/config.js';
import { Logger } from '#host/logging/logger.js';
import { Clock } from '#kernel/clock.js';
import { DomainError } from '#kernel/errors.js';
import { isJsonObject, type JsonObject } from '#kernel/json.js';
import { Timers } from '#kernel/timers.js';
import { OutboundHttp } from '#world/outbound/outbound-http.js';

/** Keys are asked for again after this time, so that a key that the issuer has withdrawn ends. */
const freshMs = 10 * 60_000;
/** While the issuer does not answer, its last keys count for this long. */
const keptMs = 24 * 60 * 60_000;
/** Tokens with unknown keys cannot make this process ask more often. */
const apartMs = 1_000;
/** A request waits this long for newer keys while the last ones count. */
const patienceMs = 1_000;
const timeouts = { connectMs: 5_000, headersMs: 5_000, idleMs: 5_000, totalMs: 10_000 };
const mostBytes = 1024 * 1024;

interface Known {
  readonly keys: JSONWebKeySet;
  readonly loadedAtMs: number;
}

/** The public keys of the issuer of access tokens. */
@Injectable()
export class IssuerKeys {
  #known: Known | undefined;
  #askedAtMs = -Infinity;
  #asking: Promise<void> | undefined;

  constructor(
    private readonly http: OutboundHttp,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly logger: Logger,
  ) {}

  /** @throws DomainError unavailable when the issuer does not answer and no keys of it are known */
  async present(): Promise<JSONWebKeySet> {
    const ageMs = this.#ageMs();
    if (ageMs > freshMs) await (ageMs > keptMs ? this.#ask() : this.#askBriefly());
    if (this.#known !== undefined && this.#ageMs() <= keptMs) return this.#known.keys;
    throw new DomainError('unavailable', 'UNAVAILABLE', 'The issuer of access tokens does not answer. Please retry shortly.', {
      retryAfterSeconds: Math.ceil(apartMs / 1000),
    });
  }

  /** Keys that were asked for after the present ones; undefined if there are none. */
  async newer(): Promise<JSONWebKeySet | undefined> {
    const before = this.#known;
    await this.#ask();
    return this.#known === before ? undefined : this.#known?.keys;
  }

  #ageMs(): number {
    return this.#known === undefined ? Infinity : this.#nowMs() - this.#known.loadedAtMs;
  }

  #nowMs(): number {
    return this.clock.now().getTime();
  }

  async #askBriefly(): Promise<void> {
    const answered = new AbortController();
    const patience = this.timers.wait(patienceMs, answered.signal).catch(() => undefined);
    await Promise.race([this.#ask(), patience]);
    answered.abort();
  }

  /** Callers share one question. Beyond one in some seconds, they get what is known. */
  #ask(): Promise<void> {
    if (this.#asking !== undefined) return this.#asking;
    if (this.#nowMs() - this.#askedAtMs < apartMs) return Promise.resolve();
    this.#askedAtMs = this.#nowMs();
    this.#asking = this.#load()
      .then((keys) => void (this.#known = { keys, loadedAtMs: this.#nowMs() }))
      .catch((error: unknown) => this.logger.warn({ err: error }, 'The keys of the issuer of access tokens could not be read'))
      .finally(() => (this.#asking = undefined));
    return this.#asking;
  }

  async #load(): Promise<JSONWebKeySet> {
    const issuer = this.config.mcpIssuer ?? '';
    const metadata = await this.#metadata(issuer);
    const { issuer: named, jwks_uri: address } = metadata;
    if (typeof named !== 'string' || named.replace(/\/+$/, '') !== issuer) throw new Error('Its metadata names another issuer');
    if (typeof address !== 'string') throw new Error('Its metadata names no keys');
    const { keys } = await this.#read(address);
    if (!Array.isArray(keys)) throw new Error('It has no list of keys');
    return { keys } as unknown as JSONWebKeySet;
  }

  async #metadata(issuer: string): Promise<JsonObject> {
    const { origin, pathname } = new URL(issuer);
    const path = pathname === '/' ? '' : pathname;
    return this.#read(`${issuer}/.well-known/openid-configuration`).catch(() =>
      this.#read(`${origin}/.well-known/oauth-authorization-server${path}`),
    );
  }

  async #read(url: string): Promise<JsonObject> {
    // The operator named the issuer, which may be a neighbour.
    const answer = await this.http.stream({ url, method: 'GET', timeouts, maxResponseBytes: mostBytes, allowsPrivate: true });
    const pieces: Uint8Array[] = [];
    for await (const piece of answer.body) pieces.push(piece);
    const body: unknown = answer.status === 200 ? JSON.parse(Buffer.concat(pieces).toString('utf8')) : undefined;
    if (!isJsonObject(body)) throw new Error(`${url} was answered with ${answer.status}`);
    return body;
  }
}
