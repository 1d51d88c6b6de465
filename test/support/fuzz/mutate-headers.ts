import type { Random } from '../simulation/random.js';
import type { Header } from './fuzz-request.js';
import type { FuzzWorld } from './fuzz-world.js';
import type { Draft } from './near-valid.js';

const odd: readonly [string, ...string[]] = [
  '',
  ' ',
  'x'.repeat(129),
  'x'.repeat(256),
  'x'.repeat(5_000),
  '\u00ff\u00fe',
  '../../x',
  '__proto__',
  'a,b',
  'a, a',
  '"',
  "'",
  '\\',
  '-1',
  '1e400',
  'NaN',
  'null',
  'true',
  '00000000-0000-0000-0000-000000000000',
  '{{SECRET}}',
  '%00',
  'a\tb',
];

const byName: readonly [readonly [string, readonly [string, ...string[]]], ...(readonly [string, readonly [string, ...string[]]])[]] = [
  ['Idempotency-Key', odd],
  ['X-Run-Id', odd],
  ['X-Execution-Id', odd],
  ['X-Execution-Mode', ['async', 'ASYNC', 'sync', ...odd]],
  ['X-Stream-Response', ['true', 'TRUE', ...odd]],
  ['X-Execution-Timeout-Seconds', ['0', '1', '0.5', '999999999999', ...odd]],
  ['Last-Event-ID', ['0', '9007199254740993', ...odd]],
  ['X-Request-Id', odd],
  ['If-None-Match', ['*', '"x"', 'W/"x"', '"', ...odd]],
  ['If-Match', ['*', '"x"']],
  ['If-Modified-Since', ['Thu, 01 Jan 1970 00:00:00 GMT', 'x']],
  ['If-Range', ['"x"', 'x']],
  [
    'Range',
    [
      'bytes=0-0',
      'bytes=-1',
      'bytes=5-1',
      'bytes=0-',
      'bytes=0-0,0-0',
      'bytes=99999999999999999999-',
      'bytes=-0',
      'lines=1-2',
      'bytes=a-b',
      `bytes=${'0-0,'.repeat(900)}0-0`,
    ],
  ],
  ['Accept', ['application/xml', 'text/event-stream', '*/*;q=0', ...odd]],
  ['Accept-Encoding', ['gzip', 'identity;q=0', ...odd]],
  ['Accept-Language', odd],
  ['X-HTTP-Method-Override', ['DELETE', 'GET']],
  ['X-Forwarded-For', ['127.0.0.1', '::1', 'x', '1.2.3.4, 5.6.7.8', '1.2.3.4'.repeat(300)]],
  ['X-Forwarded-Host', ['evil.example']],
  ['X-Original-URL', ['/api/v1/users']],
  ['Forwarded', ['for=127.0.0.1;host=evil']],
  ['traceparent', ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', ...odd]],
  ['Authorization', ['Bearer x', 'Basic Og==', ...odd]],
  ['Cookie', ['a=b; __proto__=c', 'x'.repeat(8_000)]],
  ['Origin', ['https://evil.example', 'null']],
];

const types: readonly [string, ...string[]] = [
  '',
  'application/json; charset=utf-16',
  'application/json; charset=latin1',
  'application/json; charset="utf-8"',
  'application/json;charset=\u00ff',
  'application/JSON',
  'application/json;',
  'application/json, text/plain',
  'application/vnd.api+json',
  'application/x-www-form-urlencoded',
  'text/plain',
  'text/csv',
  'text/csv; charset=utf-16',
  'application/xml',
  'application/octet-stream',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=other',
  `multipart/form-data; boundary=${'x'.repeat(300)}`,
  'multipart/mixed; boundary=fuzz-boundary',
  'multipart/form-data; boundary="fuzz-boundary',
  '/',
  'x'.repeat(3_000),
];

type Changed = readonly [headers: readonly Header[], note: string];

const without = (headers: readonly Header[], name: string): Header[] =>
  headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase());

/** Headers that are allowed, and mean something odd. */
export function mutateHeaders({ headers }: Draft, _world: FuzzWorld, random: Random): Changed {
  const [name, values] = random.pick(byName);
  const value = random.pick(values);
  const added: Header[] = random.chance(0.15)
    ? [
        [name, value],
        [name, random.pick(values)],
      ]
    : [[name, value]];
  return [[...headers, ...added], `header: ${name}`];
}

export function mutateType({ headers }: Draft, _world: FuzzWorld, random: Random): Changed {
  const type = random.pick(types);
  const rest = without(headers, 'content-type');
  const isTwice = random.chance(0.1);
  return [[...(isTwice ? headers : rest), ...(random.chance(0.1) ? [] : ([['Content-Type', type]] as const))], 'type: another one'];
}

export function mutateKey({ headers, isOperator }: Draft, { keys }: FuzzWorld, random: Random): Changed {
  const rest = without(headers, 'x-api-key');
  const key = isOperator ? keys.operator : keys.owner;
  const changes: readonly [string, readonly Header[]][] = [
    ['none', []],
    ['a reader', [['X-API-Key', keys.reader]]],
    ['the workspace', [['X-API-Key', keys.workspace]]],
    ['the workspace', [['X-API-Key', keys.workspace]]],
    ['the owner', [['X-API-Key', keys.owner]]],
    ['the owner', [['X-API-Key', keys.owner]]],
    [
      'twice',
      [
        ['X-API-Key', key],
        ['X-API-Key', key],
      ],
    ],
    ['odd', [['X-API-Key', random.pick(odd)]]],
    ['space around it', [['x-api-key', `  ${key}\t`]]],
    ['cut', [['X-API-Key', key.slice(0, -1)]]],
    ['a turned letter', [['X-API-Key', `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`]]],
    ['a bearer', [['Authorization', `Bearer ${key}`]]],
  ];
  const [note, added] = random.pick(changes as [(typeof changes)[number], ...typeof changes]);
  return [[...rest, ...added], `key: ${note}`];
}

/** What the parser of HTTP may refuse before anybody of ours sees it. */
export function mutateWire({ headers }: Draft, _world: FuzzWorld, random: Random): Changed {
  const more: readonly [string, readonly Header[]][] = [
    [
      'two lengths',
      [
        ['Content-Length', '5'],
        ['Content-Length', '6'],
      ],
    ],
    [
      'a length and chunks',
      [
        ['Content-Length', '5'],
        ['Transfer-Encoding', 'chunked'],
      ],
    ],
    ['a length that is none', [['Content-Length', random.pick(['-1', 'x', '1e3', '+5', '99999999999999999999'])]]],
    ['a length too long', [['Content-Length', '100000']]],
    ['a length of much', [['Content-Length', '10737418240']]],
    ['chunks that are none', [['Transfer-Encoding', random.pick(['chunked', 'gzip, chunked', 'identity', 'x', 'chunked, identity'])]]],
    ['large headers', [['X-Large', 'x'.repeat(20_000)]]],
    ['many headers', Array.from({ length: 2_500 }, (_, index) => [`X-${index}`, ''] as const)],
    ['no host', [['Host', '']]],
    [
      'two hosts',
      [
        ['Host', 'a'],
        ['Host', 'b'],
      ],
    ],
    ['an expectation', [['Expect', random.pick(['100-continue', '200-ok', ''])]]],
    [
      'an upgrade',
      [
        ['Connection', 'Upgrade'],
        ['Upgrade', random.pick(['websocket', 'h2c', 'x'])],
      ],
    ],
    ['connection', [['Connection', random.pick(['close', 'keep-alive', 'X-API-Key', 'close, X-API-Key'])]]],
    ['a header without a name', [['', 'x']]],
    ['a name with space', [['X-API Key', 'x']]],
    ['a folded header', [['X-Fold', 'a\r\n b']]],
    ['a control character', [['X-Control', 'a\u0001b']]],
    [
      'a trailer',
      [
        ['Trailer', 'X-API-Key'],
        ['Transfer-Encoding', 'chunked'],
      ],
    ],
  ];
  const [note, added] = random.pick(more as [(typeof more)[number], ...typeof more]);
  return [[...headers, ...added], `wire: ${note}`];
}

export function mutateEncoding({ headers }: Draft, _world: FuzzWorld, random: Random): Changed {
  const encoding = random.pick(['gzip', 'br', 'deflate', 'zstd', 'gzip, gzip', 'x', 'identity', 'GZIP', '', 'identity, gzip']);
  return [[...headers, ['Content-Encoding', encoding]], `encoding: ${encoding}`];
}
