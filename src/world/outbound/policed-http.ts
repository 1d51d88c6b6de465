import { lookup as resolveName } from 'node:dns/promises';
import { Agent, type Dispatcher, buildConnector, errors } from 'undici';
import { InfrastructureFault } from '#kernel/errors.js';
import { AddressPolicy, parseAllowList } from './address-policy.js';
import { OwnServer, type OwnServerOptions } from './own-server.js';
import { type Hop, firstHop, nextHop } from './hop.js';
import {
  asFailure,
  OutboundFailure,
  OutboundHttp,
  type OutboundRequest,
  type OutboundResponse,
  type OutboundStream,
  type OutboundStreamRequest,
} from './outbound-http.js';
import { PermittedAddresses } from './permitted-addresses.js';
import { readBody } from './response-body.js';
import { StreamingClient } from './streaming/streaming-client.js';

/** Names the workflows that led to a request. */
const chainHeader = 'x-sim-via';
const maxRedirects = 5;
const maxResponseBytes = 10 * 1024 * 1024;
const maxInterimResponses = 16;
const connectTimeoutMs = 10_000;
const idempotentMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);
/**
 * Idle connections are kept for at most 10 s, whatever the server asks for, so that no workflow can use up the limit of origins.
 * The time limit of the exchange replaces those of its parts. This agent reads no proxy from the environment.
 */
const poolOptions = {
  connections: 64,
  maxOrigins: 2_048,
  keepAliveMaxTimeout: 10_000,
  maxHeaderSize: 64 * 1024,
  headersTimeout: 0,
  bodyTimeout: 0,
} as const;

export interface PolicedHttpOptions {
  /** Entries as `parseAllowList` reads them. */
  readonly allow?: readonly string[];
  /** This server, which receives the workflows that led to a request. */
  readonly own?: OwnServerOptions;
  /** All addresses of a host name. Default: the system's resolver. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
}

/** The outbound client over undici. It checks the address that is given to `connect`, so a name cannot resolve differently after the check. */
export class PolicedHttp extends OutboundHttp {
  readonly #addresses: PermittedAddresses;
  readonly #streams: StreamingClient;
  readonly #own: OwnServer | undefined;
  readonly #agent: Agent;
  #isClosed = false;

  /** @throws Error when an entry of the allow list cannot be read. */
  constructor(options: PolicedHttpOptions = {}) {
    super();
    const { allowed, problems } = parseAllowList(options.allow ?? []);
    if (problems.length > 0) throw new Error(problems.join('; '));
    const resolve = options.resolve ?? systemResolve;
    this.#addresses = new PermittedAddresses(new AddressPolicy(allowed), resolve);
    this.#streams = new StreamingClient(this.#addresses);
    this.#own = options.own === undefined ? undefined : new OwnServer(options.own, resolve);
    this.#agent = new Agent({ ...poolOptions, connect: (target, callback) => this.#connect(target, callback) });
  }

  async send(request: OutboundRequest): Promise<OutboundResponse> {
    const first = firstHop(request);
    const end = new AbortController();
    // The library checks the signal only when the connection is open, but the time limit includes connecting.
    const ended = new Promise<never>((_, reject) => end.signal.addEventListener('abort', () => reject(end.signal.reason)));
    const abort = (): void => end.abort(new OutboundFailure('aborted', 'The request was aborted'));
    request.signal?.addEventListener('abort', abort);
    if (request.signal?.aborted === true) abort();
    const timer = setTimeout(
      () => end.abort(new OutboundFailure('timeout', `No answer within ${request.timeoutMs} ms`)),
      request.timeoutMs,
    );
    try {
      return await Promise.race([this.#follow(first, request, end), ended]);
    } catch (error) {
      if (this.#isClosed) throw new InfrastructureFault('The outbound client of this process is closed', { cause: error });
      throw end.signal.aborted ? end.signal.reason : asFailure(error);
    } finally {
      clearTimeout(timer);
      request.signal?.removeEventListener('abort', abort);
    }
  }

  stream(request: OutboundStreamRequest): Promise<OutboundStream> {
    return this.#streams.open(request, (hop) => this.#withChain(hop, request.via ?? []));
  }

  /** Closes every connection, also those in use. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#streams.close();
    await this.#agent.destroy();
  }

  async #follow(first: Hop, request: OutboundRequest, end: AbortController): Promise<OutboundResponse> {
    const { maxResponseBytes: maxBytes = maxResponseBytes, via = [] } = request;
    let hop = first;
    for (let redirects = 0; ; redirects += 1) {
      end.signal.throwIfAborted();
      requireAllowed(hop.url.hostname, request);
      const response = await this.#exchange(await this.#withChain(hop, via), end);
      try {
        const next = nextHop(hop, response.statusCode, joined(response.headers).location);
        if (next === undefined) return await answer(hop.url, response, maxBytes);
        if (redirects === maxRedirects) throw new OutboundFailure('redirects', `More than ${maxRedirects} redirects`);
        hop = next;
      } finally {
        // A connection whose body was not read to its end must be closed.
        response.body.on('error', () => undefined).destroy();
      }
    }
  }

  async #withChain(hop: Hop, via: readonly string[]): Promise<Hop> {
    if (via.length === 0 || this.#own === undefined || !(await this.#own.includes(hop.url))) return hop;
    return { ...hop, headers: new Map([...hop.headers, [chainHeader, via.join(',')]]) };
  }

  /** The server may just have closed a pooled connection. Only requests that are safe to repeat are retried once. */
  async #exchange(hop: Hop, end: AbortController): Promise<Dispatcher.ResponseData> {
    try {
      return await this.#request(hop, end);
    } catch (error) {
      if (end.signal.aborted || !idempotentMethods.has(hop.method) || !wasReused(error)) throw error;
      return this.#request(hop, end);
    }
  }

  #request({ url, method, headers, body }: Hop, end: AbortController): Promise<Dispatcher.ResponseData> {
    let interim = 0;
    const onInfo = (): void => {
      interim += 1;
      if (interim > maxInterimResponses) end.abort(new OutboundFailure('network', 'Too many interim responses'));
    };
    return this.#agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: Object.fromEntries(headers),
      body,
      signal: end.signal,
      onInfo,
    });
  }

  /** TLS sessions are not cached: pools live as long, and a connector has one port only. */
  #connect(target: buildConnector.Options, callback: buildConnector.Callback): void {
    const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80));
    const refused = this.#addresses.refusalOf(target.hostname, port);
    if (refused !== undefined) return callback(refused, null);
    const lookup = this.#addresses.lookup(port);
    buildConnector({ lookup, timeout: connectTimeoutMs, maxCachedSessions: 0, allowH2: false })(target, callback);
  }
}

function requireAllowed(host: string, { refusalOf }: OutboundRequest): void {
  const refusal = refusalOf?.(host);
  if (refusal !== undefined) throw new OutboundFailure('blocked', `Destination not allowed: ${host} ${refusal}`);
}

/** All addresses of a host name, as the system resolves it. */
export async function systemResolve(host: string): Promise<readonly string[]> {
  const records = await resolveName(host, { all: true, order: 'verbatim' });
  return records.map(({ address }) => address);
}

/** A connection that has carried a response before. */
function wasReused(error: unknown): boolean {
  return error instanceof errors.SocketError && (error.socket?.bytesRead ?? 0) > 0;
}

async function answer(url: URL, response: Dispatcher.ResponseData, maxBytes: number): Promise<OutboundResponse> {
  const headers = joined(response.headers);
  const body = await readBody(response.body, headers['content-encoding'] ?? '', maxBytes);
  return { url: url.href, status: response.statusCode, statusText: response.statusText, headers, body };
}

function joined(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}
