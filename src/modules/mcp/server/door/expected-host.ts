import { isIP } from 'node:net';

interface Headers {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
}

/**
 * Why the request must be refused; undefined if it need not be. A web page of another site, and one whose name was bound to the address of this
 * server afterwards, must not reach a server that its visitor can reach: the name in `Host`, and that in `Origin` if there is one, must be expected.
 * An IP address cannot be bound to another one, so it is expected in `Host`.
 */
export function unexpectedHost({ host, origin }: Headers, expected: ReadonlySet<string>): string | undefined {
  const hostName = nameIn(`http://${host ?? ''}`);
  if (hostName === undefined || !(isAddress(hostName) || expected.has(hostName))) return 'The Host header names another server';
  if (origin === undefined) return undefined;
  const originName = nameIn(origin);
  const isExpected = originName !== undefined && (expected.has(originName) || (originName === hostName && isAddress(hostName)));
  return isExpected ? undefined : 'Requests of web pages of this Origin are not allowed';
}

/** The names under which the server is reached: that of its public address, the machine itself, and those of the configuration. */
export function expectedHosts(baseUrl: string, further: readonly string[]): ReadonlySet<string> {
  return new Set([new URL(baseUrl).hostname, 'localhost', ...further]);
}

function nameIn(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

function isAddress(name: string): boolean {
  return isIP(name.replace(/^\[|\]$/g, '')) !== 0;
}
