import { coerce } from '#engine/values/coerce.js';
import type { Json, JsonObject } from '#kernel/json.js';

/** What the schema of a tool needs of a field of a start. */
export interface ToolField {
  readonly name: string;
  readonly type: string;
  readonly description: string | null;
  /** Used where the caller sends no value; undefined without one. */
  readonly fallback: Json | undefined;
  /** The values that are allowed; null if all are. */
  readonly choices: readonly Json[] | null;
}

const file: JsonObject = {
  type: 'object',
  properties: {
    name: { type: 'string', description: 'Name of the file.' },
    type: { type: 'string', description: 'Media type of the file.' },
    data: { type: 'string', description: 'Content of the file in Base64, or as a data URL.' },
  },
  required: ['name', 'data'],
};

const types: Readonly<Record<string, JsonObject>> = {
  string: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  object: { type: 'object' },
  array: { type: 'array' },
  'file[]': { type: 'array', items: file },
};

/** The JSON Schema of the arguments of a tool. A field with a default is not required. Of two fields with one name, the last one counts. */
export function toolSchema(all: readonly ToolField[], descriptions: Readonly<Record<string, string>>): JsonObject {
  const fields = [...new Map(all.map((field) => [field.name, field])).values()];
  const properties = fields.map((field): [string, JsonObject] => [field.name, propertyOf(field, ownOf(descriptions, field.name))]);
  const required = fields.filter(isRequired).map(({ name }) => name);
  return { type: 'object', properties: Object.fromEntries(properties), ...(required.length === 0 ? {} : { required }) };
}

/** Whether a caller must send the field. */
export function isRequired({ fallback }: Pick<ToolField, 'fallback'>): boolean {
  return (fallback ?? null) === null;
}

function propertyOf({ name, type, description, fallback, choices }: ToolField, override: string | undefined): JsonObject {
  return {
    ...types[type],
    description: override ?? description ?? name,
    ...(fallback === undefined || fallback === null ? {} : { default: coerce(type, fallback) }),
    ...(choices === null ? {} : { enum: uniqueJson(choices.map((choice) => coerce(type, choice))) }),
  };
}

function uniqueJson(values: readonly Json[]): readonly Json[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function ownOf(record: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
