import type { IncomingHttpHeaders } from 'node:http';

const harmless = new Set(['GET', 'HEAD', 'OPTIONS']);

/** What of a request tells where it was made. */
export interface RequestOrigin {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** Scheme and host that the request came to. */
  readonly own: string;
  /** Those of the base URL. */
  readonly base: string;
}

/**
 * Whether another site may have made a request that a browser sends a cookie with. What changes something has to come from a page of this server: browsers say
 * so in `Sec-Fetch-Site`, older ones in `Origin`. A request that says neither is not believed.
 */
export function isCrossSite({ method, headers, own, base }: RequestOrigin): boolean {
  const site = headers['sec-fetch-site'];
  if (harmless.has(method)) return isStream(headers) && site === 'cross-site';
  if (site !== undefined) return site !== 'same-origin';
  const { origin } = headers;
  return origin === undefined || (origin !== own && origin !== base);
}

/** A stream gives another site something to measure, even where it cannot be read. */
function isStream(headers: IncomingHttpHeaders): boolean {
  return headers.accept?.includes('text/event-stream') === true;
}
