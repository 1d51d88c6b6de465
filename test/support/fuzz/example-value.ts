import type { Json, JsonObject } from '#kernel/json.js';
import type { Random } from '../simulation/random.js';
import { greeting } from '../workflow-api.js';
import { resolved, type Schema } from './described-operations.js';
import type { FuzzWorld } from './fuzz-world.js';

const filters: readonly [JsonObject, ...JsonObject[]] = [
  { a: 'one' },
  { a: { $contains: 'o', $nin: ['x', null] } },
  { $or: [{ a: 'one' }, { b: { $in: ['x', 'y'] } }, { $and: [{ a: { $empty: true } }, { createdAt: { $gte: '2026-01-01' } }] }] },
  { b: { $ilike: 'o*', $isNull: false }, id: { $ne: null } },
];

/** What a description cannot say: what a field means. */
function meant(name: string, { things }: FuzzWorld, random: Random): Json | undefined {
  const thing = (kind: string): Json => things[kind] ?? 'none';
  const unique = `fuzz_${random.between(0, 1_000_000_000)}`;
  const known: Readonly<Record<string, () => Json>> = {
    name: () => unique,
    filename: () => `${unique}.txt`,
    email: () => (random.chance(0.5) ? `${unique}@example.org` : (things['email'] ?? '')),
    parentId: () => null,
    folderId: () => (random.chance(0.5) ? null : thing('folderId')),
    knowledgeBaseIds: () => thing('knowledgeBaseId'),
    rowIds: () => [thing('rowId')],
    columnName: () => 'a',
    conflictTarget: () => 'b',
    column: () => ({ name: unique, type: random.pick(['string', 'number', 'boolean', 'date', 'json'] as const) }),
    updates: () => ({ indexed: random.chance(0.5) }),
    columns: () => [
      { name: 'a', type: 'string' },
      { name: 'b', type: 'number', unique: true },
    ],
    data: () => ({ a: unique, b: unique }),
    rows: () => [{ a: unique, b: unique }, { a: 'x' }],
    filter: () => random.pick(filters),
    state: () => greeting(),
    workflow: () => ({ version: '1.0', state: greeting() }),
    variables: () => ({ FUZZ: unique, GONE: null }),
    scopes: () => [random.pick(['read', 'write', 'execute', 'logs'] as const)],
    allowedIps: () => ['192.0.2.0/24'],
    plan: () => 'selfhosted',
    role: () => 'member',
    tags: () => ({ tag1: 'x' }),
    tagFilters: () => ({ tag1: 'x' }),
    selectedOutputs: () => ['ask.url'],
    input: () => ({ a: 1 }),
    inputs: () => ({ a: 1 }),
    mode: () => 'recorded',
    from: () => 'ask',
    stream: () => false,
    version: () => 1,
    expiresAt: () => '2099-01-01T00:00:00Z',
    suspended: () => false,
    overlapSeconds: () => 60,
    executionTimeoutSeconds: () => 5,
  };
  if (Object.hasOwn(known, name)) return known[name]?.();
  return Object.hasOwn(things, name) ? things[name] : undefined;
}

/** A value that a field of this name and schema may well have. */
export function exampleValue(name: string, given: Schema, world: FuzzWorld, random: Random): Json {
  const schema = resolved(given);
  const special = meant(name, world, random);
  if (special !== undefined) return special;
  if (schema.enum !== undefined) return random.pick(schema.enum as [string, ...string[]]);
  if (schema.anyOf !== undefined) return exampleValue('', random.pick(schema.anyOf as [Schema, ...Schema[]]), world, random);
  if (schema.properties !== undefined) return exampleObject(schema, world, random);
  return exampleScalar(schema, random);
}

/** Fields of which one alone may be there, and one has to. */
const alternatives = [
  ['data', 'rows'],
  ['filter', 'rowIds'],
  ['query', 'tagFilters'],
] as const;

/** What has to be there, and some of what may. */
function exampleObject({ properties = {}, required = [] }: Schema, world: FuzzWorld, random: Random): JsonObject {
  const pairs = alternatives.filter((pair) => pair.every((field) => Object.hasOwn(properties, field) && !required.includes(field)));
  const instead = pairs.map((pair) => random.pick(pair));
  const others = pairs.flat();
  const isChosen = (field: string): boolean =>
    required.includes(field) || field === 'workspaceId' || (!others.some((other) => other === field) && random.chance(0.4));
  const chosen = Object.entries(properties).filter(([field]) => instead.some((one) => one === field) || isChosen(field));
  return Object.fromEntries(chosen.map(([field, schema]) => [field, exampleValue(field, schema, world, random)]));
}

/** The least that a type is satisfied with; undefined for numbers and texts. */
const least: Readonly<Record<string, Json>> = { array: [], object: {}, null: null };

function exampleScalar({ type = 'object', format, minimum = 0, maximum }: Schema, random: Random): Json {
  const kind = String([type].flat()[0]);
  if (kind === 'integer' || kind === 'number') return random.between(minimum, Math.min(maximum ?? minimum + 50, minimum + 50));
  if (kind === 'boolean') return random.chance(0.5);
  if (Object.hasOwn(least, kind)) return least[kind] ?? null;
  return format === 'date-time' ? '2026-11-01T00:00:00Z' : 'text';
}

const queryTexts: Readonly<Record<string, readonly [string, ...string[]]>> = {
  filter: filters.map((filter) => JSON.stringify(filter)) as [string, ...string[]],
  sort: ['{"a":"asc"}', '[{"field":"a","direction":"desc"}]', 'a'],
  asOf: ['2099-01-01T00:00:00Z', '2026-01-01'],
  startDate: ['2020-01-01', '2026-11-01T00:00:00Z'],
  endDate: ['2099-01-01', '2099-01-01T00:00:00Z'],
  triggers: ['api', 'api,manual'],
  level: ['info', 'error'],
  format: ['csv', 'jsonl'],
  groupBy: ['day', 'model', 'workflow'],
  status: ['paused'],
  lastEventId: ['0-0', '1-0'],
  search: ['text'],
  model: ['gpt'],
  action: ['workflow.created'],
  includeOutput: ['true'],
  selectedOutputs: ['ask.url'],
};

/** What a parameter of an address may well be, before it is encoded. */
export function exampleText(
  name: string,
  given: Schema,
  { world, random, path }: { world: FuzzWorld; random: Random; path: string },
): string {
  if (name === 'cursor') return world.cursors[path] ?? 'none';
  const known = queryTexts[name];
  const thing = world.things[name.replace(/s$/, '')];
  if (name === 'includeDeparted' || known === undefined) return thing ?? asText(exampleValue('', given, world, random));
  return random.pick(known);
}

function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
