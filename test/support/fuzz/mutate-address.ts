import type { Random } from '../simulation/random.js';
import type { FuzzWorld } from './fuzz-world.js';
import { hostileEncoded, hostileTexts } from './hostile-values.js';
import type { Draft } from './near-valid.js';

type Address = Pick<Draft, 'method' | 'segments' | 'query'>;
type Changed = readonly [Partial<Address>, note: string];

const otherForms: readonly [(id: string) => string, ...((id: string) => string)[]] = [
  (id) => id.toUpperCase(),
  (id) => id.replaceAll('-', ''),
  (id) => `{${id}}`,
  (id) => `%7b${id}%7d`,
  (id) => `urn:uuid:${id}`,
  (id) => `${id}%0a`,
  (id) => `%20${id}`,
  (id) => `${id}0`,
  (id) => id.slice(0, -1),
  (id) => `${id}%2f..`,
  (id) => `${id}.json`,
  (id) => id.replace(/-/, '%2d'),
  (id) => id.replace(/\d/, '%EF%BC%91'),
];

/** An address with one segment wrong. */
export function mutatePath({ segments }: Draft, { things, foreign }: FuzzWorld, random: Random): Changed {
  const variable = segments.flatMap((segment, index) => (/[0-9a-f]{8}|^(?:spent|none)$/.test(segment) ? [index] : []));
  const isOnId = variable.length > 0 && random.chance(0.8);
  const at = isOnId ? random.pick(variable as [number, ...number[]]) : random.between(1, segments.length - 1);
  const old = segments[at] ?? '';
  const changes: readonly [string, () => string][] = [
    ['an id of another kind', () => random.pick(Object.values(things) as [string, ...string[]])],
    ['an id of others', () => random.pick(foreign)],
    ['another form', () => random.pick(otherForms)(old)],
    ['an odd text', () => random.pick(hostileEncoded)],
    ['an odd text', () => encoded(random.pick(hostileTexts))],
    ['slashes', () => `${old}//`],
    ['a way back', () => `${old}/..${random.pick(['', '/x', `/${old}`])}`],
    ['other letters', () => old.toUpperCase()],
  ];
  const [note, change] = random.pick(changes as [(typeof changes)[number], ...typeof changes]);
  return [{ segments: segments.map((segment, index) => (index === at ? change() : segment)) }, `path: ${note} at ${at}`];
}

/** Lone surrogates have no encoding in an address. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).slice(0, 12_000);
}

export function mutateQuery({ query, operation }: Draft, { foreign }: FuzzWorld, random: Random): Changed {
  const names = operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const some = [...names, ...names, ...query.map(([name]) => name), 'x'] as unknown as [string, ...string[]];
  const name = random.pick(some);
  const kept = query.filter(([other]) => other !== name);
  const old = query.find(([other]) => other === name)?.[1] ?? 'x';
  const changes: readonly [string, () => Address['query']][] = [
    ['an odd value', () => [...kept, [name, random.pick(hostileEncoded)]]],
    ['a hostile text', () => [...kept, [name, encoded(random.pick(hostileTexts))]]],
    ['a hostile text', () => [...kept, [name, encoded(random.pick(hostileTexts))]]],
    [
      'hostile JSON',
      () => [
        ...kept,
        [
          name,
          encoded(
            `{"a":${random.pick(['{"$regex":"(a+)+$"}', '{"$in":[]}', '{"$gt":{}}', '1e400', '{"$contains":null}', '"\\u0000"', '[[[]]]'])}}`,
          ),
        ],
      ],
    ],
    ['nothing', () => kept],
    ['it twice', () => [...kept, [name, old], [name, random.pick([old, 'y', ''])]]],
    ['a list', () => [...kept, [`${name}[]`, old], [`${name}[]`, 'x']]],
    ['brackets', () => [...kept, [`${name}[$ne]`, old]]],
    ['a prototype', () => [...kept, ['__proto__[x]', 'y'], ['constructor', 'z'], ['__proto__', 'w']]],
    ['an id of others', () => [...kept, [name, random.pick(foreign)]]],
    ['a turned letter', () => [...kept, [name, turned(old, random)]]],
    ['a broken name', () => [...query, [random.pick(hostileEncoded), old]]],
    ['a thousand more', () => [...query, ...Array.from({ length: 1_000 }, (_, index) => [`q${index}`, '1'] as const)]],
  ];
  const [note, change] = random.pick(changes as [(typeof changes)[number], ...typeof changes]);
  return [{ query: change() }, `query: ${note} for ${name}`];
}

function turned(text: string, random: Random): string {
  const at = random.between(0, Math.max(0, text.length - 1));
  return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
}

export function mutateMethod(_draft: Draft, _world: FuzzWorld, random: Random): Changed {
  const method = random.pick(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'LOCK', 'SEARCH']);
  return [{ method }, `method: ${method}`];
}
