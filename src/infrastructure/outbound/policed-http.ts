import { lookup as resolveName } from 'node:dns/promises';
import { Agent as HttpAgent, type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { type LookupFunction, isIP } from 'node:net';
import { AddressPolicy, parseAllowList } from './address-policy.js';
import { type Hop, blocked, firstHop, nextHop } from './hop.js';
import { OutboundFailure, OutboundHttp, type OutboundRequest, type OutboundResponse } from './outbound-http.js';
import { readBody } from './response-body.js';

const MAX_REDIRECTS = 5;
const MAX_RESPONSE_BYTES = 10 * 1024 * 1024;
const MAX_HEADER_BYTES = 64 * 1024;
const MAX_INTERIM_RESPONSES = 16;
const IDEMPOTENT: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);
/** Idle connections close after `timeout`, sooner than most servers close theirs. These agents read no proxy from the environment. */
const POOL = { keepAlive: true, timeout: 4_000, maxSockets: 64, maxTotalSockets: 512, maxFreeSockets: 16, scheduling: 'lifo' } as const;

export interface PolicedHttpOptions {
  /** Entries as `parseAllowList` reads them. */
  readonly allow?: readonly string[];
  /** `host:port` pairs of this server's own public address. */
  readonly own?: readonly string[];
  /** All addresses of a host name. Default: the system's resolver. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
}

/** The outbound client over node:http. What it filters is the address that is handed to `connect`, so a name cannot change its mind. */
export class PolicedHttp extends OutboundHttp {
  readonly #policy: AddressPolicy;
  readonly #resolve: (host: string) => Promise<readonly string[]>;
  readonly #http = new HttpAgent(POOL);
  readonly #https = new HttpsAgent(POOL);

  /** @throws Error when an entry of the allow list cannot be read. */
  constructor(options: PolicedHttpOptions = {}) {
    super();
    const { allowed, problems } = parseAllowList(options.allow ?? []);
    if (problems.length > 0) throw new Error(problems.join('; '));
    this.#policy = new AddressPolicy(allowed, options.own);
    this.#resolve = options.resolve ?? systemResolve;
  }

  async send(request: OutboundRequest): Promise<OutboundResponse> {
    const first = firstHop(request);
    const end = new AbortController();
    const abort = (): void => end.abort(new OutboundFailure('aborted', 'The request was aborted'));
    if (request.signal?.aborted === true) abort();
    request.signal?.addEventListener('abort', abort);
    const timer = setTimeout(
      () => end.abort(new OutboundFailure('timeout', `No answer within ${request.timeoutMs} ms`)),
      request.timeoutMs,
    );
    try {
      return await this.#follow(first, request.maxResponseBytes ?? MAX_RESPONSE_BYTES, end.signal);
    } catch (error) {
      throw end.signal.aborted ? end.signal.reason : asFailure(error);
    } finally {
      clearTimeout(timer);
      request.signal?.removeEventListener('abort', abort);
    }
  }

  /** Closes every connection, also those in use. */
  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }

  async #follow(first: Hop, maxBytes: number, signal: AbortSignal): Promise<OutboundResponse> {
    let hop = first;
    for (let redirects = 0; ; redirects += 1) {
      const response = await this.#exchange(hop, signal);
      const status = response.statusCode ?? 0;
      const next = this.#afterRedirect(hop, response);
      if (next === undefined) return answer(hop.url, status, response, await readBody(response, maxBytes));
      if (redirects === MAX_REDIRECTS) throw new OutboundFailure('redirects', `More than ${MAX_REDIRECTS} redirects`);
      hop = next;
    }
  }

  #afterRedirect(hop: Hop, response: IncomingMessage): Hop | undefined {
    try {
      const next = nextHop(hop, response.statusCode ?? 0, response.headers.location);
      if (next !== undefined) response.destroy();
      return next;
    } catch (error) {
      response.destroy();
      throw error;
    }
  }

  /** A pooled connection may have been closed by the server a moment ago; only what may safely be repeated is sent once more. */
  async #exchange(hop: Hop, signal: AbortSignal): Promise<IncomingMessage> {
    const request = this.#open(hop, signal);
    try {
      return await responseOf(request);
    } catch (error) {
      if (!request.reusedSocket || signal.aborted || !IDEMPOTENT.has(hop.method) || error instanceof OutboundFailure) throw error;
      return responseOf(this.#open(hop, signal));
    }
  }

  #open({ url, method, headers, body }: Hop, signal: AbortSignal): ClientRequest {
    const isSecure = url.protocol === 'https:';
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const port = Number(url.port || (isSecure ? 443 : 80));
    // A numeric host is connected to without any look-up, so it is checked here.
    if (isIP(host) !== 0 && !this.#policy.permits({ host, address: host, port })) throw blocked();
    const request = (isSecure ? httpsRequest : httpRequest)({
      agent: isSecure ? this.#https : this.#http,
      host,
      port,
      method,
      path: url.pathname + url.search,
      headers: { ...Object.fromEntries(headers), ...(body === null ? {} : { 'content-length': body.length }) },
      lookup: this.#lookup(port),
      maxHeaderSize: MAX_HEADER_BYTES,
      signal,
    });
    return request.end(body ?? undefined);
  }

  #lookup(port: number): LookupFunction {
    return (host, options, callback) => {
      this.#permittedAddresses(host, port).then(
        (records) => (options.all === true ? callback(null, records) : callback(null, records[0]?.address ?? '', records[0]?.family)),
        (error: unknown) => callback(asFailure(error), ''),
      );
    };
  }

  async #permittedAddresses(host: string, port: number): Promise<{ address: string; family: number }[]> {
    const addresses = await this.#resolve(host);
    const permitted = addresses.filter((address) => this.#policy.permits({ host, address, port }));
    if (permitted.length === 0) throw blocked();
    return permitted.map((address) => ({ address, family: isIP(address) }));
  }
}

async function systemResolve(host: string): Promise<readonly string[]> {
  const records = await resolveName(host, { all: true, order: 'verbatim' });
  return records.map(({ address }) => address);
}

function responseOf(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let interim = 0;
    request.on('information', () => {
      interim += 1;
      if (interim <= MAX_INTERIM_RESPONSES) return;
      // Rejected here and not through `destroy` alone, since the final response may stand in the same packet.
      reject(new OutboundFailure('network', 'Too many interim responses'));
      request.destroy();
    });
    request.on('response', resolve).on('error', reject);
    request.on('close', () => reject(new OutboundFailure('network', 'The connection was closed without an answer')));
  });
}

function answer(url: URL, status: number, response: IncomingMessage, body: Buffer): OutboundResponse {
  const headers = Object.entries(response.headersDistinct).map(([name, values]) => [name, (values ?? []).join(', ')]);
  return { url: url.href, status, statusText: response.statusMessage ?? '', headers: Object.fromEntries(headers), body };
}

/** The code says enough (`ECONNREFUSED`, `ENOTFOUND`); the system's own words would name addresses. */
function asFailure(error: unknown): OutboundFailure {
  if (error instanceof OutboundFailure) return error;
  const code = (error as NodeJS.ErrnoException | null)?.code ?? 'unknown error';
  return new OutboundFailure('network', `The request failed (${code})`, { cause: error });
}
