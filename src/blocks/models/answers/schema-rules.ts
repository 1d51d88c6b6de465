import { isJsonObject, jsonSize, type Json, type JsonObject } from '#kernel/json.js';
import { linearPattern } from './linear-pattern.js';
import { pointerOf, subschemas, type Subschema } from './schema-walk.js';

const mostBytes = 200_000;
const deepest = 50;
/** A schema is compiled in one piece: so many parts take some 50 ms. */
const mostSchemas = 1_000;
/** Most schemas that are checked against one value: branches of `anyOf` that refer to further branches multiply. */
const mostBranches = 10_000;
/** Parts of its patterns: so many take some 100 ms to compile. */
const mostPatternParts = 30_000;
const refused: readonly string[] = ['$dynamicRef', '$recursiveRef', '$anchor', '$dynamicAnchor'];
/** They name a schema or its dialect, and nothing here looks schemas up by name. */
const names: readonly string[] = ['$schema', '$id', 'id', '$vocabulary', '$comment'];

/** What is wrong with a schema, and where: `#/properties/name`. */
export interface SchemaFault {
  readonly path: string;
  readonly what: string;
}

/** A schema with the weight of each part, so that its checks can be counted. */
export type ReadSchema = { readonly metered: JsonObject } | { readonly fault: SchemaFault };

/** The keyword that counts. */
export const meterKeyword = 'x-sluice-weight';

class Refused extends Error {
  constructor(readonly fault: SchemaFault) {
    super(fault.what);
  }
}

/** Reads a JSON Schema of an author or of a server of tools. Never throws. */
export function readSchema(schema: JsonObject): ReadSchema {
  const size = jsonSize(schema, mostBytes);
  if (size === Infinity) return { fault: { path: '#', what: `is nested more than ${deepest} levels deep` } };
  if (size > mostBytes) return { fault: { path: '#', what: `is larger than ${mostBytes / 1000} KB` } };
  const reading = new Reading();
  try {
    const metered = reading.read(schema, [], 1);
    reading.requireTargets();
    for (const start of reading.starts) reading.requireFewBranches(start);
    return { metered };
  } catch (error) {
    if (error instanceof Refused) return { fault: error.fault };
    throw error;
  }
}

class Reading {
  /** The references to schemas for the same value, by the place of the schema. */
  readonly #edges = new Map<string, string[]>();
  readonly #targets: { readonly from: string; readonly to: string }[] = [];
  readonly #branches = new Map<string, number>();
  /** One that is used again is compiled once. */
  readonly #patterns = new Set<string>();
  #patternParts = 0;

  get starts(): Iterable<string> {
    return this.#edges.keys();
  }

  read(schema: JsonObject, path: readonly string[], depth: number): JsonObject {
    const at = pointerOf(path);
    if (depth > deepest) throw fault(at, `is nested more than ${deepest} levels deep`);
    if (this.#edges.size >= mostSchemas) throw fault('#', `has more than ${mostSchemas} parts`);
    const edges: string[] = [];
    this.#edges.set(at, edges);
    requireUsable(schema, at);
    for (const pattern of patternsOf(schema)) this.#requirePattern(pattern, at);
    const inner = subschemas(schema);
    const read = inner.map((each) => {
      const place = [...path, ...each.path];
      if (each.checks === 'same') edges.push(pointerOf(place));
      return { keyword: each.path[0] ?? '', entry: each.path[1], schema: this.#part(each, place, depth) };
    });
    const kept = Object.entries(schema).filter(([keyword]) => !names.includes(keyword));
    const parts = Map.groupBy(read, ({ keyword }) => keyword);
    const copy = kept.map(([keyword, value]): [string, Json] => [keyword, rebuilt(value, parts.get(keyword) ?? [])]);
    const { $ref: reference } = schema;
    if (typeof reference === 'string') {
      const to = normalised(reference);
      edges.push(to);
      this.#targets.push({ from: at, to });
    }
    const weight = weightOf(schema, inner.length);
    return Object.fromEntries(isCheap(schema, weight) ? copy : [...copy, [meterKeyword, weight]]);
  }

  #part({ schema }: Subschema, place: readonly string[], depth: number): Json {
    if (typeof schema === 'boolean') {
      this.#edges.set(pointerOf(place), []);
      return schema;
    }
    if (!isJsonObject(schema)) throw fault(pointerOf(place), 'must be a schema: an object, true or false');
    return this.read(schema, place, depth + 1);
  }

  #requirePattern(pattern: string, at: string): void {
    if (this.#patterns.has(pattern)) return;
    const read = linearPattern(pattern);
    if (read.problem !== undefined) throw fault(at, `has the pattern ${JSON.stringify(pattern)}, which ${read.problem}`);
    this.#patterns.add(pattern);
    this.#patternParts += read.parts;
    if (this.#patternParts <= mostPatternParts) return;
    const all = `the patterns of the schema have more than ${mostPatternParts} parts`;
    throw fault(at, `has the pattern ${JSON.stringify(pattern)}, with which ${all}, each repetition being written out`);
  }

  requireTargets(): void {
    for (const { from, to } of this.#targets) {
      if (!this.#edges.has(to)) throw fault(from, 'refers to a schema that is not part of this one: write "#/$defs/<name>"');
    }
  }

  /** How many schemas are checked against one value that arrives here. */
  requireFewBranches(at: string): number {
    const known = this.#branches.get(at);
    if (known === 0) throw fault(at, 'refers to itself without end');
    if (known !== undefined) return known;
    this.#branches.set(at, 0);
    const count = (this.#edges.get(at) ?? []).reduce((sum, next) => sum + this.requireFewBranches(next), 1);
    if (count > mostBranches) throw fault(at, `has more than ${mostBranches} branches for one value`);
    this.#branches.set(at, count);
    return count;
  }
}

/** What the check cannot express, and what it would refuse only when it is compiled. */
function requireUsable(schema: JsonObject, at: string): void {
  const unusable = refused.find((keyword) => Object.hasOwn(schema, keyword));
  if (unusable !== undefined) throw fault(at, `uses ${unusable}, which is not possible here: use "$ref" with "#/$defs/<name>"`);
  const { $ref: reference, enum: words } = schema;
  if (Array.isArray(words) && words.length === 0) throw fault(at, 'has an empty "enum", which no value fits');
  if (Object.hasOwn(schema, 'nullable') && !Object.hasOwn(schema, 'type')) throw fault(at, 'has "nullable" without "type"');
  if (reference !== undefined && !(typeof reference === 'string' && /^#(\/|$)/.test(reference))) {
    throw fault(at, 'refers to another document; only references within the schema ("#/$defs/<name>") are possible');
  }
}

function patternsOf({ pattern, patternProperties }: JsonObject): readonly string[] {
  const ofNames = isJsonObject(patternProperties) ? Object.keys(patternProperties) : [];
  return typeof pattern === 'string' ? [pattern, ...ofNames] : ofNames;
}

/** Keywords whose check takes the same time whatever the value. */
const cheap: ReadonlySet<string> = new Set([
  'type',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
]);

/** Whether the schema around it counts for it: one meter for each field would make a schema of many fields slow to compile. */
function isCheap(schema: JsonObject, weight: number): boolean {
  return weight === 1 && Object.keys(schema).every((keyword) => cheap.has(keyword) || names.includes(keyword));
}

/** About how much work the schema itself is, without the schemas inside of it. */
function weightOf(schema: JsonObject, inner: number): number {
  const { enum: words, const: only, required } = schema;
  const text = [words, only, required].reduce((sum: number, each) => sum + jsonSize(each, mostBytes), 0);
  return 1 + Math.floor(text / 64) + Math.floor(inner / 4);
}

interface ReadPart {
  /** Absent for a keyword with one schema. */
  readonly entry: string | undefined;
  readonly schema: Json;
}

/** The value of a keyword with the schemas in it as they were read. */
function rebuilt(value: Json, parts: readonly ReadPart[]): Json {
  const [first] = parts;
  if (first === undefined) return value;
  if (first.entry === undefined) return first.schema;
  if (Array.isArray(value)) return parts.map(({ schema }) => schema);
  return { ...(value as JsonObject), ...Object.fromEntries(parts.map(({ entry = '', schema }) => [entry, schema])) };
}

function normalised(reference: string): string {
  const isEncoded = reference.includes('%');
  try {
    return isEncoded ? decodeURIComponent(reference) : reference;
  } catch {
    return reference;
  }
}

function fault(path: string, what: string): Refused {
  return new Refused({ path, what });
}
