import ipaddr from 'ipaddr.js';

type Range = ReturnType<typeof ipaddr.parseCIDR>;

/** Of an address of version 6 that stands for one of version 4. */
const mappedBits = 96;

/** An address or a CIDR range as it is written down: `192.0.2.7/32`, `2001:db8::/32`. Undefined for what is neither. */
export function canonicalRange(text: string): string | undefined {
  if (ipaddr.isValid(text) && !text.includes('%')) {
    if (!text.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(text)) return undefined;
    const address = ipaddr.process(text);
    return `${address.toString()}/${address.kind() === 'ipv4' ? 32 : 128}`;
  }
  return canonicalCidr(text);
}

function canonicalCidr(text: string): string | undefined {
  if (!ipaddr.isValidCIDR(text) || text.includes('%')) return undefined;
  const [address, bits] = ipaddr.parseCIDR(text);
  if (address.kind() === 'ipv4') {
    const isFourParts = ipaddr.IPv4.isValidFourPartDecimal(text.slice(0, text.indexOf('/')));
    return isFourParts ? `${address.toString()}/${bits}` : undefined;
  }
  const asVersion4 = ipaddr.process(address.toString());
  if (asVersion4.kind() === 'ipv6') return `${address.toString()}/${bits}`;
  // ::ffff:192.0.2.0/120 contains clients of version 4 only; a wider range is of neither version.
  return bits < mappedBits ? undefined : `${asVersion4.toString()}/${bits - mappedBits}`;
}

/** The test that lets everybody in. */
export const fromAnywhere = (): boolean => true;

/** Whether an address of a client lies in one of some ranges. No range at all lets everybody in; an address that is none gets in nowhere. */
export function addressTest(ranges: readonly string[]): (address: string) => boolean {
  if (ranges.length === 0) return fromAnywhere;
  const parsed = parsedRanges(ranges);
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    // A version 4 client of a version 6 socket comes as ::ffff:192.0.2.7.
    const address = ipaddr.process(text);
    return parsed.some((range) => isWithin(address, range));
  };
}

/** The first range of `narrower` that lies in no single one of `wider`; undefined when they all do. Both lists hold ranges. */
export function rangeOutside(narrower: readonly string[], wider: readonly string[]): string | undefined {
  const around = parsedRanges(wider);
  return narrower.find((text) =>
    parsedRanges([text]).every(([address, bits]) => !around.some((range) => bits >= range[1] && isWithin(address, range))),
  );
}

/** Ranges that were stored before there was a canonical form for all of them count too. */
function parsedRanges(ranges: readonly string[]): readonly Range[] {
  return ranges.flatMap((text) => canonicalRange(text) ?? []).map((text) => ipaddr.parseCIDR(text));
}

function isWithin(address: ReturnType<typeof ipaddr.process>, [from, bits]: Range): boolean {
  return address.kind() === from.kind() && address.match(from, bits);
}
