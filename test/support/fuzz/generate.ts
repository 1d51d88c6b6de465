import { Random } from '../simulation/random.js';
import { describedOperations } from './described-operations.js';
import type { FuzzRequest } from './fuzz-request.js';
import type { FuzzWorld } from './fuzz-world.js';
import { mutateMethod, mutatePath, mutateQuery } from './mutate-address.js';
import { bodyText, bombed, emptyTree, mutateBytes, mutateForm, mutateJson } from './mutate-body.js';
import { mutateEncoding, mutateHeaders, mutateKey, mutateType, mutateWire } from './mutate-headers.js';
import { formText, nearValid, type Draft } from './near-valid.js';

type Mutation = (draft: Draft, world: FuzzWorld, random: Random) => Draft;

const ofAddress =
  (mutate: typeof mutatePath): Mutation =>
  (draft, world, random) => {
    const [change, note] = mutate(draft, world, random);
    return { ...draft, ...change, notes: [...draft.notes, note] };
  };

const ofHeaders =
  (mutate: typeof mutateHeaders): Mutation =>
  (draft, world, random) => {
    const [headers, note] = mutate(draft, world, random);
    return { ...draft, headers, notes: [...draft.notes, note] };
  };

/** Mutates the body, or adds one to a request without a body. */
const ofBody: Mutation = (draft, world, random) => {
  const { body, notes } = draft;
  if (body.kind === 'json') {
    const [tree, note] = mutateJson(body.tree, world, random);
    return { ...draft, body: { kind: 'json', tree }, notes: [...notes, note] };
  }
  if (body.kind === 'form') {
    const [parts, note] = mutateForm(body.parts, world, random);
    return { ...draft, body: { kind: 'form', parts }, notes: [...notes, note] };
  }
  if (body.kind === 'text' || random.chance(0.7)) return ofAddress(mutateQuery)(draft, world, random);
  const headers = [...draft.headers, ['Content-Type', 'application/json'] as const];
  return { ...draft, headers, body: { kind: 'json', tree: emptyTree }, notes: [...notes, 'body: one that the operation ignores'] };
};

const mutations: readonly [number, Mutation][] = [
  [42, ofBody],
  [16, ofAddress(mutateQuery)],
  [16, ofAddress(mutatePath)],
  [3, ofAddress(mutateMethod)],
  [9, ofHeaders(mutateHeaders)],
  [4, ofHeaders(mutateType)],
  [5, ofHeaders(mutateKey)],
  [3, ofHeaders(mutateWire)],
  [2, ofHeaders(mutateEncoding)],
];
const weight = mutations.reduce((sum, [share]) => sum + share, 0);

function oneOf(random: Random): Mutation {
  let left = random.next() * weight;
  return (mutations.find(([share]) => (left -= share) < 0) ?? mutations[0] ?? [0, ofBody])[1];
}

/** How many things are wrong with a request. */
const counts = [0, 1, 1, 1, 1, 1, 2, 2, 3, 5] as const;

/** The request of a seed with this number: always the same one, as long as the same things are there. */
export function requestOf(seed: number, number: number, world: FuzzWorld): FuzzRequest {
  const random = new Random(`${seed}/${number}`);
  const operation = random.pick(describedOperations as [(typeof describedOperations)[number], ...typeof describedOperations]);
  let draft = nearValid(operation, world, random);
  for (let left = random.pick(counts); left > 0; left -= 1) draft = safe(oneOf(random)(draft, world, random), draft);
  return sealed(draft, random);
}

/** The same request before anything was made wrong with it. */
export function draftOf(seed: number, number: number, world: FuzzWorld): FuzzRequest {
  const random = new Random(`${seed}/${number}`);
  const operation = random.pick(describedOperations as [(typeof describedOperations)[number], ...typeof describedOperations]);
  return asDrafted(nearValid(operation, world, random));
}

/** What the operator may do to others is no harm: such ids are for those who may do nothing. */
function safe(mutated: Draft, draft: Draft): Draft {
  const isOfOthers = mutated.notes.at(-1)?.includes('others') === true || mutated.notes.at(-1)?.includes('another workspace') === true;
  return mutated.isOperator && isOfOthers ? draft : mutated;
}

function sealed(draft: Draft, random: Random): FuzzRequest {
  const request = asDrafted(draft);
  const { headers, notes, body: whole } = request;
  if (whole === undefined || !random.chance(0.07)) return request;
  if (random.chance(0.15))
    return { ...request, body: bombed(), headers: [...headers, ['Content-Encoding', 'gzip']], notes: [...notes, 'bytes: a bomb'] };
  const [bytes, note] = mutateBytes(whole, random);
  if (random.chance(0.1)) return { ...request, body: bytes, notes: [...notes, note, 'wire: goes silent'], isCut: true };
  return { ...request, body: bytes, notes: [...notes, note] };
}

function asDrafted({ operation, method, segments, query, headers, body, notes, isOperator }: Draft): FuzzRequest {
  const text = query.map(([name, value]) => `${name}=${value}`).join('&');
  const target = `${segments.join('/') || '/'}${text === '' ? '' : `?${text}`}`;
  const plain = bodyText(body, formText);
  const whole = plain === undefined ? undefined : Buffer.from(plain);
  return { operation: `${operation.method} ${operation.path}`, method, target, headers, body: whole, notes, isOperator };
}
