import ipaddr from 'ipaddr.js';

type Range = ReturnType<typeof ipaddr.parseCIDR>;

/** An address or a CIDR range as it is written down: `192.0.2.7/32`, `2001:db8::/32`. Undefined for what is neither. */
export function canonicalRange(text: string): string | undefined {
  if (ipaddr.isValid(text) && !text.includes('%')) {
    if (!text.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(text)) return undefined;
    const address = ipaddr.process(text);
    return `${address.toString()}/${address.kind() === 'ipv4' ? 32 : 128}`;
  }
  if (!ipaddr.isValidCIDR(text)) return undefined;
  const [address, bits] = ipaddr.parseCIDR(text);
  if (address.kind() === 'ipv4' && !ipaddr.IPv4.isValidFourPartDecimal(text.slice(0, text.indexOf('/')))) return undefined;
  return `${address.toString()}/${bits}`;
}

/** Whether an address of a client lies in one of some ranges. No range at all lets everybody in; an address that is none gets in nowhere. */
export function addressTest(ranges: readonly string[]): (address: string) => boolean {
  if (ranges.length === 0) return () => true;
  const parsed = ranges.map((range) => ipaddr.parseCIDR(range));
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    // A version 4 client of a version 6 socket comes as ::ffff:192.0.2.7.
    const address = ipaddr.process(text);
    return parsed.some((range) => isWithin(address, range));
  };
}

function isWithin(address: ReturnType<typeof ipaddr.process>, [from, bits]: Range): boolean {
  return address.kind() === from.kind() && address.match(from, bits);
}
