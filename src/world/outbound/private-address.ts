import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { AddressPolicy, parseAllowList } from './address-policy.js';

const publicOnly = new AddressPolicy([]);

/** A port at which a destination is judged by its address alone. */
const webPort = 80;

/**
 * Why an address must not be used without TLS; undefined if all addresses of its host are private and on the operator's list. A name that cannot be resolved is
 * neither. The list permits a port of another protocol only if it names it.
 */
export async function plainRefusal(url: URL, allow: readonly string[]): Promise<'not-listed' | 'port' | undefined> {
  const policy = new AddressPolicy(parseAllowList(allow).allowed);
  const host = url.hostname.replaceAll(/^\[|\]$/g, '');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const addresses = isIP(host) === 0 ? await addressesOf(host) : [host];
  const refusals = addresses.map((address) => {
    const isPublic = publicOnly.refusal({ host, address, port: webPort }) === undefined;
    return isPublic ? 'not-listed' : policy.refusal({ host, address, port });
  });
  if (refusals.length === 0 || refusals.some((refusal) => refusal !== undefined && refusal !== 'port')) return 'not-listed';
  return refusals.includes('port') ? 'port' : undefined;
}

async function addressesOf(host: string): Promise<readonly string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
}
