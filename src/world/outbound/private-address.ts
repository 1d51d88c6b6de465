import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { AddressPolicy, parseAllowList } from './address-policy.js';

const publicOnly = new AddressPolicy([]);

/** Whether all addresses of a host are private and on the operator's list. A name that cannot be resolved is neither. */
export async function isAllowedPrivate(url: URL, allow: readonly string[]): Promise<boolean> {
  const policy = new AddressPolicy(parseAllowList(allow).allowed);
  const host = url.hostname.replaceAll(/^\[|\]$/g, '');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const addresses = isIP(host) === 0 ? await addressesOf(host) : [host];
  const isGood = (address: string): boolean => {
    const refusal = publicOnly.refusal({ host, address, port });
    return refusal !== undefined && refusal !== 'port' && policy.refusal({ host, address, port }) === undefined;
  };
  return addresses.length > 0 && addresses.every(isGood);
}

async function addressesOf(host: string): Promise<readonly string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
}
