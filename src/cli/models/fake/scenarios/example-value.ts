import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';

/** Deeper schemas are cut with null: a schema may refer to itself. */
const deepest = 12;

/**
 * A value that fits a JSON Schema, always the same for the same words. What the text states about a field is taken from there: `total: 12`
 * becomes the value of a field `total`, and an allowed value that the text names is chosen.
 * @param variant a number above 0 makes texts and numbers differ
 */
export function exampleValue(schema: JsonObject, text: string, variant = 0): Json {
  return new Example(schema, text, variant).value(schema, '', 0);
}

class Example {
  constructor(
    private readonly root: JsonObject,
    private readonly text: string,
    private readonly variant: number,
  ) {}

  value(schema: JsonObject, name: string, depth: number): Json {
    if (depth > deepest) return null;
    if (schema['const'] !== undefined) return schema['const'];
    if (Array.isArray(schema['enum'])) return this.#oneOf(schema['enum'] as readonly Json[]);
    const meant = this.#meant(schema);
    if (meant !== undefined) return this.value(meant, name, depth + 1);
    switch (typeOf(schema)) {
      case 'object':
        return this.#object(schema, depth);
      case 'array':
        return this.#list(schema, name, depth);
      case 'number':
      case 'integer':
        return this.#number(schema, name);
      case 'boolean':
        return !/^(no|false)\b/i.test(this.#stated(name) ?? '');
      case 'null':
        return null;
      default:
        return this.#string(schema, name);
    }
  }

  /** The schema that a reference or the first alternative names. */
  #meant(schema: JsonObject): JsonObject | undefined {
    const { $ref: reference, allOf } = schema;
    if (typeof reference === 'string') return this.#referred(reference);
    for (const alternatives of [schema['anyOf'], schema['oneOf']]) {
      const first = Array.isArray(alternatives) ? (alternatives as readonly Json[])[0] : undefined;
      if (isJsonObject(first)) return first;
    }
    return Array.isArray(allOf) ? merged(allOf.filter(isJsonObject)) : undefined;
  }

  #referred(reference: string): JsonObject {
    let found: Json = this.root;
    for (const step of reference.split('/').slice(1)) found = (isJsonObject(found) ? found[step] : undefined) ?? {};
    return isJsonObject(found) ? found : {};
  }

  /** The longest allowed value that the text names. */
  #oneOf(allowed: readonly Json[]): Json {
    const isNamed = (value: Json): value is string =>
      typeof value === 'string' &&
      value !== '' &&
      new RegExp(`(?<![A-Za-z0-9])${value.replaceAll(/[^\w\s]/g, '\\$&')}`, 'i').test(this.text);
    const named = allowed.filter(isNamed).toSorted((one, other) => other.length - one.length);
    return named[0] ?? allowed[0] ?? null;
  }

  #object({ properties }: JsonObject, depth: number): Json {
    const fields = Object.entries(isJsonObject(properties) ? properties : {});
    return Object.fromEntries(fields.map(([name, field]) => [name, this.value(isJsonObject(field) ? field : {}, name, depth + 1)]));
  }

  #list({ items, minItems }: JsonObject, name: string, depth: number): Json {
    const length = typeof minItems === 'number' ? Math.min(minItems, 100) : 1;
    const item = this.value(isJsonObject(items) ? items : {}, name, depth + 1);
    return Array.from({ length }, () => item);
  }

  #number(schema: JsonObject, name: string): number {
    const stated = Number(/-?\d+(?:\.\d+)?/.exec(this.#stated(name) ?? '')?.[0] ?? Number.NaN);
    const smallest = lowest(schema);
    const value = Number.isNaN(stated) ? smallest + this.variant : stated;
    const { maximum } = schema;
    const limited = Math.max(smallest, typeof maximum === 'number' ? Math.min(value, maximum) : value);
    return typeOf(schema) === 'integer' ? Math.trunc(limited) : limited;
  }

  #string({ format, minLength, maxLength }: JsonObject, name: string): string {
    const formatted = typeof format === 'string' ? formats[format] : undefined;
    if (formatted !== undefined) return formatted;
    const general = questionFields.test(name) ? this.text : name || 'text';
    const value = (this.#stated(name) ?? general) + (this.variant === 0 ? '' : ` ${this.variant}`);
    return value.padEnd(typeof minLength === 'number' ? minLength : 0, '.').slice(0, typeof maxLength === 'number' ? maxLength : 2_000);
  }

  /** What the text says after the name of a field: `order number: 1815`, `orderNumber=1815`, `amount of 12.50`. */
  #stated(name: string): string | undefined {
    if (name === '') return undefined;
    const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').split(/[^A-Za-z0-9]+/);
    const [, stated] = new RegExp(`\\b${words.join('[\\s_-]*')}(?:\\s*[:=]\\s*|\\s+(?:is|of)\\s+)([^\\n,;]+)`, 'i').exec(this.text) ?? [];
    return stated?.trim();
  }
}

/** Fields that take the words of the user as they are. */
const questionFields = /^(query|question|text|message|content|input|prompt)$/i;

const formats: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  time: '12:00:00Z',
  'date-time': '2026-01-31T12:00:00Z',
  email: 'ada@example.com',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
};

function typeOf(schema: JsonObject): Json | undefined {
  const { type } = schema;
  if (Array.isArray(type)) return (type as readonly Json[]).find((one) => one !== 'null') ?? 'null';
  return type ?? (schema['properties'] === undefined ? undefined : 'object');
}

function lowest({ minimum, exclusiveMinimum, maximum }: JsonObject): number {
  if (typeof minimum === 'number') return minimum;
  if (typeof exclusiveMinimum === 'number') return exclusiveMinimum + 1;
  return typeof maximum === 'number' ? Math.min(1, maximum) : 1;
}

function merged(schemas: readonly JsonObject[]): JsonObject {
  const properties = schemas.map((schema) => (isJsonObject(schema['properties']) ? schema['properties'] : {}));
  return Object.assign({}, ...schemas, { properties: Object.assign({}, ...properties) as JsonObject }) as JsonObject;
}
