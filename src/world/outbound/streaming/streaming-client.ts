import { Agent as HttpAgent, type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { InfrastructureFault } from '#kernel/errors.js';
import { type Hop, firstHop } from '../exchange/hop.js';
import { asFailure, OutboundFailure, type OutboundStream, type OutboundStreamRequest } from '../outbound-http.js';
import { hostOf, portOf } from '../own-server.js';
import type { PermittedAddresses } from '../permitted-addresses.js';
import { StreamWatch } from './stream-watch.js';
import { StreamedBody } from './streamed-body.js';

const maxInterimResponses = 16;
const maxHeaderSize = 64 * 1024;
/** Connections to one origin. Callers that want fewer queue their requests. An idle connection is closed after 10 s. */
const pool = { keepAlive: true, maxSockets: 512, maxFreeSockets: 512, timeout: 10_000, scheduling: 'lifo' } as const;

interface TenantHop extends Hop {
  readonly tenant: string;
}

/** Connections that were checked by one rule. They are not shared with requests under another one. */
class Route {
  readonly #plain = new HttpAgent(pool);
  readonly #secure = new HttpsAgent(pool);

  constructor(readonly addresses: PermittedAddresses) {}

  agentOf(url: URL): HttpAgent {
    return url.protocol === 'https:' ? this.#secure : this.#plain;
  }

  close(): void {
    this.#plain.destroy();
    this.#secure.destroy();
  }
}

/**
 * Requests whose answers are read while they arrive. It uses the client of Node.js, not undici, because only that one reports whether a
 * failed request had a connection that was kept alive and whether any byte of the answer arrived.
 */
export class StreamingClient {
  readonly #routes: Readonly<Record<'public' | 'private', Route>>;
  readonly #open = new Set<StreamWatch>();
  #isClosed = false;

  constructor(addresses: PermittedAddresses) {
    this.#routes = { public: new Route(addresses), private: new Route(addresses.withPrivate()) };
  }

  /** @param complete adds headers of this server to the request */
  async open(request: OutboundStreamRequest, complete: (hop: Hop) => Promise<Hop>): Promise<OutboundStream> {
    const hop = firstHop(request);
    if (this.#isClosed) throw closed();
    const watch = new StreamWatch(request.timeouts, request.signal, this.#open);
    try {
      watch.awaits('connectMs');
      const { url, method, headers, body } = await orEnd(complete(hop), watch.signal);
      const { tenant = '' } = request;
      const plain = { url, method, headers: new Map([...headers, ['accept-encoding', 'identity']]), body, tenant };
      const route = this.#routes[request.allowsPrivate === true ? 'private' : 'public'];
      const response = request.isSentOnce === true ? await once(plain, route, watch) : await this.#exchange(plain, route, watch);
      return answer(url, response, new StreamedBody(response, watch, request));
    } catch (error) {
      const failure: unknown = watch.signal.aborted ? watch.signal.reason : asFailure(error);
      watch.end(failure as Error);
      throw failure;
    }
  }

  /** Closes every connection, also those in use. */
  close(): void {
    this.#isClosed = true;
    for (const watch of this.#open) watch.end(closed());
    for (const route of Object.values(this.#routes)) route.close();
  }

  /** The server may just have closed the kept connection. A request of which it answered no byte is sent once more, on a fresh one. */
  async #exchange(hop: TenantHop, route: Route, watch: StreamWatch): Promise<IncomingMessage> {
    watch.signal.throwIfAborted();
    const sent = send(hop, route.addresses, route.agentOf(hop.url));
    try {
      return await arriving(sent, watch);
    } catch (error) {
      if (watch.signal.aborted || !sent.request.reusedSocket || sent.hasAnswered()) throw error;
      watch.awaits('connectMs');
      return arriving(send(hop, route.addresses, false), watch);
    }
  }
}

/** On a new connection, so that none that the server has closed meanwhile is in its way. */
function once(hop: TenantHop, { addresses }: Route, watch: StreamWatch): Promise<IncomingMessage> {
  watch.signal.throwIfAborted();
  return arriving(send(hop, addresses, false), watch);
}

interface Sent {
  readonly request: ClientRequest;
  /** Whether any byte of the answer has arrived. */
  readonly hasAnswered: () => boolean;
}

/** @throws OutboundFailure (blocked) */
function send({ url, method, headers, body, tenant }: TenantHop, addresses: PermittedAddresses, agent: HttpAgent | false): Sent {
  const [host, port] = [hostOf(url), portOf(url)];
  const refused = addresses.refusalOf(host, port);
  if (refused !== undefined) throw refused;
  const options = { method, headers: Object.fromEntries(headers), agent, lookup: addresses.lookup(port, tenant), maxHeaderSize };
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options);
  let bytes = (): number => 0;
  request.once('socket', (socket) => {
    const before = socket.bytesRead;
    bytes = () => socket.bytesRead - before;
  });
  request.end(body ?? undefined);
  return { request, hasAnswered: () => bytes() > 0 };
}

/** The answer, when its headers are there. Afterwards the end of the watch still ends its body. */
function arriving({ request }: Sent, watch: StreamWatch): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  let response: IncomingMessage | undefined;
  watch.signal.addEventListener('abort', () => void (response ?? request).destroy(watch.signal.reason as Error), { once: true });
  request.once('socket', (socket) => {
    const isOpen = request.reusedSocket || !socket.connecting;
    if (isOpen) return watch.awaits('headersMs');
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => watch.awaits('headersMs'));
  });
  let interim = 0;
  request.on('information', () => {
    interim += 1;
    if (interim > maxInterimResponses) watch.end(new OutboundFailure('network', 'Too many interim responses'));
  });
  request.on('error', reject);
  // After an upgrade that was not requested there is neither an error nor a response.
  request.on('close', () => reject(new OutboundFailure('network', 'The connection ended without an answer')));
  request.once('response', (arrived) => {
    response = arrived.on('error', () => undefined);
    watch.rests();
    resolve(arrived);
  });
  return promise;
}

/** @throws OutboundFailure (redirects) */
function answer(
  url: URL,
  { statusCode: status = 0, statusMessage: statusText = '', headers }: IncomingMessage,
  body: StreamedBody,
): OutboundStream {
  if (status >= 300 && status < 400 && headers.location !== undefined) {
    throw new OutboundFailure('redirects', 'The response redirects to another address, and this request follows no redirects');
  }
  const joined = Object.entries(headers).map(([name, value = '']) => [name, Array.isArray(value) ? value.join(', ') : value]);
  return { url: url.href, status, statusText, headers: Object.fromEntries(joined) as Record<string, string>, body };
}

function orEnd<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = (): void => reject(signal.reason as Error);
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  return Promise.race([value, ended]).finally(() => signal.removeEventListener('abort', end));
}

function closed(): InfrastructureFault {
  return new InfrastructureFault('The outbound client of this process is closed');
}
