import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FedItem {
  readonly id: string;
  /** ISO 8601. */
  readonly at?: string;
}

/** A server with one RSS feed, which answers 304 to a reader that has its present state. */
export interface FeedServer {
  readonly url: string;
  /** The headers of the requests so far. */
  readonly requests: readonly IncomingHttpHeaders[];
  /** Items, newest first. */
  publish(items: readonly FedItem[]): void;
  /** Sends these bytes in place of the feed. */
  send(body: string | Buffer, status?: number): void;
  close(): Promise<void>;
}

export async function startFeedServer(): Promise<FeedServer> {
  let answer: { body: string | Buffer; status: number; etag: string } = { body: feedOf([]), status: 200, etag: '"0"' };
  let version = 0;
  const requests: IncomingHttpHeaders[] = [];
  const replace = (body: string | Buffer, status: number): void => {
    version += 1;
    answer = { body, status, etag: `"${version}"` };
  };
  const server = createServer(({ headers }, response) => {
    requests.push(headers);
    const { body, status, etag } = answer;
    if (headers['if-none-match'] === etag) response.writeHead(304).end();
    else response.writeHead(status, { 'content-type': 'application/rss+xml', etag }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed`,
    requests,
    publish: (items) => replace(feedOf(items), 200),
    send: (body, status = 200) => replace(body, status),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function feedOf(items: readonly FedItem[]): string {
  const written = items.map(({ id, at }) => {
    const date = at === undefined ? '' : `<pubDate>${new Date(at).toUTCString()}</pubDate>`;
    return `<item><title>${id}</title><guid>${id}</guid><link>https://example.org/${id}</link>${date}</item>`;
  });
  return `<rss version="2.0"><channel><title>News</title><link>https://example.org</link><description>All</description>${written.join('')}</channel></rss>`;
}
