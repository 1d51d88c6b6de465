import { isIP } from 'node:net';
import { METHODS, validateHeaderName, validateHeaderValue } from 'node:http';
import type { Refusal } from '../address-policy.js';
import { OutboundFailure, type OutboundRequest } from '../outbound-http.js';

/** One request of an exchange; each redirect is another hop. */
export interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer | null;
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const refusedMethods: ReadonlySet<string> = new Set(['CONNECT', 'TRACE']);
/** Headers of the connection. A value of the caller could only contradict what is sent. */
const connectionHeaders =
  /^(?:connection|content-length|expect|host|http2-settings|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|via)$/;
/** Headers that a redirect to another origin may keep, because they contain nothing for the first origin only. */
const neutralHeaders = ['accept', 'accept-encoding', 'accept-language', 'user-agent'];

/** Rebuilds a request from checked strings. @throws OutboundFailure (invalid) */
export function firstHop(request: Omit<OutboundRequest, 'timeoutMs'>): Hop {
  const url = typeof request.url === 'string' && URL.canParse(request.url) ? new URL(request.url) : undefined;
  if (url === undefined || !isWebUrl(url))
    throw new OutboundFailure('invalid', 'The URL must be an http or https address without user name');
  const method = typeof request.method === 'string' ? request.method.toUpperCase() : '';
  if (!METHODS.includes(method) || refusedMethods.has(method)) throw new OutboundFailure('invalid', 'The method is not supported');
  return { url, method, headers: checkedHeaders(request.headers ?? {}), body: checkedBody(request.body ?? null) };
}

/** The next hop of a redirect; undefined when the response is final. @throws OutboundFailure (blocked, redirects) */
export function nextHop(hop: Hop, status: number, location: string | undefined): Hop | undefined {
  if (location === undefined || !redirectStatuses.has(status)) return undefined;
  const url = URL.canParse(location, hop.url.href) ? new URL(location, hop.url) : undefined;
  if (url === undefined || !isWebUrl(url)) {
    throw new OutboundFailure(
      'blocked',
      'Destination not allowed: the response redirects to an address that is not http or https, or has a user name',
    );
  }
  const isSameOrigin = url.origin === hop.url.origin;
  const kept = [...hop.headers].filter(([name]) => isSameOrigin || neutralHeaders.includes(name));
  if (becomesGet(hop.method, status)) {
    return { url, method: 'GET', headers: new Map(kept.filter(([name]) => !name.startsWith('content-'))), body: null };
  }
  if (hop.body !== null && !isSameOrigin) {
    throw new OutboundFailure('redirects', 'The response redirects the request body to another origin');
  }
  return { ...hop, url, headers: new Map(kept) };
}

function becomesGet(method: string, status: number): boolean {
  return status === 303 ? method !== 'HEAD' : status < 303 && method === 'POST';
}

const reasons: Readonly<Record<Refusal, string>> = {
  loopback: 'is a loopback address',
  private: 'is an address of a private network',
  'link-local': 'is a link-local address',
  metadata: 'is the metadata service of a cloud',
  reserved: 'is not a public address',
  port: 'uses a port of another protocol than HTTP',
};

/**
 * The failure for a refused destination. It names the host as it was written. What a name resolves to is not shown, and neither is the
 * kind of that address: the caller of a workflow may choose the host, and must not map the internal network.
 */
export function blocked({ host, port, refusal }: { host: string; port: number; refusal: Refusal }): OutboundFailure {
  const entry = `${isIP(host) === 6 ? `[${host}]` : host}:${String(port)}`;
  const reason = refusal === 'port' || isIP(host) !== 0 ? reasons[refusal] : 'does not resolve to a public address';
  const message = `Destination not allowed: ${entry} ${reason}. The operator of the server can allow it with SLUICE_OUTBOUND_ALLOW=${entry}`;
  return new OutboundFailure('blocked', message);
}

function isWebUrl(url: URL): boolean {
  return (url.protocol === 'http:' || url.protocol === 'https:') && url.username === '' && url.password === '' && url.port !== '0';
}

function checkedHeaders(headers: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const checked = new Map([
    ['accept', '*/*'],
    ['accept-encoding', 'gzip, deflate, br'],
    ['user-agent', 'Sluice'],
  ]);
  for (const [name, value] of Object.entries(headers)) {
    try {
      if (typeof value !== 'string') throw new TypeError('not a string');
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch (cause) {
      throw new OutboundFailure('invalid', `The request header ${JSON.stringify(name.slice(0, 80))} is not valid`, { cause });
    }
    if (!connectionHeaders.test(name.toLowerCase())) checked.set(name.toLowerCase(), value);
  }
  return checked;
}

function checkedBody(body: string | Uint8Array | null): Buffer | null {
  if (body === null) return null;
  if (typeof body === 'string') return Buffer.from(body);
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  throw new OutboundFailure('invalid', 'The request body must be text or bytes');
}
