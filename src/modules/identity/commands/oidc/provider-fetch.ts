import type { CustomFetch } from 'openid-client';
import type { OutboundHttp } from '#world/outbound/outbound-http.js';

const timeouts = { connectMs: 5_000, headersMs: 5_000, idleMs: 5_000, totalMs: 10_000 };
const mostBytes = 1024 * 1024;
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

/** The `fetch` with which providers are asked. The operator named them, and they may be neighbours. */
export function providerFetch(http: OutboundHttp): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const answer = await http.stream({
      url,
      method,
      headers,
      body: body instanceof URLSearchParams ? body.toString() : typeof body === 'string' ? body : null,
      // A code counts once: sent again, it would be taken for a stolen one.
      isSentOnce: method !== 'GET',
      timeouts,
      maxResponseBytes: mostBytes,
      allowsPrivate: true,
      ...(signal === undefined ? {} : { signal }),
    });
    const pieces: Uint8Array[] = [];
    for await (const piece of answer.body) pieces.push(piece);
    const { 'content-encoding': _, 'content-length': __, ...passedOn } = answer.headers;
    return new Response(withoutBody.has(answer.status) ? null : Buffer.concat(pieces), { status: answer.status, headers: passedOn });
  };
}
