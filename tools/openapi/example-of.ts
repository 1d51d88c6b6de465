import type { JsonSchema } from './json-schema.js';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** Example values by the name of the field, so that examples look realistic. */
const samples: Readonly<Record<string, string>> = {
  name: 'Support',
  email: 'ada@example.org',
  description: 'Answers questions of customers.',
  message: 'Workflow deleted',
  trigger: 'api',
  cursor: 'eyJ2IjoxfQ',
  nextCursor: 'eyJ2IjoxfQ',
  key: 'sk-sluice-3q2-Kd1h7mV9aXbT',
  displayKey: 'sk-sluice-…aXbT',
  actorName: 'Ada',
  actorEmail: 'ada@example.org',
  resourceType: 'workflow',
  resourceName: 'Support',
  mimeType: 'text/plain',
  statusUrl: 'https://sluice.example.org/api/jobs/0197a5e0-0000-7000-8000-000000000001',
};

const moment = '2031-03-04T05:06:07.000Z';
const id = '0197a5e0-0000-7000-8000-000000000001';
const formats: Readonly<Record<string, string>> = { 'date-time': moment, uuid: id, email: 'ada@example.org' };

/**
 * Returns a value that satisfies the schema: its first example if it has one, else a value made from its fields.
 * @param extent all fields of a response, or only the required fields of a request
 */
export function exampleOf(schema: JsonSchema, schemas: Schemas, extent: 'whole' | 'least'): unknown {
  return new Examples(schemas, extent).of(schema, '', []);
}

class Examples {
  constructor(
    private readonly schemas: Schemas,
    private readonly extent: 'whole' | 'least',
  ) {}

  /** @param inside the schemas that enclose this one: a recursive schema is shown once */
  of(schema: JsonSchema, field: string, inside: readonly string[]): unknown {
    const name = schema.$ref?.split('/').at(-1);
    const shown = schema.examples ?? (name === undefined ? undefined : this.schemas[name]?.examples);
    if (shown !== undefined) return shown[0];
    if (name !== undefined) return this.of(this.schemas[name] ?? {}, field, [...inside, name]);
    const { anyOf, enum: choices, default: preset } = schema;
    if (schema.const !== undefined) return schema.const;
    if (choices !== undefined) return choices[0];
    if (preset !== undefined) return preset;
    return anyOf === undefined ? this.#plain(schema, field, inside) : this.of(this.#first(anyOf, inside), field, inside);
  }

  #first(forms: readonly JsonSchema[], inside: readonly string[]): JsonSchema {
    return forms.find((form) => !this.#isOpen(form, inside)) ?? { type: 'null' };
  }

  #isOpen({ $ref, items }: JsonSchema, inside: readonly string[]): boolean {
    const name = ($ref ?? items?.$ref)?.split('/').at(-1);
    return name !== undefined && inside.includes(name);
  }

  #plain(schema: JsonSchema, field: string, inside: readonly string[]): unknown {
    const [type] = [schema.type ?? 'object'].flat();
    if (type === 'array') return this.#list(schema, field, inside);
    if (type === 'object') return this.#object(schema, inside);
    if (type === 'boolean') return true;
    if (type === 'string') return textFor(field, schema);
    return type === 'null' ? null : (schema.minimum ?? 1);
  }

  #list({ items, prefixItems }: JsonSchema, field: string, inside: readonly string[]): unknown {
    if (prefixItems !== undefined) return prefixItems.map((part) => this.of(part, field, inside));
    return items === undefined || this.#isOpen(items, inside) ? [] : [this.of(items, field.replace(/s$/, ''), inside)];
  }

  #object({ properties = {}, required = [] }: JsonSchema, inside: readonly string[]): unknown {
    const entries = Object.entries(properties).filter(
      ([name, { $ref = '' }]) => (this.extent === 'whole' || required.includes(name)) && !this.#isOpen({ $ref }, inside),
    );
    return Object.fromEntries(entries.map(([name, schema]) => [name, this.of(schema, name, inside)]));
  }
}

function textFor(field: string, { format, minLength = 0, maxLength = Infinity }: JsonSchema): string {
  const text = formats[format ?? ''] ?? samples[field] ?? (/(^id|Id|Ids)$/.test(field) ? id : spaced(field));
  return text.length < minLength ? text.padEnd(minLength, '0') : text.slice(0, maxLength);
}

/** `columnName` → `column name` */
function spaced(field: string): string {
  return field === '' ? 'text' : field.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
}
