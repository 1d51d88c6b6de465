import { describe, expect, it } from '@jest/globals';
import { AddressPolicy, parseAllowList, type Destination } from './address-policy.js';
import { plainRefusal } from './private-address.js';

const closed = new AddressPolicy([]);

function policy(...entries: string[]): AddressPolicy {
  const { allowed, problems } = parseAllowList(entries);
  expect(problems).toEqual([]);
  return new AddressPolicy(allowed);
}

function permits(rules: AddressPolicy, destination: Destination): boolean {
  return rules.refusal(destination) === undefined;
}

function permitsLiteral(rules: AddressPolicy, address: string, port = 443): boolean {
  return permits(rules, { host: address, address, port });
}

/** What a URL parser makes of a host is what is connected to; a host that it refuses is never connected to. */
function permitsUrlHost(host: string): boolean {
  if (!URL.canParse(`http://${host}/`)) return false;
  const address = new URL(`http://${host}/`).hostname.replace(/^\[|\]$/g, '');
  return permitsLiteral(closed, address, 80);
}

/** AC-81: first, last and inner addresses of every range that is not public. */
const privateV4 = (
  '0.0.0.0 0.0.0.1 0.255.255.255 10.0.0.0 10.1.2.3 10.255.255.255 100.64.0.0 100.100.100.200 100.127.255.255 127.0.0.0 ' +
  '127.0.0.1 127.0.0.2 127.1.2.3 127.255.255.255 168.63.129.16 169.254.0.0 169.254.169.254 169.254.170.2 169.254.170.23 ' +
  '169.254.255.255 172.16.0.0 172.17.0.1 172.20.5.4 172.31.255.255 192.0.0.0 192.0.0.192 192.0.0.255 192.0.2.1 192.88.99.1 ' +
  '192.168.0.0 192.168.1.1 192.168.255.255 198.18.0.0 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.0 224.0.0.251 ' +
  '239.255.255.250 239.255.255.255 240.0.0.0 254.1.2.3 255.255.255.254 255.255.255.255'
).split(' ');

const publicV4 = (
  '1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 93.184.216.34 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 168.63.129.15 ' +
  '168.63.129.17 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.167.255.255 192.169.0.0 ' +
  '198.17.255.255 198.20.0.0 223.255.255.255'
).split(' ');

const privateV6 = (
  ':: ::1 ::2 ::ffff 100::1 64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b:1::1 64:ff9b:1:ffff::a00:1 2001::1 ' +
  '2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:1::1 2001:10::1 2001:20::1 2001:1ff:ffff:: 2001:db8::1 2002::1 2002:7f00:1:: ' +
  '2002:a9fe:a9fe::1 2002:ffff:ffff:: 3fff::1 3fff:fff:ffff:: 4000::1 5f00::1 fc00:: fc00::1 fd00:ec2::254 fd20:ce::254 ' +
  'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff fe80:: fe80::1 febf::1 fec0::1 feff::1 ff00:: ff02::1 ff02::fb ff05::2 ' +
  'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff 1fff:ffff:: e000::1 ::ffff:0:127.0.0.1'
).split(' ');

const publicV6 = [
  '2000::1',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2001:db7:ffff::1',
  '2001:db9::1',
  '2003::1',
  '2606:4700:4700::1111',
  '2a00:1450:4001::1',
  '3ffe::1',
  '3fff:1000::1',
];

const octets = (address: string): number[] => address.split('.').map(Number);
const whole = (address: string): number => octets(address).reduce((sum, octet) => sum * 256 + octet, 0);
const wide = (text: string): string =>
  text.replace(/[0-9a-z.]/g, (character) => (character === '.' ? '．' : String.fromCharCode(character.charCodeAt(0) + 0xfee0)));

const hex = (value: number): string => `0x${value.toString(16)}`;
const octal = (value: number): string => `0${value.toString(8)}`;

/** AC-82, AC-83: one address of version 4 in the disguises that URL parsers and resolvers have been known to accept. */
function disguises(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = octets(address);
  const high = ((a << 8) | b).toString(16);
  const low = ((c << 8) | d).toString(16);
  const encoded = Array.from(address, (character) => `%${character.charCodeAt(0).toString(16)}`).join('');
  return [
    address,
    `${address}.`,
    String(whole(address)),
    hex(whole(address)),
    octal(whole(address)),
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    octets(address).map(hex).join('.'),
    octets(address).map(octal).join('.'),
    `${hex(a)}.${octal(b)}.${c}.${d}`,
    `0X${whole(address).toString(16).toUpperCase()}`,
    wide(address),
    address.replaceAll('.', '。'),
    address.replaceAll('.', '｡'),
    encoded,
    `user@${address}`,
    `user:pass@${address}`,
    `\t${address}`,
    `${address}\n`,
    `${address}\\@example.com`,
    `${address}#@example.com`,
    `[::ffff:${address}]`,
    `[::ffff:${high}:${low}]`,
    `[0:0:0:0:0:ffff:${high}:${low}]`,
    `[::${address}]`,
    `[::${high}:${low}]`,
    `[64:ff9b::${address}]`,
    `[64:ff9b:1::${address}]`,
    `[2002:${high}:${low}::]`,
    `[2001:0:${high}:${low}::]`,
    `[::ffff:0:${address}]`,
    `[fe80::${address}%25eth0]`,
    `[::ffff:${address}%25lo]`,
  ];
}

describe('address policy', () => {
  it.each(privateV4)('refuses %s (AC-81)', (address) => {
    expect(permitsLiteral(closed, address)).toBe(false);
    expect(permits(closed, { host: 'innocent.example', address, port: 443 })).toBe(false);
  });

  it.each(privateV6)('refuses %s (AC-83)', (address) => {
    expect(permitsLiteral(closed, address)).toBe(false);
    expect(permitsUrlHost(`[${address}]`)).toBe(false);
  });

  it.each([...publicV4, ...publicV6])('permits %s', (address) => {
    expect(permitsLiteral(closed, address)).toBe(true);
  });

  it.each(privateV4)('refuses %s in every disguise (AC-82, AC-83)', (address) => {
    expect(disguises(address).filter((host) => permitsUrlHost(host))).toEqual([]);
  });

  it('judges leading zeros as the octal number that is connected to (AC-82)', () => {
    expect(permitsUrlHost('010.0.0.1')).toBe(true);
    expect(new URL('http://010.0.0.1').hostname).toBe('8.0.0.1');
    expect(permitsUrlHost('0012.0.0.1')).toBe(false);
  });

  it('knows more than a thousand disguises', () => {
    expect(new Set(privateV4.flatMap(disguises)).size).toBeGreaterThan(1_000);
  });

  it('knows a public address behind the same disguises, so that refusing is no accident', () => {
    const plain = [
      '8.8.8.8',
      '8.8.8.8.',
      '134744072',
      '0x8080808',
      '010.010.010.010',
      '8.8.2056',
      '８.８.８.８',
      '8。8。8。8',
      '%38.8.8.8',
    ];
    expect(plain.filter((host) => !permitsUrlHost(host))).toEqual([]);
  });

  it.each([
    '',
    ' ',
    'localhost',
    '127.1',
    '0177.0.0.1',
    '1.2.3.4.5',
    '08.8.8.8',
    '8.8.8',
    '2130706433',
    '2a00::1%eth0',
    'fe80::1%lo',
    '[2a00::1]',
    ':::',
    '8.8.8.8/32',
    '8.8.8.8\0',
  ])('refuses %j, which is no plain address', (address) => {
    expect(permits(closed, { host: 'innocent.example', address, port: 443 })).toBe(false);
  });

  it('refuses an address of version 4 mapped into version 6, also a public one', () => {
    expect(permitsLiteral(closed, '::ffff:8.8.8.8')).toBe(false);
    expect(permitsLiteral(closed, '::8.8.8.8')).toBe(false);
  });

  it.each([
    22, 23, 25, 53, 110, 143, 389, 445, 465, 587, 1433, 1521, 2375, 2379, 3306, 3389, 5432, 5672, 6379, 6380, 9042, 9092, 11211, 26379,
    27017,
  ])('refuses port %d of a public address (AC-88)', (port) => {
    expect(permitsLiteral(closed, '8.8.8.8', port)).toBe(false);
  });

  it.each([80, 443, 3000, 8000, 8080, 8443, 9200, 65_535])('permits port %d of a public address', (port) => {
    expect(permitsLiteral(closed, '8.8.8.8', port)).toBe(true);
  });

  it.each([
    ['127.0.0.1', 'loopback'],
    ['::1', 'loopback'],
    ['0.0.0.0', 'loopback'],
    ['10.0.0.1', 'private'],
    ['192.168.0.1', 'private'],
    ['fd00::1', 'private'],
    ['100.64.0.1', 'private'],
    ['169.254.1.1', 'link-local'],
    ['169.254.169.254', 'metadata'],
    ['fd00:ec2::254', 'metadata'],
    ['168.63.129.16', 'metadata'],
    ['224.0.0.1', 'reserved'],
    ['not an address', 'reserved'],
  ] as const)('refuses %s as %s', (address, refusal) => {
    expect(closed.refusal({ host: address, address, port: 443 })).toBe(refusal);
  });
});

describe('allow list', () => {
  it('permits a host name whatever it resolves to, and no other name', () => {
    const rules = policy('db-api.internal');
    for (const address of ['10.1.2.3', '127.0.0.1', 'fd00::1', '8.8.8.8']) {
      expect(permits(rules, { host: 'DB-API.internal.', address, port: 8080 })).toBe(true);
    }
    for (const host of ['internal', 'x.db-api.internal', 'db-api.internal.example', 'db-apixinternal', '10.1.2.3']) {
      expect(permits(rules, { host, address: '10.1.2.3', port: 8080 })).toBe(false);
    }
  });

  it('permits the names below a domain, not the domain itself', () => {
    const rules = policy('*.svc.cluster.local');
    expect(permits(rules, { host: 'a.b.svc.cluster.local', address: '10.1.2.3', port: 80 })).toBe(true);
    expect(permits(rules, { host: 'svc.cluster.local', address: '10.1.2.3', port: 80 })).toBe(false);
    expect(permits(rules, { host: 'evilsvc.cluster.local', address: '10.1.2.3', port: 80 })).toBe(false);
  });

  it.each([
    ['10.0.0.0/8', '10.255.0.1', '192.168.0.1'],
    ['10.1.2.3', '10.1.2.3', '10.1.2.4'],
    ['192.168.1.128/25', '192.168.1.200', '192.168.1.100'],
    ['127.0.0.1/32', '127.0.0.1', '127.0.0.2'],
    ['fd00::/8', 'fd12::1', 'fc00::1'],
    ['::1', '::1', '::2'],
    ['[::1]', '::1', '::2'],
    ['0.0.0.0/0', '169.254.169.254', 'fd00::1'],
    ['::/0', 'fd00::1', '169.254.169.254'],
    ['::ffff:0:0/96', '::ffff:10.0.0.1', '10.0.0.1'],
    ['10.0.0.0/8', '::ffff:10.0.0.1', '::ffff:192.168.0.1'],
  ])('permits with %s the address %s and not %s', (entry, inside, outside) => {
    const rules = policy(entry);
    expect(permits(rules, { host: 'any.example', address: inside, port: 8080 })).toBe(true);
    expect(permitsLiteral(rules, inside)).toBe(true);
    expect(permitsLiteral(rules, outside)).toBe(false);
  });

  it.each(['10.1.2.3:8080', '10.0.0.0/8:8080', 'api.internal:8080', '*.internal:8080'])('permits with %s that port alone', (entry) => {
    const rules = policy(entry);
    expect(permits(rules, { host: 'api.internal', address: '10.1.2.3', port: 8080 })).toBe(true);
    expect(permits(rules, { host: 'api.internal', address: '10.1.2.3', port: 8081 })).toBe(false);
  });

  it.each(['[fd00::1]:8080', '[fd00::/8]:8080'])('permits with %s that port alone', (entry) => {
    expect(permitsLiteral(policy(entry), 'fd00::1', 8080)).toBe(true);
    expect(permitsLiteral(policy(entry), 'fd00::1', 8081)).toBe(false);
  });

  it('opens a database port only when the entry names it (AC-88)', () => {
    expect(permitsLiteral(policy('10.0.0.0/8'), '10.1.2.3', 5432)).toBe(false);
    expect(permitsLiteral(policy('10.0.0.0/8:5432'), '10.1.2.3', 5432)).toBe(true);
    expect(permits(policy('smtp.example:25'), { host: 'smtp.example', address: '8.8.8.8', port: 25 })).toBe(true);
    expect(permits(policy('smtp.example'), { host: 'smtp.example', address: '8.8.8.8', port: 25 })).toBe(false);
  });

  it('reads international names and spaces around entries', () => {
    expect(permits(policy(' Bücher.Example '), { host: 'xn--bcher-kva.example', address: '10.0.0.1', port: 80 })).toBe(true);
  });

  it.each([
    '',
    ' ',
    '*',
    '*.',
    '.',
    '.internal',
    'a..b',
    '-',
    '-a.example',
    'http://api.internal',
    'api.internal/path',
    'user@api.internal',
    'a b',
    '127.1',
    '0177.0.0.1',
    '0x7f000001',
    '2130706433',
    '010.0.0.1',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0/8',
    '256.0.0.1',
    'fd00::/129',
    'fe80::1%eth0',
    '[fd00::1',
    'fd00::1]',
    '[10.0.0.1]',
    '[api.internal]',
    ':8080',
    'api.internal:',
    'api.internal:0',
    'api.internal:65536',
    'api.internal:http',
    '[::1]:0',
    '10.0.0.1:99999',
    'a.*.b',
    '*internal',
    '*.10.0.0.1',
    'api.internal,other',
  ])('reports %j as a problem and permits nothing by it', (entry) => {
    const { allowed, problems } = parseAllowList([entry]);
    expect(allowed).toEqual([]);
    expect(problems).toEqual([`"${entry}" must be a host name, an address or a CIDR range, with :port if wanted`]);
  });

  it('reports every bad entry and keeps the good ones', () => {
    const { allowed, problems } = parseAllowList(['bad entry', '10.0.0.0/8', '*']);
    expect(allowed).toHaveLength(1);
    expect(problems).toHaveLength(2);
  });
});

describe('an address without TLS', () => {
  it.each([
    ['http://127.0.0.1:8000', ['127.0.0.0/8'], undefined],
    ['http://[::1]:8000', ['::1'], undefined],
    ['http://10.0.0.1', ['127.0.0.0/8'], 'not-listed'],
    ['http://192.0.2.1', [], 'not-listed'],
    ['http://8.8.8.8', ['8.8.8.8'], 'not-listed'],
    ['http://8.8.8.8:25', ['8.8.8.8:25'], 'not-listed'],
    ['http://no-such-host.invalid', [], 'not-listed'],
    ['http://127.0.0.1:9', ['127.0.0.0/8'], 'port'],
    ['http://127.0.0.1:9', ['127.0.0.1:9'], undefined],
  ])('%s with the list %j: %s', async (url, allow, refusal) => {
    expect(await plainRefusal(new URL(url), allow)).toBe(refusal);
  });
});
