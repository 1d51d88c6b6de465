import ipaddr from 'ipaddr.js';

/** The client behind an address. An IPv6 client usually has all 2^64 addresses of its prefix, so they count as one. */
export function clientOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : parsed.toByteArray().slice(0, 8).join('.');
}
