import type { Json } from '../../../../../src/kernel/json.js';

/** JSON Schema of a field, as the palette describes it. */
export type FieldSchema = Readonly<Record<string, unknown>>;

/** The control with which a form shows a field. */
export type Control = 'flag' | 'choice' | 'code' | 'json' | 'list' | 'rows' | 'texts' | 'pick' | 'secret' | 'number' | 'text';

/** Returns the control of a field. It depends on the schema alone, so that new types of blocks need no change of the console. */
export function controlOf(schema: FieldSchema): Control {
  if (isFlag(schema)) return 'flag';
  if (choicesOf(schema).length > 0) return 'choice';
  if (schema['contentMediaType'] === 'text/javascript') return 'code';
  if (schema['writeOnly'] === true) return 'secret';
  const items = itemsOf(schema);
  if (items !== undefined) return isRow(items) ? 'rows' : items['properties'] === undefined ? 'texts' : 'list';
  if (schema['x-names'] !== undefined) return 'pick';
  if (schema['contentMediaType'] === 'application/json' || takesStructures(schema)) return 'json';
  return isNumeric(schema) ? 'number' : 'text';
}

/** Returns the values to choose from, as texts. */
export function choicesOf({ enum: choices }: FieldSchema): readonly string[] {
  return Array.isArray(choices) ? choices.filter((choice) => typeof choice === 'string') : [];
}

/** Returns the schema of the entries of a list, or undefined if it declares none. */
export function itemsOf({ items }: FieldSchema): FieldSchema | undefined {
  return typeof items === 'object' && items !== null ? (items as FieldSchema) : undefined;
}

/** Returns the schemas of the members of an object, by name. */
export function propertiesOf(schema: FieldSchema | undefined): Readonly<Record<string, FieldSchema>> {
  return (schema?.['properties'] ?? {}) as Readonly<Record<string, FieldSchema>>;
}

/** Whether the value may contain references or secrets. */
export function mayHold(schema: FieldSchema, what: 'references' | 'secrets'): boolean {
  const held = schema['x-holds'];
  return Array.isArray(held) && held.includes(what);
}

/** Whether a number is what the schema prefers; its text counts too. */
export function isNumeric({ type }: FieldSchema): boolean {
  return type === 'number' || type === 'integer' || (Array.isArray(type) && type[0] === 'number');
}

export function textOf(schema: FieldSchema, keyword: string): string | undefined {
  const value = schema[keyword];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Whether the fields that `x-when` names have the values under which this field counts. */
export function isRelevant(
  schema: FieldSchema,
  valueOf: (field: string) => Json | undefined,
  properties: Readonly<Record<string, FieldSchema>>,
): boolean {
  const conditions = Object.entries((schema['x-when'] ?? {}) as Readonly<Record<string, readonly unknown[]>>);
  return conditions.every(([other, allowed]) => {
    const value = valueOf(other);
    return allowed.includes(isFilled(value) ? value : (properties[other]?.['default'] ?? null));
  });
}

/** Whether an author has given a value. */
export function isFilled(value: Json | undefined): boolean {
  return value !== undefined && value !== null && value !== '';
}

const upper: Readonly<Record<string, string>> = {
  id: 'ID',
  ids: 'IDs',
  url: 'URL',
  ips: 'IPs',
  ms: 'ms',
  usd: 'USD',
  hmac: 'HMAC',
  api: 'API',
  pii: 'PII',
};

/** Returns the name of a field for people: its title, or its id in words. */
export function labelOf(name: string, schema: FieldSchema = {}): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
    .split(' ')
    .map((word) => upper[word] ?? word);
  const text = words.join(' ');
  return textOf(schema, 'title') ?? text.slice(0, 1).toUpperCase() + text.slice(1);
}

function isFlag({ enum: choices }: FieldSchema): boolean {
  return Array.isArray(choices) && choices.includes(true) && choices.includes(false);
}

function isRow(items: FieldSchema): boolean {
  const forms = Array.isArray(items['anyOf']) ? (items['anyOf'] as readonly FieldSchema[]) : [items];
  return forms.some((form) => Object.hasOwn(propertiesOf(form), 'cells'));
}

function takesStructures({ type, anyOf }: FieldSchema): boolean {
  const types = Array.isArray(type) ? type : [type];
  return types.some((each) => each === 'object' || each === 'array') || anyOf !== undefined;
}
