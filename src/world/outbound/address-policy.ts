import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = readonly [Address, number];

/** The target of a connection: the host of the URL, and the address and port for `connect`. */
export interface Destination {
  readonly host: string;
  readonly address: string;
  readonly port: number;
}

/** One entry of the operator's allow list. */
export interface Allowed {
  /** An entry with a port permits only that port; without one, every port except the blocked ones. */
  readonly port: number | undefined;
  matches(host: string, address: string): boolean;
}

/** The registries of the library have gaps (IPv4-compatible and unassigned space): all public IPv6 addresses are in this range. */
const globalV6 = ipaddr.parseCIDR('2000::/3');
/** A public address that is the metadata service of one cloud. */
const metadataBlock = ipaddr.parseCIDR('168.63.129.16/32');

/** Mail, remote login, files, directories, databases, caches, queues, cluster control: a web request to one of these is an attack. */
const blockedPorts: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110, 111, 113, 115, 117,
  119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 445, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601,
  636, 873, 989, 990, 993, 995, 1433, 1521, 1719, 1720, 1723, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 3659, 4045, 4190, 5060, 5061,
  5432, 5672, 5900, 6000, 6379, 6380, 6432, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9042, 9092, 9300, 10080, 10250, 11211, 16379,
  26257, 26379, 27017, 27018, 27019,
]);

/** Why a destination is refused: the kind of its address, or its port. */
export type Refusal = 'loopback' | 'private' | 'link-local' | 'metadata' | 'reserved' | 'port';

/** Decides which destinations are allowed: public addresses, and those of the operator's list. It does not resolve names. */
export class AddressPolicy {
  /** @param servedPorts ports that are refused to web requests, and that the protocol of these connections uses */
  constructor(
    private readonly allowed: readonly Allowed[],
    private readonly servedPorts: ReadonlySet<number> = new Set(),
  ) {}

  /** Why the destination is refused; undefined if it is allowed. */
  refusal({ host, address, port }: Destination): Refusal | undefined {
    if (isIP(address) === 0 || address.includes('%')) return 'reserved';
    const name = canonicalName(host);
    const matching = this.allowed.filter((entry) => entry.matches(name, address));
    if (matching.some((entry) => entry.port === port)) return undefined;
    if (blockedPorts.has(port) && !this.servedPorts.has(port)) return 'port';
    return matching.some((entry) => entry.port === undefined) || isPublic(address) ? undefined : kindOf(address);
  }
}

/** Addresses at which clouds answer with credentials of the machine. */
const metadataAddresses: ReadonlySet<string> = new Set(['169.254.169.254', '168.63.129.16', '100.100.100.200', 'fd00:ec2::254']);

const kinds: Readonly<Record<string, Refusal>> = {
  loopback: 'loopback',
  unspecified: 'loopback',
  private: 'private',
  uniqueLocal: 'private',
  carrierGradeNat: 'private',
  linkLocal: 'link-local',
};

function kindOf(address: string): Refusal {
  const parsed = ipaddr.process(address);
  return metadataAddresses.has(parsed.toString()) ? 'metadata' : (kinds[parsed.range()] ?? 'reserved');
}

/**
 * Reads allow-list entries: a host name, `*.` and a domain, an address or a CIDR range, each with an optional `:port` (IPv6 then in
 * brackets). A host name permits every address that it resolves to. An entry that cannot be read is a problem, with a text for the operator.
 */
export function parseAllowList(entries: readonly string[]): { readonly allowed: readonly Allowed[]; readonly problems: readonly string[] } {
  const parsed = entries.map((entry) => ({ entry, allowed: parseEntry(entry.trim()) }));
  return {
    allowed: parsed.flatMap(({ allowed }) => allowed ?? []),
    problems: parsed
      .filter(({ allowed }) => allowed === undefined)
      .map(({ entry }) => `"${entry}" must be a host name, an address or a CIDR range, with :port if wanted`),
  };
}

function isPublic(address: string): boolean {
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv6' ? isWithin(parsed, globalV6) : !isWithin(parsed, metadataBlock);
}

/** The library throws on mixed versions; here, a range of one version never contains an address of the other. */
function isWithin(address: Address, range: Range): boolean {
  return address.kind() === range[0].kind() && address.match(range[0], range[1]);
}

/** Host names are compared without case and without the final dot, which only tells resolvers not to search. */
function canonicalName(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}

const entryPattern = /^(?:\[(?<v6>[^\][]*:[^\][]*)\]|(?<plain>[^:\][]+))(?::(?<port>\d{1,5}))?$/;

function parseEntry(entry: string): Allowed | undefined {
  // An IPv6 address without a port contains colons; with a port it is in brackets.
  const isBareV6 = !entry.startsWith('[') && entry.split(':').length > 2;
  const { v6, plain, port } = entryPattern.exec(isBareV6 ? `[${entry}]` : entry)?.groups ?? {};
  const matches = matchSubject(v6 ?? plain ?? '');
  return matches && isPort(port) ? { port: port === undefined ? undefined : Number(port), matches } : undefined;
}

function isPort(text: string | undefined): boolean {
  return text === undefined || (Number(text) > 0 && Number(text) < 65_536);
}

function matchSubject(subject: string): Allowed['matches'] | undefined {
  return subject.includes('/') || isIP(subject) !== 0 ? matchRange(subject) : matchName(subject);
}

function matchRange(subject: string): Allowed['matches'] | undefined {
  const [address = '', bits] = subject.split('/');
  // The library accepts octal and short forms too, but an operator who writes one may mean another address.
  if (isIP(address) === 0 || address.includes('%')) return undefined;
  const cidr = bits === undefined ? `${address}/${isIP(address) === 4 ? 32 : 128}` : subject;
  if (!ipaddr.isValidCIDR(cidr)) return undefined;
  const range: Range = ipaddr.parseCIDR(cidr);
  // `process` turns a mapped address into the IPv4 address that is connected to.
  return (_host, candidate) => isWithin(ipaddr.parse(candidate), range) || isWithin(ipaddr.process(candidate), range);
}

function matchName(subject: string): Allowed['matches'] | undefined {
  const isSuffix = subject.startsWith('*.');
  const name = canonicalName(domainToASCII(isSuffix ? subject.slice(2) : subject));
  // A URL parser reads a name with a last label of digits as an address, so such a name could never match.
  if (!/^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.|$))+$/.test(name) || /(?:^|\.)(?:\d+|0x[0-9a-f]*)$/.test(name)) return undefined;
  return isSuffix ? (host) => host.endsWith(`.${name}`) : (host) => host === name;
}
