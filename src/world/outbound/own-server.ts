import { networkInterfaces } from 'node:os';
import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import ipaddr from 'ipaddr.js';
import type { ResolveFor } from './tenants/name-lookups.js';

export interface OwnServerOptions {
  /** The public address of this server. */
  readonly baseUrl: string;
  /** The port on which this process listens. */
  readonly port: number;
}

const mostHosts = 1_000;
const freshMs = 60_000;

/** Recognizes addresses at which this server answers: its public address, this machine, and other names of either. */
export class OwnServer {
  readonly #host: string;
  readonly #publicPort: number;
  readonly #port: number;
  readonly #addresses = new LRUCache<string, readonly string[]>({ max: mostHosts, ttl: freshMs });

  constructor(
    { baseUrl, port }: OwnServerOptions,
    private readonly resolve: ResolveFor,
  ) {
    const url = new URL(baseUrl);
    this.#host = hostOf(url);
    this.#publicPort = portOf(url);
    this.#port = port;
  }

  async includes(url: URL, tenant: string): Promise<boolean> {
    const [host, port] = [hostOf(url), portOf(url)];
    if (host === this.#host && port === this.#publicPort) return true;
    if (port !== this.#port && port !== this.#publicPort) return false;
    const addresses = await this.#addressesOf(host, tenant);
    if (port === this.#port && addresses.some(isOfThisMachine)) return true;
    if (port !== this.#publicPort) return false;
    // Not among the look-ups of a tenant, which could keep it waiting and pass for another server.
    const own = await this.#addressesOf(this.#host, '');
    return addresses.some((address) => own.includes(address));
  }

  /** None for a name that cannot be resolved: the request itself reports that. */
  async #addressesOf(host: string, tenant: string): Promise<readonly string[]> {
    if (isIP(host) !== 0) return [host];
    const known = this.#addresses.get(host);
    if (known !== undefined) return known;
    const found = await this.resolve(host, tenant).catch(() => undefined);
    if (found !== undefined) this.#addresses.set(host, found);
    return found ?? [];
  }
}

/** The port of an address, also where the scheme implies it. */
export function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}

/** Without brackets and without the final dot of a name. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function isOfThisMachine(address: string): boolean {
  const parsed = ipaddr.process(address);
  if (parsed.range() === 'loopback' || parsed.range() === 'unspecified') return true;
  const local = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  return local.some((own) => ipaddr.process(own.address.split('%')[0] ?? '').toString() === parsed.toString());
}
