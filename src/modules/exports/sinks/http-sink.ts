import type { OutboundHttp } from '#world/outbound/outbound-http.js';
import type { Sink, StagedBatch } from './sink.js';

const timeoutMs = 30_000;

/** Posts batches. A batch has arrived with any 2xx status, and with no other status, redirects included. */
export class HttpSink implements Sink {
  constructor(
    private readonly outbound: OutboundHttp,
    private readonly to: { readonly url: string; readonly headers: Readonly<Record<string, string>> },
  ) {}

  async place(): Promise<number> {
    return 0;
  }

  async deliver({ text, hash }: StagedBatch, signal: AbortSignal): Promise<void> {
    const { url, headers } = this.to;
    const response = await this.outbound.send({
      url,
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/x-ndjson', 'Idempotency-Key': hash },
      body: text,
      timeoutMs,
      signal,
    });
    // A redirected POST may have become a GET, which stores nothing.
    if (response.url !== url) throw new Error('The receiver answered with a redirect');
    if (response.status < 200 || response.status > 299) throw new Error(`The receiver answered with ${response.status}`);
  }
}
