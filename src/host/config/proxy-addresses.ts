import ipaddr from 'ipaddr.js';

/** The ranges that Express has names for. */
const named = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Proxies in the form of Express. Host names are not allowed, because each request would resolve them. @throws Error that completes "NAME …" */
export function readProxies(entries: readonly string[]): readonly string[] {
  const wrong = entries.find((entry) => !named.has(entry) && !isRange(entry));
  if (wrong === undefined) return entries;
  throw new Error(`must be a list of addresses and CIDR ranges such as 10.0.0.1, 10.0.0.0/8 or loopback; "${wrong}" is none of these`);
}

function isRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  if (more.length > 0 || !isAddress(address)) return false;
  if (bits === undefined) return true;
  if (isAddress(bits)) return isNetmask(address, bits);
  return /^\d+$/.test(bits) && Number(bits) > 0 && Number(bits) <= (address.includes(':') ? 128 : 32);
}

function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

function isNetmask(address: string, mask: string): boolean {
  return ![address, mask].some((text) => text.includes(':')) && (ipaddr.IPv4.parse(mask).prefixLengthFromSubnetMask() ?? 0) > 0;
}
