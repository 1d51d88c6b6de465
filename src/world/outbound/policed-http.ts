import { lookup as resolveName } from 'node:dns/promises';
import { Agent, type Dispatcher, buildConnector, errors } from 'undici';
import { InfrastructureFault } from '#kernel/errors.js';
import { AddressPolicy, parseAllowList } from './address-policy.js';
import { OwnServer, type OwnServerOptions } from './own-server.js';
import { type Hop, firstHop, nextHop } from './exchange/hop.js';
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
import { readBody } from './exchange/response-body.js';
import { StreamingClient } from './streaming/streaming-client.js';
import { NameLookups } from './tenants/name-lookups.js';
import { TenantAgents } from './tenants/tenant-agents.js';

/** Names the workflows that led to a request. */
const chainHeader = 'x-sim-via';
const maxRedirects = 5;
const maxResponseBytes = 10 * 1024 * 1024;
const maxInterimResponses = 16;
const connectTimeoutMs = 10_000;
const idempotentMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);
/**
 * Of one tenant. Idle connections are kept for at most 10 s, whatever the server asks for.
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

/** What the exchanges of one request are made with. */
interface Ways {
  readonly agent: Agent;
  readonly end: AbortController;
}

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
  readonly #agents: TenantAgents;
  #isClosed = false;

  /** @throws Error when an entry of the allow list cannot be read. */
  constructor(options: PolicedHttpOptions = {}) {
    super();
    const { allowed, problems } = parseAllowList(options.allow ?? []);
    if (problems.length > 0) throw new Error(problems.join('; '));
    const lookups = new NameLookups(options.resolve ?? systemResolve);
    const resolve = lookups.addressesOf.bind(lookups);
    this.#addresses = new PermittedAddresses(new AddressPolicy(allowed), resolve);
    this.#streams = new StreamingClient(this.#addresses);
    this.#own = options.own === undefined ? undefined : new OwnServer(options.own, resolve);
    this.#agents = new TenantAgents(
      (tenant) => new Agent({ ...poolOptions, connect: (target, callback) => this.#connect(target, tenant, callback) }),
    );
  }

  async send(request: OutboundRequest): Promise<OutboundResponse> {
    if (this.#isClosed) throw new InfrastructureFault('The outbound client of this process is closed');
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
      return await this.#agents.use(request.tenant ?? '', (agent) => Promise.race([this.#follow(first, request, { agent, end }), ended]));
    } catch (error) {
      if (this.#isClosed) throw new InfrastructureFault('The outbound client of this process is closed', { cause: error });
      throw end.signal.aborted ? end.signal.reason : asFailure(error);
    } finally {
      clearTimeout(timer);
      request.signal?.removeEventListener('abort', abort);
    }
  }

  stream(request: OutboundStreamRequest): Promise<OutboundStream> {
    return this.#streams.open(request, (hop) => this.#withChain(hop, request));
  }

  /** Closes every connection, also those in use. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#streams.close();
    await this.#agents.closeAll();
  }

  async #follow(first: Hop, request: OutboundRequest, ways: Ways): Promise<OutboundResponse> {
    const { maxResponseBytes: maxBytes = maxResponseBytes } = request;
    let hop = first;
    for (let redirects = 0; ; redirects += 1) {
      ways.end.signal.throwIfAborted();
      requireAllowed(hop.url.hostname, request);
      const response = await this.#exchange(await this.#withChain(hop, request), ways);
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

  async #withChain(hop: Hop, request: Pick<OutboundRequest, 'via' | 'tenant'>): Promise<Hop> {
    const { via = [], tenant = '' } = request;
    if (via.length === 0 || this.#own === undefined || !(await this.#own.includes(hop.url, tenant))) return hop;
    return { ...hop, headers: new Map([...hop.headers, [chainHeader, via.join(',')]]) };
  }

  /** The server may just have closed a pooled connection. Only requests that are safe to repeat are retried once. */
  async #exchange(hop: Hop, ways: Ways): Promise<Dispatcher.ResponseData> {
    try {
      return await this.#request(hop, ways);
    } catch (error) {
      if (ways.end.signal.aborted || !idempotentMethods.has(hop.method) || !wasReused(error)) throw error;
      return this.#request(hop, ways);
    }
  }

  #request({ url, method, headers, body }: Hop, { agent, end }: Ways): Promise<Dispatcher.ResponseData> {
    let interim = 0;
    const onInfo = (): void => {
      interim += 1;
      if (interim > maxInterimResponses) end.abort(new OutboundFailure('network', 'Too many interim responses'));
    };
    return agent.request({
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
  #connect(target: buildConnector.Options, tenant: string, callback: buildConnector.Callback): void {
    const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80));
    const refused = this.#addresses.refusalOf(target.hostname, port);
    if (refused !== undefined) return callback(refused, null);
    const lookup = this.#addresses.lookup(port, tenant);
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
