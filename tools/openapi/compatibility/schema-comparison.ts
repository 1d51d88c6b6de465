import type { JsonSchema } from '../json-schema.js';
import { alternativesOf, choicesOf, coversType, formOf, typesOf } from './schema-parts.js';
import { narrowedLimits } from './narrowed-limits.js';

export type Schemas = Readonly<Record<string, JsonSchema>>;

/** What is `taken` must go on being taken; what is `answered` must go on being there. */
export type Direction = 'taken' | 'answered';

interface Pair {
  readonly before: JsonSchema;
  readonly after: JsonSchema;
  readonly place: string;
}

/** Finds what a program that was written for one schema would trip over with another. */
export class SchemaComparison {
  readonly #known = new Map<string, readonly string[]>();

  constructor(
    private readonly direction: Direction,
    private readonly schemas: { readonly before: Schemas; readonly after: Schemas },
  ) {}

  /** One sentence for each change, beginning with where it is: `LogEntry.cost: is gone`. */
  changes({ before, after, place }: Pair): readonly string[] {
    if (before.$ref === undefined && after.$ref === undefined) return this.#resolved({ before, after, place });
    const name = nameIn(before) ?? place;
    const key = `${name} ${nameIn(after) ?? place}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    // Types that hold themselves: what is being compared is as it was until something else is found.
    this.#known.set(key, []);
    const found = this.#resolved({ before: named(before, this.schemas.before), after: named(after, this.schemas.after), place: name });
    this.#known.set(key, found);
    return found;
  }

  #resolved(pair: Pair): readonly string[] {
    if (pair.before.anyOf !== undefined || pair.after.anyOf !== undefined) return this.#forms(pair);
    const { before, after, place } = pair;
    const own = [...this.#types(pair), ...this.#choices(pair), ...this.#format(pair)];
    if (this.direction === 'taken') own.push(...narrowedLimits(before, after));
    return [...own.map((change) => `${place}: ${change}`), ...this.#fields(pair), ...this.#members(pair)];
  }

  #types({ before, after }: Pair): string[] {
    const [was, is] = [typesOf(before), typesOf(after)];
    if (this.direction === 'taken') {
      if (is === undefined) return [];
      if (was === undefined) return [`takes only ${is.join(' or ')} now`];
      return was.filter((type) => !coversType(is, type)).map((type) => `does not take ${type} any more`);
    }
    if (was === undefined) return [];
    if (is === undefined) return ['may be anything now'];
    return is.filter((type) => !coversType(was, type)).map((type) => `may be ${type} now`);
  }

  /** New values in responses are compatible: clients must ignore unknown values. */
  #choices({ before, after }: Pair): string[] {
    const [was, is] = [choicesOf(before), choicesOf(after)];
    if (is === undefined) return [];
    if (was === undefined)
      return this.direction === 'taken' ? [`takes only ${is.map((value) => JSON.stringify(value)).join(', ')} now`] : [];
    return was.filter((value) => !is.includes(value)).map((value) => `${JSON.stringify(value)} is gone`);
  }

  #format({ before, after }: Pair): string[] {
    const [must, may] = this.direction === 'taken' ? [after.format, before.format] : [before.format, after.format];
    return must === undefined || must === may ? [] : [`its format is ${after.format ?? 'none'} now`];
  }

  #fields({ before, after, place }: Pair): string[] {
    const [was, is] = [before.properties ?? {}, after.properties ?? {}];
    const changes = Object.entries(was).flatMap(([name, schema]) => {
      const now = is[name] ?? (typeof after.additionalProperties === 'object' ? after.additionalProperties : undefined);
      if (now !== undefined) return this.changes({ before: schema, after: now, place: `${place}.${name}` });
      return after.additionalProperties === true && this.direction === 'taken' ? [] : [`${place}.${name}: is gone`];
    });
    const [first, second] = this.direction === 'taken' ? [after, before] : [before, after];
    const required = (first.required ?? []).filter((name) => !(second.required ?? []).includes(name) && name in is);
    return [
      ...changes,
      ...required.map((name) => `${place}.${name}: ${this.direction === 'taken' ? 'has to be sent now' : 'may be absent now'}`),
    ];
  }

  /** What lists and maps hold. */
  #members({ before, after, place }: Pair): string[] {
    const inner: readonly (readonly [JsonSchema['additionalProperties'], JsonSchema['additionalProperties'], string])[] = [
      [before.items, after.items, '[]'],
      ...(before.prefixItems ?? []).map((part, at) => [part, after.prefixItems?.[at], `[${at}]`] as const),
      [before.additionalProperties, after.additionalProperties, '{}'],
    ];
    const closes = this.direction === 'taken' && after.additionalProperties === false && before.additionalProperties !== false;
    return [
      ...inner.flatMap(([was, is, where]) =>
        typeof was === 'object' && typeof is === 'object' ? this.changes({ before: was, after: is, place: `${place}${where}` }) : [],
      ),
      ...(closes ? [`${place}: takes no other fields now`] : []),
    ];
  }

  /** Each form that was taken must have one that takes it, each that is answered one that was known. */
  #forms({ before, after, place }: Pair): string[] {
    const [was, is] = [alternativesOf(before), alternativesOf(after)];
    const [must, may] = this.direction === 'taken' ? [was, is] : [is, was];
    const fit = (one: JsonSchema, other: JsonSchema): readonly string[] =>
      this.changes(this.direction === 'taken' ? { before: one, after: other, place } : { before: other, after: one, place });
    return must.flatMap((form, at) => {
      if (may.some((other) => fit(form, other).length === 0)) return [];
      const same = must.length === may.length ? may[at] : undefined;
      if (same !== undefined) return fit(form, same);
      return [
        `${place}: ${this.direction === 'taken' ? 'does not take' : 'may be'} ${formOf(form)} ${this.direction === 'taken' ? 'any more' : 'now'}`,
      ];
    });
  }
}

function nameIn({ $ref }: JsonSchema): string | undefined {
  return $ref?.split('/').at(-1);
}

function named(schema: JsonSchema, schemas: Schemas): JsonSchema {
  return schemas[nameIn(schema) ?? ''] ?? schema;
}
